#include "python/gpu_arrays.h"

#include <optional>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "python/arrays.h"
#include "python/dlpack.h"
#include "python/subjects.h"

namespace arete::python {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& reason, std::string_view hint) {
  throw Error(ErrorKind::badInput, "cannot take these points", what, reason, hint);
}

/// A kind of number by its letter in NumPy.
ElementType numberType(char kind, int bytes, const std::string& what) {
  constexpr std::string_view kHint = "give float32 or float64";
  const std::string text = std::string(1, kind) + std::to_string(bytes);
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) refuse(what, "its type is " + text, kHint);
  if (kind == 'f' && bytes > 1) return {ElementKind::real, bytes};
  if (kind == 'i') return {ElementKind::integer, bytes};
  if (kind == 'u') return {ElementKind::natural, bytes};
  if (kind == 'b' && bytes == 1) return {ElementKind::truth, bytes};
  refuse(what, "its type is " + text, kHint);
}

ForeignArray rowsAt(const void* data, const std::vector<py::ssize_t>& shape, const std::optional<std::vector<py::ssize_t>>& strides, ElementType type,
                    const std::string& what) {
  checkShape(shape, what);
  if (strides && strides->size() != 2)
    refuse(what, "it has " + std::to_string(strides->size()) + " strides", "give one for rows and one for columns");
  if (data == nullptr) refuse(what, "it has no memory", "give an array that is alive");
  const auto column = py::ssize_t(type.bytes);
  return {data, uint64_t(shape[0]), int(shape[1]), strides ? (*strides)[0] : shape[1] * column, strides ? (*strides)[1] : column, type, {}};
}

/// As __cuda_array_interface__ describes it: strides in bytes. `stream`: that of its work, where it is known.
GivenArray fromInterface(uintptr_t data, const std::vector<py::ssize_t>& shape, const std::optional<std::vector<py::ssize_t>>& strides, char kind,
                         int bytes, std::optional<uintptr_t> stream, const std::string& what) {
  GivenArray given{rowsAt(reinterpret_cast<const void*>(data), shape, strides, numberType(kind, bytes, what), what), nullptr};
  given.array.after = stream;
  return given;
}

char letterOf(uint8_t code) {
  return code == dlpack::kInteger ? 'i' : code == dlpack::kNatural ? 'u' : code == dlpack::kReal ? 'f' : code == dlpack::kTruth ? 'b' : '?';
}

/// A capsule of DLPack whose owner made gpuStream() wait; it is taken, and let go with what is returned.
GivenArray fromCapsule(const py::object& capsule, const std::string& what) {
  if (PyCapsule_IsValid(capsule.ptr(), dlpack::kGiven) == 0)
    refuse(what, "its __dlpack__() gave no tensor that nobody has taken yet", "give the array itself");
  auto* const managed = static_cast<dlpack::Managed*>(PyCapsule_GetPointer(capsule.ptr(), dlpack::kGiven));
  PyCapsule_SetName(capsule.ptr(), dlpack::kTaken);
  GivenArray given;
  given.owner = std::shared_ptr<void>(managed, [](void* each) {
    auto* const own = static_cast<dlpack::Managed*>(each);
    if (own->release != nullptr) own->release(own);
  });
  const dlpack::Tensor& tensor = managed->tensor;
  const std::vector<py::ssize_t> shape(tensor.shape, tensor.shape + tensor.dimensions);
  checkShape(shape, what);
  if (tensor.deviceKind != dlpack::kCuda && tensor.deviceKind != dlpack::kCudaManaged)
    refuse(what, "it lies in the memory of a device (DLPack's kind " + std::to_string(tensor.deviceKind) + ")", "bring it to the host first");
  if (tensor.lanes != 1) refuse(what, "its numbers are vectors", "give float32 or float64");
  const ElementType type = numberType(letterOf(tensor.code), tensor.bits / 8, what);
  std::optional<std::vector<py::ssize_t>> strides;
  if (tensor.strides != nullptr) strides = {tensor.strides[0] * type.bytes, tensor.strides[1] * type.bytes};
  given.array = rowsAt(static_cast<const std::byte*>(tensor.data) + tensor.offset_bytes, shape, strides, type, what);
  given.array.after = ForeignArray::kAlreadyWaiting;
  return given;
}

