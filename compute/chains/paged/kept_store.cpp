#include "compute/chains/paged/kept_store.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "compute/core/error.h"

namespace arete::cpu {

void KeptStore::refuse(std::string_view reason, std::string_view place) const {
  throw Error(ErrorKind::badInput, "cannot use this store", path().string() + (place.empty() ? "" : ", ") + std::string(place), reason,
              "remove it, and it is made anew, or give another name");
}

KeptStore::KeptStore(DiskFile given) : coordinates_(std::make_shared<StripFile>(StripFile{std::move(given)})) {
  const DiskFile& file = coordinates_->file;
  const uint64_t size = file.size();
  StoreHeader header;
  if (size < sizeof header) refuse("it is not a store of this program: it is too short");
  file.read(0, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != kStoreMagic) refuse("it is not a store of this program");
  if (header.version != kStoreVersion)
    refuse("its format is version " + std::to_string(header.version) + ", and this program reads version " + std::to_string(kStoreVersion));
  if (header.sum != sumOf(header)) refuse("its checksum differs: it is damaged", "head");
  if (header.fileBytes != size)
    refuse("it has " + std::to_string(size) + " bytes instead of " + std::to_string(header.fileBytes) + ": it was cut off");
  if (const std::string_view reason = impossible(header); !reason.empty()) refuse(reason, "head");
  if (header.textBytes > size - sizeof header || header.textBytes % sizeof(uint32_t) != 0) refuse("its texts do not fit into it", "head");
  head_ = headFrom(header);
  const StorePlaces places(head_, header.textBytes);
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
  uint64_t points = 0, next = 0, at = StorePlaces(head_).cells;  // the lowest key that may come
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
  const uint64_t at = StorePlaces(head_).chosen;
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
  const StorePlaces places(head_);
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
  const auto d = size_t(head_.facts.dimension);
  const auto low = T(std::ranges::min(std::span(head_.facts.bounds.minimum).first(d)));
  const auto high = T(std::ranges::max(std::span(head_.facts.bounds.maximum).first(d)));
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
      strips_(file_, StorePlaces(head_).coordinates, true),
      cellsAt_(StorePlaces(head_).cells) {
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
  const StorePlaces places(head_);
  const auto origins = std::as_bytes(std::span<const uint64_t>(chosen.origins)), sumBytes = std::as_bytes(std::span<const uint64_t>(sums));
  const auto& elements = chosen.points.elements<T>();
  const auto coordinates = std::as_bytes(std::span<const T>(elements.data(), elements.size()));
  Checksum chosenSum;
  chosenSum.add(origins), chosenSum.add(coordinates);
  const std::string texts = textOf(head_.label);
  StoreHeader header = headerOf(head_);
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
