// Values of the engine as bytes and back, for pickle: one description of each type serves both ways. Numbers are those of the machine, so bytes are
// for processes of the same program on machines of its kind; the version is asked for when they are read.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <concepts>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/point_array.h"
#include "compute/core/polylines.h"

namespace arete::python {

namespace py = pybind11;

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// A description of T serves values that are written, which are const, and those that are read.
template <class T, class Wanted>
concept Either = std::same_as<std::remove_const_t<T>, Wanted>;

class Packer {
 public:
  Packer() { (*this)(std::string(ARETE_VERSION)); }

  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  py::bytes bytes() const { return py::bytes(bytes_); }

 private:
  void append(const void* data, size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  template <PlainNumber T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(const std::string& text) { put(uint64_t(text.size())), bytes_ += text; }
  void put(const std::filesystem::path& path) { put(path.string()); }
  template <class T, class Allocator>
  void put(const std::vector<T, Allocator>& values) {
    put(uint64_t(values.size()));
    if constexpr (std::same_as<T, bool>)
      for (const bool each : values) put(each);
    else if constexpr (PlainNumber<T>) append(values.data(), values.size() * sizeof(T));
    else
      for (const T& each : values) put(each);
  }
  template <class T, size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& each : values) put(each);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  /// By what it is: null, or a value of its own.
  template <class T>
  void put(const std::shared_ptr<const T>& value) {
    put(value != nullptr);
    if (value) put(*value);
  }
  template <class... T>
  void put(const std::variant<T...>& value) {
    put(uint8_t(value.index()));
    std::visit([this](const auto& each) { put(each); }, value);
  }
  void put(const PointArray& points) {
    const PointArray rows = points.withLayout(Layout::row);
    put(rows.scalar()), put(rows.dimension());
    withScalarType(rows.scalar(), [&]<class T>() { put(rows.elements<T>()); });
  }
  template <class T>
  void put(const T& value) {
    partsOf(*this, value);
  }

  std::string bytes_;
};

class Unpacker {
 public:
  /// Throws Error(wrongUse) for bytes of another version of Arete.
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {
    std::string version;
    get(version);
    if (version == ARETE_VERSION) return;
    throw Error(ErrorKind::wrongUse, kFailed, "", "they were pickled by Arete " + version + ", and this is " ARETE_VERSION,
                "keep results for longer as files: save() writes sessions, curves and clouds");
  }

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  [[noreturn]] static void damaged() {
    throw Error(ErrorKind::badInput, kFailed, "", "the bytes are damaged, or cut off", "pickle the object again");
  }
  void ends() const {
    if (!rest_.empty()) damaged();
  }

 private:
  static constexpr std::string_view kFailed = "cannot restore what was pickled";

  void take(void* data, size_t size) {
    if (size > rest_.size()) damaged();
    if (size > 0) std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  /// The number of elements that take at least `least` bytes each.
  size_t count(size_t least) {
    uint64_t size = 0;
    get(size);
    if (size > rest_.size() / least) damaged();
    return size_t(size);
  }
  template <PlainNumber T>
  void get(T& value) {
    take(&value, sizeof value);
  }
  void get(std::string& text) {
    text.resize(count(1));
    take(text.data(), text.size());
  }
  void get(std::filesystem::path& path) {
    std::string text;
    get(text);
    path = text;
  }
  template <class T, class Allocator>
  void get(std::vector<T, Allocator>& values) {
    if constexpr (std::same_as<T, bool>) {
      values.resize(count(1));
      for (size_t i = 0; i < values.size(); ++i) {
        bool each = false;
        get(each);
        values[i] = each;
      }
    } else if constexpr (PlainNumber<T>) {
      values.resize(count(sizeof(T)));
      take(values.data(), values.size() * sizeof(T));
    } else {
      values.resize(count(1));
      for (T& each : values) get(each);
    }
  }
  template <class T, size_t N>
  void get(std::array<T, N>& values) {
    for (T& each : values) get(each);
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool is = false;
    get(is);
    if (is) get(value.emplace());
  }
  template <class T>
  void get(std::shared_ptr<const T>& value) {
    bool is = false;
    get(is);
    if (!is) return;
    auto made = std::make_shared<T>();
    get(*made);
    value = std::move(made);
  }
  template <class... T>
  void get(std::variant<T...>& value) {
    uint8_t kind = 0;
    get(kind);
    if (kind >= sizeof...(T)) damaged();
    size_t i = 0;
    ((i++ == kind ? get(value.template emplace<T>()) : void()), ...);
  }
  void get(PointArray& points) {
    Scalar scalar{};
    int dimension = 0;
    get(scalar), get(dimension);
    if (dimension < 1 || dimension > kMaxDimension || scalar > Scalar::float64) damaged();
    withScalarType(scalar, [&]<class T>() {
      std::vector<T> elements;
      get(elements);
      if (elements.size() % size_t(dimension) != 0) damaged();
      points = PointArray::fromRows(elements, dimension);
    });
  }
  template <class T>
  void get(T& value) {
    partsOf(*this, value);
  }

  std::string_view rest_;
};

template <class All>
void partsOf(All& all, Either<Polylines> auto& lines) {
  all(lines.dimension, lines.lines, lines.closed);
}

/// What makes objects of a type travel: `pack` and `unpack` of its value, and copies that share it, because it never changes.
template <class Type, class Pack, class Unpack>
void travels(Type& type, const Pack& pack, const Unpack& unpack) {
  type.def(py::pickle(pack, unpack));
  type.def("__copy__", [](const py::object& self) { return self; });
  type.def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; });
}

}  // namespace arete::python
