#include "compute/wires/span_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace arete {

using shared::Vector3;

namespace {

constexpr double kDegrees = 180 / std::numbers::pi, kUnknown = std::numeric_limits<double>::quiet_NaN();

double constantOf(double curvature) { return curvature > 0 ? 1 / curvature : kUnknown; }
Vector3 lowestOf(const Span& s) { return s.curve.at(s.curve.lowestAlong()); }

template <double Vector3::*axis>
double middleOf(const Span& s) {
  return s.curve.middle.*axis;
}
template <double Vector3::*axis>
void setMiddle(Span& s, double x) {
  s.curve.middle.*axis = x;
}
template <double Vector3::*axis>
double alongOf(const Span& s) {
  return s.curve.along.*axis;
}
template <double Vector3::*axis>
void setAlong(Span& s, double x) {
  s.curve.along.*axis = x;
}
template <double Vector3::*axis>
double upOf(const Span& s) {
  return s.curve.up.*axis;
}
template <double Vector3::*axis>
void setUp(Span& s, double x) {
  s.curve.up.*axis = x;
}
template <uint32_t Span::*number>
double numberOf(const Span& s) {
  return s.*number;
}
template <uint32_t Span::*number>
void setNumber(Span& s, double x) {
  constexpr double kMost = 1e9;
  s.*number = x >= 0 && x < kMost ? uint32_t(x) : 0;
}
template <double Span::*value>
double valueOf(const Span& s) {
  return s.*value;
}
template <double Catenary::*value>
double curveOf(const Span& s) {
  return s.curve.*value;
}
template <double Catenary::*value>
void setCurve(Span& s, double x) {
  s.curve.*value = x;
}

}  // namespace

