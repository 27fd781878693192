#include "compute/io/write_table.h"

#include <algorithm>
#include <type_traits>

#include "compute/core/device.h"
#include "compute/io/format_table.h"
#include "compute/io/write/npy_header_text.h"

namespace arete {

namespace {

constexpr size_t kRowsAtATime = 1 << 12;

/// Calls body(begin, end) for pieces of all values, whole rows each.
template <class F>
void forEachPiece(size_t count, const TableInput& input, const F& body) {
  for (size_t begin = 0; begin < count; begin += kRowsAtATime * input.columns) {
    if (input.stop.stop_requested()) throw Cancelled{};
    body(begin, std::min(begin + kRowsAtATime * input.columns, count));
  }
}

template <class T>
void npy(std::span<const T> values, const TableInput& input, TextFile& file) {
  using Stored = std::conditional_t<std::is_same_v<T, uint32_t>, int64_t, T>;
  const std::string_view type = std::is_same_v<T, uint32_t> ? "<i8" : std::is_same_v<T, float> ? "<f4" : "<f8";
  write::npyHeader(file, type, values.size() / input.columns, input.columns);
  std::vector<Stored> stored;
  forEachPiece(values.size(), input, [&](size_t begin, size_t end) {
    stored.assign(values.begin() + ptrdiff_t(begin), values.begin() + ptrdiff_t(end));
    file.write(std::as_bytes(std::span(stored)));
  });
}

template <class T>
void csv(std::span<const T> values, const TableInput& input, TextFile& file) {
  for (size_t c = 0; c < input.columns; ++c) file.put(input.columnName, '_', c + 1, c + 1 < input.columns ? ',' : '\n');
  forEachPiece(values.size(), input, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) file.put(values[i], (i + 1) % input.columns == 0 ? '\n' : ',');
  });
}

struct TableFormat {
  std::string_view id, extension;
};

const TableFormat& formatOf(const std::filesystem::path& path) {
  static constexpr TableFormat kFormats[] = {{"npy", "npy"}, {"csv", "csv"}};
  return findFormat(std::span<const TableFormat>(kFormats), path, {}, "cannot write the table");
}

}  // namespace

void checkTablePath(const std::filesystem::path& path) { formatOf(path); }

std::vector<std::string> writeTable(const std::filesystem::path& path, const TableInput& input) {
  const bool binary = formatOf(path).id == "npy";
  TextFile file(path);
  std::visit([&](auto values) { binary ? npy(values, input, file) : csv(values, input, file); }, input.values);
  if (input.stop.stop_requested()) throw Cancelled{};
  if (!file.commit()) return {std::string(kNotDurable)};
  return {};
}

}  // namespace arete
