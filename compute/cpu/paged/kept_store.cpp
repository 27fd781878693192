#include "compute/cpu/paged/kept_store.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "compute/core/error.h"

namespace arete::cpu {

namespace {

static_assert(std::endian::native == std::endian::little, "stores are little endian");

constexpr std::array<char, 8> kMagic = {'a', 'r', 'e', 't', 'e', 's', 't', 'o'};
constexpr uint32_t kVersion = 1;  // of the form, and of the rules by which points are read, chosen and put into cells
constexpr uint64_t kAlignment = 4096, kUnit = 8;
constexpr size_t kCellWords = 3;  // of 4 bytes: key, points

struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t version = kVersion;
  uint32_t scalarBytes = 0, dimension = 0;
  uint32_t cells = 0, chosen = 0, inputs = 0;
  uint64_t points = 0, textBytes = 0, fileBytes = 0;
  double r1 = 0;
  std::array<double, kMaxDimension> origin{}, minimum{}, maximum{};
  uint32_t axes = 0;
  std::array<uint32_t, GridShape::kAxes> axis{}, count{};
  uint32_t unused = 0;
  std::array<double, GridShape::kAxes> gridOrigin{}, inverseEdge{}, last{};
  uint64_t textSum = 0, cellSum = 0, chosenSum = 0, blockSum = 0;
  uint64_t sum = 0;  // of what is before
};
static_assert(sizeof(Header) <= kAlignment && sizeof(Header) % kUnit == 0);

uint64_t sumOf(const Header& header) { return blockSum(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, sum))); }
uint64_t roundedUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Each with its size before it, together a multiple of four bytes.
std::string textOf(const StoreLabel& label) {
  std::string all;
  const auto put = [&all](const std::string& text) {
    const auto size = uint32_t(text.size());
    all.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
  };
  for (const std::string& text : label.input) put(text);
  put(label.about);
  all.resize(roundedUp(all.size(), sizeof(uint32_t)));
  return all;
}

/// Nothing where there are not so many texts in it.
std::optional<StoreLabel> labelFrom(std::string_view all, uint32_t inputs) {
  std::vector<std::string> texts;
  for (uint64_t i = 0; i <= inputs; ++i) {
    uint32_t size = 0;
    if (all.size() < sizeof size) return {};
    std::copy_n(all.data(), sizeof size, reinterpret_cast<char*>(&size));
    all.remove_prefix(sizeof size);
    if (all.size() < size) return {};
    texts.emplace_back(all.substr(0, size));
    all.remove_prefix(size);
  }
  StoreLabel label{.input = {}, .about = std::move(texts.back())};
  texts.pop_back();
  label.input = std::move(texts);
  return label;
}

Header headerOf(const StoreHead& head) {
  Header header;
  header.scalarBytes = head.facts.scalar == Scalar::float32 ? sizeof(float) : sizeof(double);
  header.dimension = uint32_t(head.facts.dimension);
  header.cells = head.cells, header.chosen = head.chosen, header.inputs = uint32_t(head.label.input.size());
  header.points = head.facts.count;
  header.textBytes = textOf(head.label).size();
  header.r1 = head.r1;
  header.origin = head.facts.origin, header.minimum = head.facts.bounds.minimum, header.maximum = head.facts.bounds.maximum;
  header.axes = uint32_t(head.shape.axes);
  std::ranges::copy(head.shape.axis, header.axis.begin());
  header.count = head.shape.count;
  header.gridOrigin = head.shape.origin, header.inverseEdge = head.shape.inverseEdge, header.last = head.shape.last;
  return header;
}

