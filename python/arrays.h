// NumPy arrays: those that come in are copied once, those that go out look at memory that somebody keeps.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/large_vector.h"
#include "compute/core/point_cloud.h"
#include "compute/core/row_survey.h"

namespace arete::python {

namespace py = pybind11;

/// Points, and what is known of them from one look.
struct SurveyedRows {
  PointArray rows;
  RowSurvey survey;
};

/// Throws Error(badInput) unless it is (n, d) with 1 to 16 columns, and points that can be counted.
void checkShape(std::span<const py::ssize_t> shape, std::string_view what);

/// The rows of an (n, d) array of float32 or float64 with any strides. They are copied once, and everything after that looks only at the copy,
/// because another thread may write into the array meanwhile. Holds the interpreter lock except between pieces, where it looks after signals. Throws
/// Error(badInput) for another shape or type, when the array is given other memory meanwhile, or naming the first coordinate that is not finite.
SurveyedRows copiedRows(const py::array& array, std::string_view what);

/// The same of rows that nobody else has.
SurveyedRows surveyed(PointArray rows);

/// The cloud that a file with these rows would be read as: the same origin and coordinate type, and so the same bits. `wanted`: as
/// ReadOptions::scalar.
PointCloud cloudOf(SurveyedRows surveyed, std::optional<Scalar> wanted, std::vector<Attribute> attributes = {});

/// An array that looks at `data`, which `keeper` keeps alive and nobody else has.
template <class T>
py::array ownOf(const T* data, std::vector<py::ssize_t> shape, std::shared_ptr<const void> keeper) {
  auto held = std::make_unique<std::shared_ptr<const void>>(std::move(keeper));
  const py::capsule capsule(held.get(), [](void* each) { delete static_cast<std::shared_ptr<const void>*>(each); });
  held.release();
  return {py::dtype::of<T>(), std::move(shape), {}, data, capsule};
}

/// A read-only array that looks at what others look at too.
template <class T>
py::array viewOf(const T* data, std::vector<py::ssize_t> shape, std::shared_ptr<const void> keeper) {
  py::array array = ownOf(data, std::move(shape), std::move(keeper));
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

/// An array that takes a vector over, and may be written into.
template <class Vector>
py::array arrayOf(Vector values, std::vector<py::ssize_t> shape = {}) {
  const auto kept = std::make_shared<const Vector>(std::move(values));
  if (shape.empty()) shape = {py::ssize_t(kept->size())};
  return ownOf(kept->data(), std::move(shape), kept);
}

/// Makes indices of 32 bits numbers of 64, in the order of bytes of the machine, where they lie: the list, which has room for twice its elements,
/// gets twice as many, and no other memory is touched. Throws Cancelled on a stop request.
void widen(LargeVector<uint32_t>& indices, const StageContext& context);

/// Makes squared distances true ones. Throws Cancelled on a stop request.
template <class T>
void takeRoots(std::span<T> squared, const StageContext& context);

/// Points in row layout in file coordinates, (n, d): the very memory where there is no origin, else local + origin as float64.
py::array fileCoordinates(const PointArray& points, const PointCloud::Origin& origin, std::shared_ptr<const void> keeper);

}  // namespace arete::python