std::span<const WireColumn<Span>> spanColumns() {
  static constexpr WireColumn<Span> kColumns[] = {
      {"line", "", "Line of pylons, from 1.", true, numberOf<&Span::line>, setNumber<&Span::line>},
      {"bay", "", "Between two pylons, along the line.", true, numberOf<&Span::bay>, setNumber<&Span::bay>},
      {"circuit", "", "From left to right along the line; 0 for earth wires.", true, numberOf<&Span::circuit>, setNumber<&Span::circuit>},
      {"position", "", "In the circuit, from above.", true, numberOf<&Span::position>, setNumber<&Span::position>},
      {"conductor", "", "In a bundle, from left to right.", true, numberOf<&Span::conductor>, setNumber<&Span::conductor>},
      {"earth", "", "1: above all circuits of three phases.", true, [](const Span& s) { return double(s.earth); },
       [](Span& s, double x) { s.earth = x != 0; }},
      {"from_pylon", "", "Where it begins; 0: not known.", true, numberOf<&Span::fromPylon>, setNumber<&Span::fromPylon>},
      {"to_pylon", "", "Where it ends; 0: not known.", true, numberOf<&Span::toPylon>, setNumber<&Span::toPylon>},
      {"points", "", "Within reach.", true, numberOf<&Span::points>, setNumber<&Span::points>},
      {"outliers", "", "Points of these without weight in the fit.", true, numberOf<&Span::outliers>, setNumber<&Span::outliers>},
      {"span_length", "m", "Between its ends, in the plan.", false,
       [](const Span& s) { return std::hypot(s.curve.end().x - s.curve.start().x, s.curve.end().y - s.curve.start().y); }},
      {"wire_length", "m", "Along the wire.", false, [](const Span& s) { return s.curve.length(); }},
      {"rise", "m", "How much higher its end is than its start.", false, [](const Span& s) { return s.curve.end().z - s.curve.start().z; }},
      {"sag", "m", "Largest distance from the chord, against the load.", false, [](const Span& s) { return s.curve.sag(); }},
      {"sag_low", "m", "Lower end of its 90 % band.", false, [](const Span& s) { return s.band.sag.low; }},
      {"sag_high", "m", "Upper end of its 90 % band.", false, [](const Span& s) { return s.band.sag.high; }},
      {"a", "m", "Horizontal tension over weight per length; empty where it does not hang.", false,
       [](const Span& s) { return constantOf(s.curve.curvature); }},
      {"a_low", "m", "Lower end of its 90 % band.", false, [](const Span& s) { return constantOf(s.band.curvature.high); }},
      {"a_high", "m", "Upper end of its 90 % band; empty: it has none.", false, [](const Span& s) { return constantOf(s.band.curvature.low); }},
      {"lowest_x", "m", "Lowest place.", false, [](const Span& s) { return lowestOf(s).x; }},
      {"lowest_y", "m", "Lowest place.", false, [](const Span& s) { return lowestOf(s).y; }},
      {"lowest_z", "m", "Lowest place.", false, [](const Span& s) { return lowestOf(s).z; }},
      {"lowest_z_low", "m", "Lower end of its 90 % band.", false, [](const Span& s) { return s.band.lowest.low; }},
      {"lowest_z_high", "m", "Upper end of its 90 % band.", false, [](const Span& s) { return s.band.lowest.high; }},
      {"blow_out", "degrees", "Of its plane from the vertical, to the left above 0.", false,
       [](const Span& s) { return s.curve.blowOut() * kDegrees; }},
      {"blow_out_low", "degrees", "Lower end of its 90 % band.", false, [](const Span& s) { return s.band.blowOut.low * kDegrees; }},
      {"blow_out_high", "degrees", "Upper end of its 90 % band.", false, [](const Span& s) { return s.band.blowOut.high * kDegrees; }},
      {"band", "m", "Half of the widest 90 % band of its height.", false, [](const Span& s) { return s.band.up; }},
      {"rmse", "m", "Root mean square distance of its points.", false, valueOf<&Span::rmse>},
      {"rmse_up", "m", "The same in its plane.", false, valueOf<&Span::rmseUp>},
      {"rmse_beside", "m", "The same beside its plane.", false, valueOf<&Span::rmseBeside>},
      {"noise", "m", "Deviation of most points in one direction.", false, valueOf<&Span::noise>},
      {"in_bundle", "", "Conductors of a bundle that was found as one wire.", true, numberOf<&Span::inBundle>},
      {"spacing", "m", "Between the nearest two of these; 0 for one.", false, valueOf<&Span::spacing>},
      {"rmse_conductor", "m", "Root mean square distance of points from the nearest of these.", false, valueOf<&Span::rmseConductor>},
      {"gap_start", "m", "Extrapolated at its start.", false, valueOf<&Span::gapAtStart>},
      {"gap_end", "m", "Extrapolated at its end.", false, valueOf<&Span::gapAtEnd>},
      {"gap_longest", "m", "Longest stretch between two of its points.", false, valueOf<&Span::longestGap>},
      {"x", "m", "Curve: its place at s = 0.", false, middleOf<&Vector3::x>, setMiddle<&Vector3::x>},
      {"y", "m", "Curve: its place at s = 0.", false, middleOf<&Vector3::y>, setMiddle<&Vector3::y>},
      {"z", "m", "Curve: its place at s = 0.", false, middleOf<&Vector3::z>, setMiddle<&Vector3::z>},
      {"along_x", "", "Curve: direction of s, of length 1.", false, alongOf<&Vector3::x>, setAlong<&Vector3::x>},
      {"along_y", "", "Curve: direction of s, of length 1.", false, alongOf<&Vector3::y>, setAlong<&Vector3::y>},
      {"along_z", "", "Curve: direction of s, of length 1.", false, alongOf<&Vector3::z>, setAlong<&Vector3::z>},
      {"up_x", "", "Curve: direction against the load, of length 1.", false, upOf<&Vector3::x>, setUp<&Vector3::x>},
      {"up_y", "", "Curve: direction against the load, of length 1.", false, upOf<&Vector3::y>, setUp<&Vector3::y>},
      {"up_z", "", "Curve: direction against the load, of length 1.", false, upOf<&Vector3::z>, setUp<&Vector3::z>},
      {"slope", "", "Curve: slope at s = 0.", false, curveOf<&Catenary::slope>, setCurve<&Catenary::slope>},
      {"curvature", "1/m", "Curve: 1/a.", false, curveOf<&Catenary::curvature>, setCurve<&Catenary::curvature>},
      {"s_from", "m", "Curve: s of its start.", false, curveOf<&Catenary::from>, setCurve<&Catenary::from>},
      {"s_to", "m", "Curve: s of its end.", false, curveOf<&Catenary::to>, setCurve<&Catenary::to>},
  };
  return kColumns;
}