/// Ours as others take it: the memory stays while either they or we have it.
struct Lent {
  dlpack::Managed managed;
  int64_t shape[2];
  GpuNumbers numbers;
};

py::object lend(const GpuNumbers& numbers) {
  auto lent = std::make_unique<Lent>(Lent{{}, {int64_t(numbers.rows), numbers.columns}, numbers});
  const uint8_t code = numbers.type.kind == ElementKind::real      ? dlpack::kReal
                       : numbers.type.kind == ElementKind::integer ? dlpack::kInteger
                                                                   : dlpack::kNatural;
  lent->managed = {{numbers.memory.get(), dlpack::kCuda, numbers.gpu, 2, code, uint8_t(8 * numbers.type.bytes), 1, lent->shape, nullptr, 0},
                   lent.get(),
                   [](dlpack::Managed* each) { delete static_cast<Lent*>(each->owner); }};
  const auto destroy = [](PyObject* capsule) {
    if (PyCapsule_IsValid(capsule, dlpack::kGiven) == 0) return;  // somebody has taken it
    auto* const own = static_cast<dlpack::Managed*>(PyCapsule_GetPointer(capsule, dlpack::kGiven));
    own->release(own);
  };
  PyObject* const capsule = PyCapsule_New(&lent->managed, dlpack::kGiven, destroy);
  if (capsule == nullptr) throw py::error_already_set();
  lent.release();
  return py::reinterpret_steal<py::object>(capsule);
}

py::str typeText(const GpuNumbers& numbers) {
  const char kind = numbers.type.kind == ElementKind::real ? 'f' : numbers.type.kind == ElementKind::integer ? 'i' : 'u';
  return std::string("<") + kind + std::to_string(numbers.type.bytes);
}

py::array toHost(const GpuNumbers& numbers) {
  py::array array(py::dtype::from_args(typeText(numbers)), {py::ssize_t(numbers.rows), py::ssize_t(numbers.columns)});
  void* const to = array.mutable_data();
  const py::gil_scoped_release released;
  bringToHost(numbers, to);
  return array;
}

/// float32, float64 and int64 rows without gaps.
GpuNumbers toGpu(const py::array& array, int gpu) {
  const py::array rows = py::array::ensure(array, py::array::c_style);
  if (!rows || rows.ndim() != 2) refuse("", "only arrays of two dimensions go to a GPU", "reshape it");
  const ElementType type = numberType(rows.dtype().kind(), int(rows.itemsize()), "");
  const py::gil_scoped_release released;
  return bringToGpu(rows.data(), uint64_t(rows.shape(0)), int(rows.shape(1)), type, gpu);
}

}  // namespace

TakenRows taken(const GivenArray& given, const Taking& taking, std::string_view what) {
  const py::gil_scoped_release released;
  return takeFromGpu(given.array, taking, what);
}

void addGpuArrays(py::module_& module) {
  py::class_<GivenArray>(module, "GivenArray").def("shape", [](const GivenArray& given) {
    return py::make_tuple(given.array.rows, given.array.columns);
  });
  py::class_<GpuNumbers> type(module, "GpuNumbers");
  type.def("shape", [](const GpuNumbers& numbers) { return py::make_tuple(numbers.rows, numbers.columns); });
  type.def("gpu", [](const GpuNumbers& numbers) { return numbers.gpu; });
  type.def("place", [](const GpuNumbers& numbers) { return reinterpret_cast<uintptr_t>(numbers.memory.get()); });
  type.def("type", &typeText).def("lend", &lend).def("to_host", &toHost);
  module.def("given_by_interface", &fromInterface);
  module.def("given_by_capsule", &fromCapsule);
  module.def("gpu_stream", &gpuStream);
  module.def("to_gpu", &toGpu);
}

}  // namespace arete::python
