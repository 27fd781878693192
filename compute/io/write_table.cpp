#include "compute/io/write_table.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "compute/core/device.h"
#include "compute/io/format_table.h"
#include "compute/io/write/npy_header_text.h"
#include "compute/io/write/prj.h"

namespace arete {

namespace {

constexpr size_t kRowsAtATime = 1 << 12;

struct TableFormat {
  std::string_view id, extension;
};

const TableFormat& formatOf(const std::filesystem::path& path) {
  static constexpr TableFormat kFormats[] = {{"npy", "npy"}, {"csv", "csv"}};
  const std::string id = extensionOf(path).empty() ? extensionOr("csv", path) : "";
  return findFormat(std::span<const TableFormat>(kFormats), path, id, "cannot write the table");
}

}  // namespace

struct TableWriter::State {
  State(const std::filesystem::path& path, const TableInput& about)
      : prj(write::PrjBeside::ofNone(path, {})),
        file(path, about.stop),
        binary(formatOf(path).id == "npy"),
        columns(about.columns),
        stop(about.stop) {}

  const write::PrjBeside prj;
  TextFile file;
  const bool binary;
  const size_t columns;
  const std::stop_token stop;

  template <class T>
  void put(std::span<const T> values) {
    for (size_t begin = 0; begin < values.size(); begin += kRowsAtATime * columns) {
      if (stop.stop_requested()) throw Cancelled{};
      const std::span piece = values.subspan(begin, std::min(kRowsAtATime * columns, values.size() - begin));
      binary ? putBinary(piece) : putText(piece);
    }
  }
  template <class T>
  void putBinary(std::span<const T> values) {
    using Stored = std::conditional_t<std::is_same_v<T, uint32_t>, int64_t, T>;
    std::vector<Stored> stored(values.begin(), values.end());
    if constexpr (std::is_same_v<T, uint32_t>) std::ranges::replace(stored, int64_t(kNoIndex), int64_t(-1));
    file.write(std::as_bytes(std::span(stored)));
  }
  template <class T>
  void putText(std::span<const T> values) {
    for (size_t i = 0; i < values.size(); ++i) {
      const char end = (i + 1) % columns == 0 ? '\n' : ',';
      if constexpr (std::is_same_v<T, uint32_t>) values[i] == kNoIndex ? file.put(-1, end) : file.put(values[i], end);
      else file.put(values[i], end);
    }
  }
};

void checkTablePath(const std::filesystem::path& path) { formatOf(path); }

TableWriter::TableWriter(const std::filesystem::path& path, size_t rows, const TableInput& about) : state_(std::make_unique<State>(path, about)) {
  static constexpr std::array<std::string_view, 3> kTypes = {"<i8", "<f4", "<f8"};  // of TableValues
  if (state_->binary) write::npyHeader(state_->file, kTypes[about.values.index()], rows, about.columns);
  if (state_->binary) return;
  if (!about.header.empty()) state_->file.put(about.header, '\n');
  for (size_t c = 0; c < about.columns && about.header.empty(); ++c)
    state_->file.put(about.columnName, '_', c + 1, c + 1 < about.columns ? ',' : '\n');
}

TableWriter::~TableWriter() = default;

void TableWriter::put(TableValues values) {
  std::visit([&](auto each) { state_->put(each); }, values);
}

std::vector<std::string> TableWriter::commit() {
  if (state_->stop.stop_requested()) throw Cancelled{};
  std::vector<std::string> warnings;
  if (!state_->file.commit()) warnings.emplace_back(kNotDurable);
  state_->prj.commit(warnings);
  return warnings;
}

std::vector<std::string> writeTable(const std::filesystem::path& path, const TableInput& input) {
  formatOf(path);
  TableWriter writer(path, std::visit([](auto values) { return values.size(); }, input.values) / input.columns, input);
  writer.put(input.values);
  return writer.commit();
}

}  // namespace arete