std::span<const WireColumn<Pylon>> pylonColumns() {
  static constexpr WireColumn<Pylon> kColumns[] = {
      {"line", "", "Line that passes it.", true, [](const Pylon& p) { return double(p.line); }},
      {"x", "m", "In the middle of where wires hang.", false, [](const Pylon& p) { return p.place.x; }},
      {"y", "m", "In the middle of where wires hang.", false, [](const Pylon& p) { return p.place.y; }},
      {"highest", "m", "Height of its highest wire.", false, [](const Pylon& p) { return p.place.z; }},
      {"lowest", "m", "Height of its lowest wire.", false, [](const Pylon& p) { return p.lowest; }},
      {"turn", "degrees", "Of the line in the plan, to the left above 0.", false, [](const Pylon& p) { return p.turn * kDegrees; }},
      {"spans", "", "That begin or end there.", true, [](const Pylon& p) { return double(p.spans); }},
  };
  return kColumns;
}

std::span<const WireColumn<DangerPlace>> placeColumns() {
  static constexpr WireColumn<DangerPlace> kColumns[] = {
      {"span", "", "Row in the table of spans, from 1.", true, [](const DangerPlace& p) { return double(p.span + 1); }},
      {"from", "m", "Where it begins, along the span from its start.", false, [](const DangerPlace& p) { return p.from; }},
      {"to", "m", "Where it ends.", false, [](const DangerPlace& p) { return p.to; }},
      {"points", "", "Below the limit.", true, [](const DangerPlace& p) { return double(p.points); }},
      {"distance", "m", "Of the nearest point.", false, [](const DangerPlace& p) { return p.distance; }},
      {"horizontal", "m", "The same in the plan.", false, [](const DangerPlace& p) { return p.horizontal; }},
      {"vertical", "m", "Height of the wire above that point.", false, [](const DangerPlace& p) { return p.vertical; }},
      {"class", "", "Of that point; empty where it has none.", true,
       [](const DangerPlace& p) { return p.classOf < 0 ? kUnknown : double(p.classOf); }},
      {"x", "m", "Nearest point.", false, [](const DangerPlace& p) { return p.place.x; }},
      {"y", "m", "Nearest point.", false, [](const DangerPlace& p) { return p.place.y; }},
      {"z", "m", "Nearest point.", false, [](const DangerPlace& p) { return p.place.z; }},
  };
  return kColumns;
}

WireSpans movedBy(WireSpans wires, const Vector3& by) {
  for (Span& span : wires.spans) {
    span.curve = span.curve.moved(by);
    span.band.lowest.low += by.z, span.band.lowest.high += by.z;
  }
  for (Pylon& pylon : wires.pylons) pylon.place = pylon.place + by, pylon.lowest += by.z;
  return wires;
}

std::vector<Vector3> drawnSmooth(const Catenary& curve, double off) {
  // A chord of length c leaves a curve of radius a by c²/8a.
  const double steep = std::max(std::abs(curve.slopeAt(curve.from)), std::abs(curve.slopeAt(curve.to)));
  const double bend = std::abs(curve.curvature) * std::sqrt(1 + steep * steep), length = curve.to - curve.from;
  constexpr double kMost = 1000, kFewest = 8;
  const double parts = std::clamp(std::ceil(length * std::sqrt(bend / (8 * off))), kFewest, kMost);
  std::vector<Vector3> places;
  for (double i = 0; i <= parts; ++i) places.push_back(curve.at(curve.from + length * i / parts));
  return places;
}

}  // namespace arete
