#include "compute/crs/heights.h"

#include <cmath>

#include "compute/crs/about_crs.h"
#include "compute/crs/proj/objects.h"

namespace arete {

namespace {

using proj::Context;
using proj::Object;

bool isOneUnit(double a, double b) {
  constexpr double kSame = 1e-9;
  return std::abs(a / b - 1) <= kSame;
}

bool isOneDatum(const Context& context, const PJ* a, const PJ* b) {
  const Object first(proj_crs_get_datum_forced(context.get(), a)), second(proj_crs_get_datum_forced(context.get(), b));
  return first && second && proj_is_equivalent_to_with_ctx(context.get(), first.get(), second.get(), PJ_COMP_EQUIVALENT) != 0;
}

/// "NAVD88 height (ftUS)" is a name for feet.
std::string withoutUnit(std::string name) { return name.substr(0, name.rfind(" (")); }

std::string idOf(const PJ* crs) {
  const char *const authority = proj_get_id_auth_name(crs, 0), *const code = proj_get_id_code(crs, 0);
  return authority == nullptr || code == nullptr ? "" : std::string(authority) + ':' + code;
}

/// The same heights in another unit; that of EPSG's list where it has one.
Object inUnit(const Context& context, const Object& heights, const std::string& unit, double metres) {
  constexpr int kSure = 70;
  const Object altered(proj_crs_alter_cs_linear_unit(context.get(), heights.get(), unit.c_str(), metres, nullptr, nullptr));
  if (!altered) return {};
  Object named(proj_alter_name(context.get(), altered.get(), withoutUnit(proj_get_name(heights.get())).c_str()));
  int* sure = nullptr;
  PJ_OBJ_LIST* const list = proj_identify(context.get(), named.get(), "EPSG", nullptr, &sure);
  if (list != nullptr && proj_list_get_count(list) > 0 && sure[0] >= kSure)
    if (Object known(proj_list_get(context.get(), list, 0));
        known && proj_is_equivalent_to_with_ctx(context.get(), known.get(), named.get(), PJ_COMP_EQUIVALENT))
      named = std::move(known);
  proj_int_list_destroy(sure);
  proj_list_destroy(list);
  return named;
}

Crs together(const Context& context, const Object& ground, const Object& heights) {
  static constexpr const char* kOneLine[] = {"MULTILINE=NO", nullptr};
  const std::string first = idOf(ground.get()), second = idOf(heights.get());
  if (first.starts_with("EPSG:") && second.starts_with("EPSG:")) return {first + '+' + second.substr(second.find(':') + 1)};
  const std::string name = std::string(proj_get_name(ground.get())) + " + " + proj_get_name(heights.get());
  const Object both(proj_create_compound_crs(context.get(), name.c_str(), ground.get(), heights.get()));
  const char* const words = both ? proj_as_wkt(context.get(), both.get(), PJ_WKT2_2019, kOneLine) : nullptr;
  return {words == nullptr ? "" : words};
}

}  // namespace

HeightsWay heightsWay(const Crs& from, const Crs& to) {
  const CrsAbout source = aboutCrs(from), target = aboutCrs(to);
  HeightsWay way{to};
  if (source.heightMetres == 0) {
    const double unit = target.metres > 0 ? target.metres : 1;
    if (source.metres > 0 && !isOneUnit(source.metres, unit))
      way.warning = "Heights stay as they are: their unit is not named, and places were in " + source.unit + ".";
    else if (target.heightMetres > 0) way.warning = "Heights stay as they are: it is not named what they are above, nor their unit.";
    return way;
  }
  const bool named = target.heightMetres > 0;
  const double unit = named ? target.heightMetres : target.metres > 0 ? target.metres : 1;
  const std::string unitName = named ? target.heightUnit : target.metres > 0 ? target.unit : "metre";
  const bool sameUnit = isOneUnit(source.heightMetres, unit);
  if (!sameUnit) way.factor = source.heightMetres / unit;
  const Context context({"cannot tell the system of heights", ""});
  Object heights = context.ofHeights(context.crs(from));
  const Object wanted = context.ofHeights(context.crs(to));
  if (named && heights && wanted && isOneDatum(context, heights.get(), wanted.get())) return way;
  if (named) {
    way.warning = "Heights keep their datum, that of " + source.heights + ": only their unit is that of " + target.heights + ".";
    if (!heights && source.heights == target.heights) way.warning.clear();
  }
  if (!heights) return way;
  if (!sameUnit) heights = inUnit(context, heights, unitName, unit);
  const Object ground = context.onTheGround(context.crs(to));
  const Object flat(proj_crs_demote_to_2D(context.get(), nullptr, ground.get()));  // of EPSG:4979, which has heights of its own
  if (proj_get_type(ground.get()) == PJ_TYPE_GEOGRAPHIC_3D_CRS)
    way.warning = "Heights keep their datum, that of " + source.heights + ", and are not above the ellipsoid.";
  const Crs both = heights ? together(context, flat ? flat : ground, heights) : Crs();
  if (both.known()) way.crs = both;
  return way;
}

}  // namespace arete
