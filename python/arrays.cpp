#include "python/arrays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/one_zero.h"

namespace arete::python {

namespace {

constexpr std::string_view kCannotTake = "cannot take these points";
constexpr size_t kGrain = size_t(1) << 16;  // elements that one thread goes through at a time

/// Where the elements of an array are.
struct Place {
  const void* data;
  py::ssize_t rows, columns, rowStride, columnStride;
  friend bool operator==(const Place&, const Place&) = default;
};

Place placeOf(const py::array& array) {
  if (array.ndim() != 2) return {};
  return {array.data(), array.shape(0), array.shape(1), array.strides(0), array.strides(1)};
}

std::string shapeText(std::span<const py::ssize_t> shape) {
  std::string text;
  for (const py::ssize_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

[[noreturn]] void refuse(std::string_view what, const std::string& reason, std::string_view hint) {
  throw Error(ErrorKind::badInput, kCannotTake, what, reason, hint);
}

/// Rows from `begin` to `end` of an array, which may lie anywhere: not aligned, backwards, or all in one place.
template <class T>
void copyRows(const Place& from, py::ssize_t begin, py::ssize_t end, T* to) {
  constexpr auto kSize = py::ssize_t(sizeof(T));
  const auto* const bytes = static_cast<const char*>(from.data);
  if (from.columnStride == kSize && from.rowStride == from.columns * kSize) {
    std::memcpy(to + begin * from.columns, bytes + begin * from.rowStride, size_t((end - begin) * from.rowStride));
    return;
  }
  for (py::ssize_t i = begin; i < end; ++i)
    for (py::ssize_t k = 0; k < from.columns; ++k)
      std::memcpy(to + i * from.columns + k, bytes + i * from.rowStride + k * from.columnStride, sizeof(T));
}

/// Block by block, so that each is looked at while it is in the cache; ends with the first block that has a number that is not finite. On one thread:
/// a million points take 2.5 ms so, and with a second thread, which waits for the same page faults, 2.2 ms on idle cores and 12 ms on busy ones.
template <class T>
void copyAndLook(const Place& from, py::ssize_t begin, py::ssize_t end, T* to, RowSurvey& survey) {
  constexpr py::ssize_t kBlock_bytes = py::ssize_t(1) << 18;
  const py::ssize_t step = std::max<py::ssize_t>(kBlock_bytes / (from.columns * py::ssize_t(sizeof(T))), 1);
  for (py::ssize_t at = begin; at < end && survey.isFinite(); at += step) {
    const py::ssize_t until = std::min(at + step, end);
    copyRows(from, at, until, to);
    const std::span<T> block(to + at * from.columns, size_t((until - at) * from.columns));
    for (T& x : block) x = withOneZero(x);
    survey.add(std::span<const T>(block));
  }
}

template <class T>
[[noreturn]] void refuseNotFinite(std::span<const T> copied, size_t d, std::string_view what) {
  const auto bad = size_t(std::ranges::find_if(copied, [](T x) { return !std::isfinite(x); }) - copied.begin());
  refuse(what, "coordinate " + std::to_string(bad % d) + " of point " + std::to_string(bad / d) + " is not finite",
         "leave such points out: points[numpy.isfinite(points).all(axis=1)]");
}

template <class T>
SurveyedRows copiedFrom(const py::array& array, std::string_view what) {
  constexpr py::ssize_t kPiece_bytes = py::ssize_t(64) << 20;  // some 20 ms
  const Place from = placeOf(array);
  const py::ssize_t step = std::max<py::ssize_t>(kPiece_bytes / (from.columns * py::ssize_t(sizeof(T))), 1);
  PointArray rows = PointArray::toBeWritten(std::is_same_v<T, float> ? Scalar::float32 : Scalar::float64, int(from.columns), uint32_t(from.rows));
  T* const to = rows.elements<T>().data();
  RowSurvey survey(int(from.columns));
  for (py::ssize_t begin = 0; begin < from.rows; begin += step) {
    if (begin > 0) {
      { const py::gil_scoped_release others; }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!(placeOf(array) == from)) refuse(what, "the array was resized while it was read", "let one thread at a time change it");
    }
    const py::ssize_t end = std::min(begin + step, from.rows);
    copyAndLook(from, begin, end, to, survey);
    if (!survey.isFinite()) refuseNotFinite(std::span<const T>(to, size_t(end * from.columns)), size_t(from.columns), what);
  }
  return {std::move(rows), survey};
}

}  // namespace

void checkShape(std::span<const py::ssize_t> shape, std::string_view what) {
  static const std::string kHint = "give an array of shape (n, d): a row for each point, 1 to " + std::to_string(kMaxDimension) + " coordinates";
  const std::string text = "its shape is " + shapeText(shape);
  if (shape.size() == 1) refuse(what, text, kHint + "; points on a line are array.reshape(-1, 1)");
  if (shape.size() != 2) refuse(what, text, kHint);
  if (shape[0] == 0) refuse(what, "there is no point in it: " + text, kHint);
  if (shape[1] < 1 || shape[1] > kMaxDimension) refuse(what, text, kHint);
  if (shape[0] >= py::ssize_t(std::numeric_limits<uint32_t>::max()) - 1)
    refuse(what, "it has more than 4 294 967 293 points", "thin them out, or take a part");
}

SurveyedRows copiedRows(const py::array& array, std::string_view what) {
  checkShape({array.shape(), size_t(array.ndim())}, what);
  if (py::isinstance<py::array_t<float>>(array)) return copiedFrom<float>(array, what);
  if (py::isinstance<py::array_t<double>>(array)) return copiedFrom<double>(array, what);
  refuse(what, "its type is " + std::string(py::str(array.dtype())), "give float32 or float64");
}

SurveyedRows surveyed(PointArray rows) {
  rows = withOneZero(std::move(rows));
  RowSurvey survey(rows.dimension());
  withScalarType(rows.scalar(), [&]<class T>() { survey.add(std::span<const T>(std::as_const(rows).elements<T>())); });
  return {std::move(rows), survey};
}

PointCloud cloudOf(SurveyedRows surveyed, std::optional<Scalar> wanted, std::vector<Attribute> attributes) {
  auto& [rows, survey] = surveyed;
  const int d = rows.dimension();
  if (PointCloud::originFor(survey.bounds(), d) == PointCloud::Origin{} && rows.scalar() == Scalar::float32 && wanted != Scalar::float64) {
    const auto blocks = [&, &own = rows](const auto& visit) { visitRows(own, visit); };
    if (chooseScalar(wanted, survey, blocks) == Scalar::float32)
      return PointCloud::inRange(std::move(rows), {}, survey.localBounds(Scalar::float32), std::move(attributes));
  }
  if (rows.scalar() == Scalar::float32) rows = rows.withScalar(Scalar::float64);
  return PointCloud::recentred(rows.elements<double>(), d, wanted, std::move(attributes));
}

void widen(LargeVector<uint32_t>& indices, const StageContext& context) {
  static_assert(std::endian::native == std::endian::little, "the lower half of a number comes first");
  size_t left = indices.size();
  indices.resize(2 * left);
  uint32_t* const all = indices.data();
  // Again and again the upper half of what is left: it goes behind all that is left, so that threads may share it.
  for (size_t half = 0; left > 1; left = half) {
    half = (left + 1) / 2;
    context.device.threads().forEachRange(left - half, kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();  // the far half is memory that nobody has written to: the system fills its pages with zeros first
      const uint32_t* __restrict const from = all + half;
      uint32_t* __restrict const to = all + 2 * half;
      for (size_t i = begin; i < end; ++i) to[2 * i] = from[i], to[2 * i + 1] = 0;
    });
  }
  if (left == 1) all[1] = 0;  // the first one stays where it is
}

template <class T>
void takeRoots(std::span<T> squared, const StageContext& context) {
  context.device.threads().forEachRange(squared.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) squared[i] = std::sqrt(squared[i]);
  });
}
template void takeRoots(std::span<float>, const StageContext&);
template void takeRoots(std::span<double>, const StageContext&);

py::array fileCoordinates(const PointArray& points, const PointCloud::Origin& origin, std::shared_ptr<const void> keeper) {
  const auto d = size_t(points.dimension());
  const std::vector<py::ssize_t> shape = {py::ssize_t(points.size()), py::ssize_t(d)};
  if (std::all_of(origin.begin(), origin.begin() + ptrdiff_t(d), [](double each) { return each == 0; }))
    return withScalarType(points.scalar(), [&]<class T>() { return viewOf(points.elements<T>().data(), shape, std::move(keeper)); });
  LargeVector<double> values(points.size() * d);
  withScalarType(points.scalar(), [&]<class T>() {
    const LargeVector<T>& local = points.elements<T>();
    for (size_t i = 0; i < values.size(); i += d)
      for (size_t k = 0; k < d; ++k) values[i + k] = double(local[i + k]) + origin[k];
  });
  return arrayOf(std::move(values), shape);
}

}  // namespace arete::python