template <size_t N>
bool areFinite(const std::array<double, N>& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

/// What no store can have, whatever its cloud; "" where all is possible.
std::string_view impossible(const Header& header) {
  if (header.scalarBytes != sizeof(float) && header.scalarBytes != sizeof(double)) return "its coordinates are of no known type";
  if (header.dimension < 1 || header.dimension > kMaxDimension) return "its points have no possible number of coordinates";
  if (header.points < 1 || header.points >= UINT32_MAX) return "it has no possible number of points";
  if (header.cells < 1 || header.cells > header.points || header.chosen > header.points) return "it has more cells or chosen points than points";
  if (!(header.r1 > 0) || !std::isfinite(header.r1)) return "its R1 is no radius";
  if (!(header.scalarBytes == sizeof(float) ? gridSuits<float>(header.r1) : gridSuits<double>(header.r1))) return "no grid of cells suits its R1";
  if (!areFinite(header.origin) || !areFinite(header.minimum) || !areFinite(header.maximum)) return "its bounds are not finite";
  for (size_t k = 0; k < header.dimension; ++k)
    if (header.minimum[k] > header.maximum[k]) return "its bounds are upside down";
  if (header.axes > GridShape::kAxes || header.axes > header.dimension) return "its cells have too many axes";
  if (!areFinite(header.gridOrigin) || !areFinite(header.inverseEdge)) return "its cells are nowhere";
  for (size_t a = 0; a < GridShape::kAxes; ++a) {
    if (header.count[a] < 1 || header.count[a] > (a < header.axes ? GridShape::kLargestCount : 1)) return "its cells have an impossible number";
    if (!(header.last[a] >= 0 && header.last[a] < double(header.count[a]))) return "its last cell is outside";
    if (a >= header.axes) continue;
    if (header.axis[a] >= header.dimension) return "its cells lie along an axis that points do not have";
    if (!(header.inverseEdge[a] > 0)) return "its cells have no length";
    for (size_t b = 0; b < a; ++b)
      if (header.axis[a] == header.axis[b]) return "its cells lie along one axis twice";
  }
  return {};
}

StoreHead headFrom(const Header& header) {
  StoreHead head;
  head.facts = {.count = header.points,
                .dimension = int(header.dimension),
                .scalar = header.scalarBytes == sizeof(float) ? Scalar::float32 : Scalar::float64,
                .origin = header.origin,
                .bounds = {header.minimum, header.maximum},
                .distancesInRange = true,
                .scale = {}};
  head.facts.scale = makeFixedScale(head.facts);
  head.r1 = header.r1;
  head.shape = {.axes = int(header.axes),
                .axis = {},
                .origin = header.gridOrigin,
                .inverseEdge = header.inverseEdge,
                .count = header.count,
                .last = header.last};
  std::ranges::copy(header.axis, head.shape.axis.begin());
  head.cells = header.cells, head.chosen = header.chosen;
  return head;
}

/// Where its parts are.
struct Places {
  uint64_t texts = sizeof(Header), coordinates = 0, cells = 0, chosen = 0, sums = 0;

  Places(const StoreHead& head, uint64_t textBytes) {
    const uint64_t place = uint64_t(head.facts.dimension) * (head.facts.scalar == Scalar::float32 ? sizeof(float) : sizeof(double));
    coordinates = roundedUp(texts + textBytes, kAlignment);
    cells = roundedUp(coordinates + head.facts.count * place, kUnit);
    chosen = roundedUp(cells + head.cells * kCellWords * sizeof(uint32_t), kUnit);
    sums = roundedUp(chosen + head.chosen * (sizeof(uint64_t) + place), kUnit);
  }
  explicit Places(const StoreHead& head) : Places(head, textOf(head.label).size()) {}
};

}  // namespace

uint64_t StoreHead::aboutBytes() const {
  const Places places(*this);
  return places.sums + ((places.cells - places.coordinates) / kBlockBytes + 1) * sizeof(uint64_t);
}

void KeptStore::refuse(std::string_view reason, std::string_view place) const {
  throw Error(ErrorKind::badInput, "cannot use this store", path().string() + (place.empty() ? "" : ", ") + std::string(place), reason,
              "remove it, and it is made anew, or give another name");
}

KeptStore::KeptStore(DiskFile given) : coordinates_(std::make_shared<StripFile>(StripFile{std::move(given)})) {
  const DiskFile& file = coordinates_->file;
  const uint64_t size = file.size();
  Header header;
  if (size < sizeof header) refuse("it is not a store of this program: it is too short");
  file.read(0, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != kMagic) refuse("it is not a store of this program");
  if (header.version != kVersion)
    refuse("its format is version " + std::to_string(header.version) + ", and this program reads version " + std::to_string(kVersion));
  if (header.sum != sumOf(header)) refuse("its checksum differs: it is damaged", "head");
  if (header.fileBytes != size)
    refuse("it has " + std::to_string(size) + " bytes instead of " + std::to_string(header.fileBytes) + ": it was cut off");
  if (const std::string_view reason = impossible(header); !reason.empty()) refuse(reason, "head");
  if (header.textBytes > size - sizeof header || header.textBytes % sizeof(uint32_t) != 0) refuse("its texts do not fit into it", "head");
  head_ = headFrom(header);
  const Places places(head_, header.textBytes);
  if (places.sums > size || (size - places.sums) % sizeof(uint64_t) != 0) refuse("its points do not fill it", "head");
  std::string texts(size_t(header.textBytes), '\0');
  const std::span bytes = std::as_writable_bytes(std::span(texts));
  file.read(places.texts, bytes);
  auto label = labelFrom(texts, header.inputs);
  if (header.textSum != blockSum(bytes) || !label) refuse("its checksum differs: it is damaged", "texts");
  head_.label = std::move(*label);
  if (textOf(head_.label) != texts) refuse("there is more than texts", "texts");
  cellSum_ = header.cellSum, chosenSum_ = header.chosenSum, blockSum_ = header.blockSum;
  coordinates_->begin = places.coordinates;
}

