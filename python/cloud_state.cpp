#include "python/cloud_state.h"

#include "compute/core/error.h"
#include "compute/io/session_text.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/packing.h"

namespace arete::python {

namespace {

/// Nothing for types that no attribute is held in.
std::optional<ScalarType> heldTypeOf(const py::dtype& type) {
  const auto size = uint64_t(type.itemsize());
  std::optional<ScalarType> found;
  if (type.kind() == 'i' || type.kind() == 'u') found = integerType(size, type.kind() == 'i');
  if (type.kind() == 'f' && size == sizeof(float)) found = ScalarType::float32;
  if (type.kind() == 'f' && size == sizeof(double)) found = ScalarType::float64;
  return found && heldType(*found) == *found ? found : std::nullopt;
}

AttributeValues valuesFrom(const std::string& name, const py::array& array, size_t points) {
  const auto refuse = [&](const std::string& reason, std::string_view hint) {
    throw Error(ErrorKind::badInput, "cannot take this attribute", name, reason, hint);
  };
  if (array.ndim() != 1 || size_t(array.size()) != points)
    refuse("it is no list of " + std::to_string(points) + " values", "give a value for each point");
  const auto type = heldTypeOf(array.dtype());
  if (!type) refuse("its type is " + std::string(py::str(array.dtype())), "give numbers");
  const py::array dense = py::array::ensure(array, py::array::c_style);
  AttributeValues values(*type, points);
  withHeldType(*type, [&]<class T>() {
    if (points > 0) std::memcpy(values.of<T>().data(), dense.data(), points * sizeof(T));
  });
  return values;
}

PointArray restoredPoints(const py::array& array) {
  const py::array dense = py::array::ensure(array, py::array::c_style);
  const bool isDouble = dense && py::isinstance<py::array_t<double>>(dense);
  if (!dense || dense.ndim() != 2 || dense.shape(1) < 1 || dense.shape(1) > kMaxDimension || !(isDouble || py::isinstance<py::array_t<float>>(dense)))
    Unpacker::damaged();
  PointArray points = PointArray::toBeWritten(isDouble ? Scalar::float64 : Scalar::float32, int(dense.shape(1)), uint32_t(dense.shape(0)));
  withScalarType(points.scalar(), [&]<class T>() {
    if (!points.empty()) std::memcpy(points.elements<T>().data(), dense.data(), points.elements<T>().size() * sizeof(T));
  });
  return points;
}

py::array rowsOf(const SharedCloud& cloud) {
  const auto rows = std::make_shared<const PointArray>(cloud->points().points().withLayout(Layout::row));
  const std::vector<py::ssize_t> shape = {py::ssize_t(rows->size()), rows->dimension()};
  return withScalarType(rows->scalar(), [&]<class T>() { return viewOf(rows->elements<T>().data(), shape, rows); });
}

}  // namespace

template <class All>
void partsOf(All& all, Either<BadFile> auto& bad) {
  all(bad.path, bad.reason);
}

/// All of a file but its points.
template <class All>
void partsOf(All& all, Either<CloudFile> auto& file) {
  all(file.format, file.pointsInFile, file.nonFinite, file.warnings, file.crs.definition, file.crsText, file.leftOut);
}

/// How it was read and the filter, as a session says them; then what no session knows; the numbers of points and attributes are arrays.
static py::tuple packedCloud(const SharedCloud& cloud) {
  SessionFile session;
  session.read = cloud->read;
  session.job.filter = cloud->filter;
  std::vector<std::string> names, warnings;
  py::list columns;
  for (const Attribute& attribute : cloud->points().attributes()) {
    names.push_back(attribute.name);
    columns.append(attribute.values.visit([&](auto values) { return viewOf(values.data(), {py::ssize_t(values.size())}, cloud); }));
  }
  Packer all;
  all(sessionText({}, session, warnings), names, cloud->files, cloud->file, cloud->truth, cloud->points().origin());
  return py::make_tuple(all.bytes(), rowsOf(cloud), columns);
}

static SharedCloud unpackedCloud(const py::tuple& state) {
  if (state.size() != 3) Unpacker::damaged();
  const auto bytes = state[0].cast<std::string>();
  Unpacker all(bytes);
  const auto cloud = std::make_shared<Cloud>();
  std::string text;
  std::vector<std::string> names;
  PointCloud::Origin origin{};
  all(text, names, cloud->files, cloud->file, cloud->truth, origin);
  all.ends();
  const SessionFile session = readSession({}, text).session;
  cloud->read = session.read;
  cloud->filter = session.job.filter;
  const auto columns = state[2].cast<py::list>();
  if (columns.size() != names.size()) Unpacker::damaged();
  NamedArrays named;
  for (size_t i = 0; i < names.size(); ++i) named.emplace_back(names[i], columns[i].cast<py::array>());
  PointArray points = restoredPoints(state[1].cast<py::array>());
  std::vector<Attribute> attributes = attributesFrom(named, points.size());
  cloud->file.cloud = PointCloud(std::move(points), origin, std::move(attributes));
  return cloud;
}

std::vector<Attribute> attributesFrom(const NamedArrays& columns, size_t points) {
  std::vector<Attribute> attributes;
  for (const auto& [name, array] : columns) attributes.push_back({name, valuesFrom(name, array, points)});
  return attributes;
}

void addCloudState(py::class_<Cloud, SharedCloud>& type) { travels(type, &packedCloud, &unpackedCloud); }

}  // namespace arete::python