void KeptStore::forEachCell(const std::function<void(uint64_t key, uint32_t points)>& visit) const {
  constexpr std::string_view kPlace = "cells";
  constexpr size_t kTogether = 1 << 14;  // cells
  const uint64_t keys = CellGrid(head_.shape).cells();
  std::vector<uint32_t> words;
  Checksum sum;
  uint64_t points = 0, next = 0, at = Places(head_).cells;  // the lowest key that may come
  for (uint64_t left = head_.cells; left > 0;) {
    const size_t count = std::min<uint64_t>(left, kTogether);
    words.resize(count * kCellWords);
    const std::span bytes = std::as_writable_bytes(std::span(words));
    coordinates_->file.read(at, bytes);
    sum.add(bytes);
    for (size_t i = 0; i < words.size(); i += kCellWords) {
      const uint64_t key = words[i] | uint64_t(words[i + 1]) << 32;
      if (key < next || key >= keys || words[i + 2] == 0) refuse("a cell has an impossible number", kPlace);
      if ((points += words[i + 2]) > head_.facts.count) refuse("they have more points than there are", kPlace);
      visit(key, words[i + 2]);
      next = key + 1;
    }
    left -= count, at += bytes.size();
  }
  if (sum.value() != cellSum_) refuse("its checksum differs: it is damaged", kPlace);
  if (points != head_.facts.count) refuse("they have fewer points than there are", kPlace);
}

StreamedPoints::Chosen KeptStore::chosen() const {
  constexpr std::string_view kPlace = "chosen points";
  StreamedPoints::Chosen chosen{PointArray(head_.facts.scalar, head_.facts.dimension, head_.chosen), std::vector<uint64_t>(head_.chosen)};
  const auto origins = std::as_writable_bytes(std::span(chosen.origins));
  const uint64_t at = Places(head_).chosen;
  Checksum sum;
  coordinates_->file.read(at, origins);
  sum.add(origins);
  withScalarType(head_.facts.scalar, [&]<class T>() {
    auto& elements = chosen.points.elements<T>();
    const auto places = std::as_writable_bytes(std::span<T>(elements.data(), elements.size()));
    coordinates_->file.read(at + origins.size(), places);
    sum.add(places);
    for (const T coordinate : elements)
      if (!std::isfinite(coordinate)) refuse("a coordinate is not finite", kPlace);
  });
  if (sum.value() != chosenSum_) refuse("its checksum differs: it is damaged", kPlace);
  std::vector<uint64_t> sorted = chosen.origins;
  std::ranges::sort(sorted);
  if ((!sorted.empty() && sorted.back() >= head_.facts.count) || std::ranges::adjacent_find(sorted) != sorted.end())
    refuse("two come from one point, or from none", kPlace);
  return chosen;
}

/// Whole strips each, as StripWriter made them.
template <class T>
void KeptStore::checkBlocks(const StageContext& context) const {
  const Places places(head_);
  const uint64_t pointBytes = uint64_t(head_.facts.dimension) * sizeof(T);
  std::vector<uint64_t> ends;  // of blocks, in bytes
  uint64_t end = 0, begin = 0;
  forEachCell([&](uint64_t, uint32_t points) {
    for (uint32_t left = points; left > 0;) {
      const uint32_t count = std::min(left, kStripPoints);
      left -= count, end += count * pointBytes;
      if (end - begin >= kBlockBytes) ends.push_back(begin = end);
    }
  });
  if (end > begin) ends.push_back(end);
  if (ends.size() * sizeof(uint64_t) != coordinates_->file.size() - places.sums)
    refuse("another number of checksums is there than of blocks", "head");
  std::vector<uint64_t> sums(ends.size());
  coordinates_->file.read(places.sums, std::as_writable_bytes(std::span(sums)));
  if (blockSum(std::as_bytes(std::span<const uint64_t>(sums))) != blockSum_) refuse("its checksum differs: it is damaged", "checksums");
  const auto low = T(std::ranges::min(head_.facts.bounds.minimum)), high = T(std::ranges::max(head_.facts.bounds.maximum));
  std::vector<std::vector<T>> read(size_t(context.device.threads().size()));
  std::atomic<size_t> done = 0;
  context.device.threads().forEachRange(ends.size(), 1, [&](size_t block, size_t, int thread) {
    context.checkStop();
    const uint64_t from = block == 0 ? 0 : ends[block - 1];
    std::vector<T>& values = read[size_t(thread)];
    values.resize((ends[block] - from) / sizeof(T));
    coordinates_->file.read(places.coordinates + from, std::as_writable_bytes(std::span(values)));
    const std::string place = "byte " + std::to_string(places.coordinates + from);
    if (blockSum(std::as_bytes(std::span<const T>(values))) != sums[block]) refuse("its checksum differs: it is damaged", place);
    bool within = true;
    for (const T value : values) within &= value >= low && value <= high;
    if (!within) refuse("a point is outside the bounds", place);
    const size_t all = ++done;
    if (thread == 0) context.report(double(all) / double(ends.size()));
  });
}

void KeptStore::checkCoordinates(const StageContext& context) const {
  withScalarType(head_.facts.scalar, [&]<class T>() { checkBlocks<T>(context); });
}

template <class T>
StoreWriter<T>::StoreWriter(const std::filesystem::path& path, StoreHead head, const std::stop_token& stop)
    : head_(std::move(head)),
      target_(path, stop),
      file_(target_.disk()),
      strips_(file_, Places(head_).coordinates, true),
      cellsAt_(Places(head_).cells) {
  file_.reserve(head_.aboutBytes());
}

template <class T>
void StoreWriter<T>::append(const SortedCloud<T>& piece) {
  constexpr size_t kTogether = kCellWords << 14;  // words
  for (const Strip& strip : piece.strips()) strips_.put(piece, strip);
  for (uint32_t cell = 0; cell < piece.cells(); ++cell) {
    const uint64_t key = piece.cellKey(cell);
    cells_.insert(cells_.end(), {uint32_t(key), uint32_t(key >> 32), piece.pointsIn(cell)});
    if (cells_.size() >= kTogether) writeOutCells();
  }
  head_.cells += piece.cells();
}

template <class T>
void StoreWriter<T>::writeOutCells() {
  const auto bytes = std::as_bytes(std::span<const uint32_t>(cells_));
  cellSum_.add(bytes);
  file_.write(cellsAt_, bytes);
  cellsAt_ += bytes.size();
  cells_.clear();
}

template <class T>
std::shared_ptr<const KeptStore> StoreWriter<T>::finish(const StreamedPoints::Chosen& chosen) {
  writeOutCells();
  const std::vector<uint64_t> sums = strips_.finish();
  const Places places(head_);
  const auto origins = std::as_bytes(std::span<const uint64_t>(chosen.origins)), sumBytes = std::as_bytes(std::span<const uint64_t>(sums));
  const auto& elements = chosen.points.elements<T>();
  const auto coordinates = std::as_bytes(std::span<const T>(elements.data(), elements.size()));
  Checksum chosenSum;
  chosenSum.add(origins), chosenSum.add(coordinates);
  const std::string texts = textOf(head_.label);
  Header header = headerOf(head_);
  header.fileBytes = places.sums + sumBytes.size();
  header.textSum = blockSum(std::as_bytes(std::span(texts))), header.cellSum = cellSum_.value();
  header.chosenSum = chosenSum.value(), header.blockSum = blockSum(sumBytes);
  header.sum = sumOf(header);
  file_.reserve(header.fileBytes);
  file_.write(0, std::as_bytes(std::span(&header, 1)));
  file_.write(places.texts, std::as_bytes(std::span(texts)));
  file_.write(places.chosen, origins);
  file_.write(places.chosen + origins.size(), coordinates);
  file_.write(places.sums, sumBytes);
  void(target_.commit());  // a power cut that undoes it costs the time to make it
  return std::make_shared<const KeptStore>(std::move(file_));
}

template class StoreWriter<float>;
template class StoreWriter<double>;

}  // namespace arete::cpu
