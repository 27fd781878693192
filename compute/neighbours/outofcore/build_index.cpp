#include "compute/neighbours/outofcore/build_index.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include "compute/core/error.h"
#include "compute/core/interrupt.h"
#include "compute/files/atomic_file.h"
#include "compute/files/file_error.h"
#include "compute/neighbours/outofcore/cell_tree.h"

namespace arete::outofcore {

namespace fs = std::filesystem;

namespace {

/// How far a leaf has been written.
struct Filling {
  uint32_t written = 0, leastIndex = 0;
  Checksum coordinates, indices;
};

constexpr uint64_t kStateMagic = 0x6574617473616532;  // of this form of a state

/// How far a build has got: leaves before `begin` are done, those up to `end` have their share of the points before `next`.
struct Reached {
  uint64_t magic = kStateMagic;
  uint64_t about = 0;  // checksum of the IndexInfo
  uint32_t begin = 0, end = 0, next = 0, leaves = 0;
};

uint64_t checksumOf(const IndexInfo& info) {
  std::string text = info.identity;
  text.resize((text.size() + 3) / 4 * 4);
  const uint32_t numbers[] = {uint32_t(info.scalar), uint32_t(info.dimension), info.points, info.leafCapacity};
  Checksum sum;
  sum.add(std::as_bytes(std::span(text)));
  sum.add(std::as_bytes(std::span(numbers)));
  sum.add(std::as_bytes(std::span(info.origin)));
  return sum.value();
}

template <class T>
class Builder {
 public:
  Builder(const PointStream& points, DiskFile& file, const fs::path& state, const BuildOptions& options, const StageContext& context)
      : points_(points),
        file_(file),
        state_(state),
        options_(options),
        context_(context),
        info_(indexInfoOf(points, options.leafCapacity)),
        dimension_(size_t(points.dimension())),
        tree_(points.dimension(), options.leafCapacity, options.memory_bytes / 2) {}

  void build() {
    const bool goesOn = restore();
    if (!goesOn) {
      tree_ = CellTree<T>(points_.bounds(context_.stop), points_.dimension(), info_.points, options_.leafCapacity, options_.memory_bytes / 2);
      for (int pass = 1; tree_.needsPass(); ++pass) count(pass);
      listLeaves();
    }
    const IndexLayout layout(info_, leaves_);
    file_.reserve(layout.fileBytes);
    if (!goesOn) {
      startRange(0);
      save();
    }
    while (reached_.begin < leaves_.size()) {
      distribute();
      startRange(reached_.end);
    }
    for (size_t i = 0; i < leaves_.size(); ++i) {
      if (filling_[i].written != leaves_[i].count) sourceChanged();
      leaves_[i].leastIndex = filling_[i].leastIndex;
      leaves_[i].checksum = leafChecksum(filling_[i].coordinates, filling_[i].indices);
    }
    writeIndexTables(file_, info_, layout, leaves_, std::as_bytes(std::span(boxes_)));
  }

 private:
  static constexpr double kCountingShare = 0.3;  // of the progress
  static constexpr uint32_t kLeastBuffered = 256, kMostBuffered = 4096;

  size_t pointBytes() const { return dimension_ * sizeof(T) + sizeof(uint32_t); }
  /// How many leaves can be written side by side within the memory.
  size_t mostLeaves() const { return options_.memory_bytes / 2 / (kLeastBuffered * pointBytes()); }
  [[noreturn]] static void sourceChanged() {
    throw Error(ErrorKind::io, "cannot build the index", "", "the source changed while it was read", "build it again when the file is complete");
  }

  void count(int pass) {
    const double start = kCountingShare * (1 - 1.0 / pass), end = kCountingShare * (1 - 1.0 / (pass + 1));
    points_.read(
        0,
        [&](const PointArray& block, uint64_t first) {
          tree_.count(block.view<T>());
          context_.report(start + (end - start) * (double(first) + block.size()) / info_.points);
        },
        context_.stop);
    tree_.settle();
  }

  /// Points that halving could not divide become as many leaves as needed, all with the same box.
  void listLeaves() {
    leaves_.clear();
    boxes_.clear();
    firstLeaf_.clear();
    const BoxedCounts<T>& planned = tree_.leaves();
    firstLeaf_.reserve(planned.size());
    for (size_t i = 0; i < planned.size(); ++i) {
      firstLeaf_.push_back(uint32_t(leaves_.size()));
      for (uint32_t left = planned.count(i); left > 0; left -= leaves_.back().count) {
        leaves_.push_back({.count = std::min(left, options_.leafCapacity)});
        boxes_.insert(boxes_.end(), planned.low(i), planned.low(i) + 2 * dimension_);
      }
    }
    filling_.assign(leaves_.size(), {});
    passed_.assign(planned.size(), 0);
  }

  void startRange(uint32_t begin) {
    const size_t most = mostLeaves();
    if (most == 0) throw Error(ErrorKind::wrongUse, "cannot build the index", "", "the memory allowed is less than one buffer", "allow more memory");
    const auto leaves = uint32_t(leaves_.size());
    reached_ = {.about = checksumOf(info_), .begin = begin, .end = uint32_t(std::min<size_t>(leaves, begin + most)), .leaves = leaves};
    std::ranges::fill(passed_, 0);
    waiting_.assign(reached_.end - begin, 0);
  }

  void distribute() {
    const uint32_t buffers = reached_.end - reached_.begin;
    buffered_ = uint32_t(std::clamp<size_t>(options_.memory_bytes / 2 / (buffers * pointBytes()), kLeastBuffered, kMostBuffered));
    coordinates_.resize(size_t(buffers) * buffered_ * dimension_);
    indices_.resize(size_t(buffers) * buffered_);
    waiting_.assign(buffers, 0);
    uint64_t checkpoint = reached_.next + options_.checkpointPoints;
    points_.read(
        reached_.next,
        [&](const PointArray& block, uint64_t first) {
          const PointsView<T> view = block.view<T>();
          if (first + view.count > info_.points) sourceChanged();
          for (uint32_t i = 0; i < view.count; ++i) put(view.point(i), uint32_t(first + i));
          reached_.next = uint32_t(first + view.count);
          if (reached_.next >= checkpoint) {
            save();
            checkpoint = reached_.next + options_.checkpointPoints;
          }
          const double share = (double(reached_.begin) + double(buffers) * reached_.next / info_.points) / double(leaves_.size());
          context_.report(kCountingShare + (1 - kCountingShare) * share);
        },
        context_.stop);
    for (uint32_t leaf = reached_.begin; leaf < reached_.end; ++leaf) writeOut(leaf);
  }

  void put(const T* point, uint32_t index) {
    const uint32_t planned = tree_.leafOf(point);
    if (planned >= passed_.size() || passed_[planned] == tree_.leaves().count(planned)) sourceChanged();
    const uint32_t leaf = firstLeaf_[planned] + passed_[planned]++ / options_.leafCapacity;
    if (leaf < reached_.begin || leaf >= reached_.end) return;
    const uint32_t buffer = leaf - reached_.begin;
    const size_t place = size_t(buffer) * buffered_ + waiting_[buffer];
    std::copy_n(point, dimension_, &coordinates_[place * dimension_]);
    indices_[place] = index;
    if (++waiting_[buffer] == buffered_) writeOut(leaf);
  }

  void writeOut(uint32_t leaf) {
    const uint32_t buffer = leaf - reached_.begin, count = waiting_[buffer];
    if (count == 0) return;
    Filling& filling = filling_[leaf];
    const Leaf& here = leaves_[leaf];
    const std::span coordinates(&coordinates_[size_t(buffer) * buffered_ * dimension_], count * dimension_);
    const std::span indices(&indices_[size_t(buffer) * buffered_], count);
    if (filling.written == 0) filling.leastIndex = indices[0];
    file_.write(here.offset + filling.written * dimension_ * sizeof(T), std::as_bytes(coordinates));
    file_.write(here.offset + here.count * dimension_ * sizeof(T) + filling.written * sizeof(uint32_t), std::as_bytes(indices));
    filling.coordinates.add(std::as_bytes(coordinates));
    filling.indices.add(std::as_bytes(indices));
    filling.written += count;
    waiting_[buffer] = 0;
  }

  /// Saves the state, after flushing what has been written to the disk.
  void save() {
    if (state_.empty() || info_.identity.empty()) return;
    for (uint32_t leaf = reached_.begin; leaf < reached_.end; ++leaf) writeOut(leaf);
    file_.flush();
    AtomicFile state(state_);
    Checksum sum;
    const auto add = [&](std::span<const std::byte> bytes) {
      state.write(bytes);
      sum.add(bytes);
    };
    add(std::as_bytes(std::span(&reached_, 1)));
    tree_.save(add);
    add(std::as_bytes(std::span(filling_)));
    add(std::as_bytes(std::span(passed_)));
    const uint64_t value = sum.value();
    state.write(std::as_bytes(std::span(&value, 1)));
    void(state.commit());
  }

  /// Restores what save() wrote, including the leaves. False: there is nothing, or nothing of this cloud; then the build starts anew.
  bool restore() {
    std::error_code error;
    const uint64_t size = fs::file_size(state_, error);
    if (error || size < sizeof reached_ + sizeof(uint64_t)) return false;
    const DiskFile state = DiskFile::openToRead(state_);
    uint64_t at = 0, value = 0;
    Checksum sum;
    const auto take = [&](std::span<std::byte> bytes) {
      if (at + bytes.size() > size) return false;
      state.read(at, bytes);
      at += bytes.size();
      sum.add(bytes);
      return true;
    };
    if (!take(std::as_writable_bytes(std::span(&reached_, 1))) || reached_.magic != kStateMagic || reached_.about != checksumOf(info_) ||
        !tree_.restore(take, size, info_.points))
      return false;
    listLeaves();
    if (reached_.leaves != leaves_.size()) return false;
    const bool read = take(std::as_writable_bytes(std::span(filling_))) && take(std::as_writable_bytes(std::span(passed_)));
    const Checksum expected = sum;
    return read && take(std::as_writable_bytes(std::span(&value, 1))) && value == expected.value() && isPossible();
  }

  /// Whether a build can be in this state. A checksum shows that a state is unchanged, but not who wrote it.
  bool isPossible() const {
    const bool isEmpty = leaves_.empty() && reached_.begin == 0 && reached_.end == 0;
    const bool isRange = reached_.begin < reached_.end && reached_.end <= leaves_.size() && reached_.end - reached_.begin <= mostLeaves();
    if (!isEmpty && !isRange) return false;
    uint64_t passed = 0;
    for (size_t i = 0; i < passed_.size(); ++i) {
      passed += passed_[i];
      if (passed_[i] > tree_.leaves().count(i)) return false;
      const auto end = i + 1 < firstLeaf_.size() ? firstLeaf_[i + 1] : uint32_t(leaves_.size());
      uint32_t left = passed_[i];
      for (uint32_t leaf = firstLeaf_[i]; leaf < end; ++leaf) {
        const uint32_t count = leaves_[leaf].count, here = std::min(left, count);
        left -= here;
        if (filling_[leaf].written != (leaf < reached_.begin ? count : leaf < reached_.end ? here : 0)) return false;
        if (filling_[leaf].written > 0 && filling_[leaf].leastIndex >= info_.points) return false;
      }
    }
    return passed == reached_.next;
  }

  const PointStream& points_;
  DiskFile& file_;
  const fs::path state_;  // empty: a build that cannot be resumed
  const BuildOptions options_;
  const StageContext& context_;
  const IndexInfo info_;
  const size_t dimension_;
  CellTree<T> tree_;
  std::vector<Leaf> leaves_;
  std::vector<T> boxes_;
  std::vector<Filling> filling_;     // by leaf
  std::vector<uint32_t> firstLeaf_;  // by planned leaf
  std::vector<uint32_t> passed_;     // points already passed there, by planned leaf
  Reached reached_;
  uint32_t buffered_ = 0;  // points waiting to be written together
  std::vector<T> coordinates_;
  std::vector<uint32_t> indices_, waiting_;
};

void build(const PointStream& points, DiskFile& file, const fs::path& state, const BuildOptions& options, const StageContext& context) {
  withScalarType(points.scalar(), [&]<class T>() { Builder<T>(points, file, state, options, context).build(); });
}

/// Refuses to replace files that this program did not make.
template <class IsOurs>
void refuseForeign(const fs::path& path, IsOurs isOurs) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  try {
    if (isOurs(DiskFile::openToRead(path))) return;
  } catch (const Error&) {
    if (!fs::exists(path, error)) return;  // another program removed it meanwhile
    throw;
  }
  throw Error(ErrorKind::badInput, "cannot replace this file", path.string(), "it is not of an index of this program",
              "give the index another name, or remove this file");
}

/// Where the files beside an index are while it is built.
struct Companions {
  fs::path part, state;

  explicit Companions(const fs::path& index) : part(index), state(index) {
    part += kBuildCompanions[0];
    state += kBuildCompanions[1];
  }
  /// Under the lock of the unfinished index, which goes last: without it another program may be building already.
  void remove() const {
    std::error_code ignored;
    fs::remove(state, ignored);
    fs::remove(part, ignored);
  }
};

bool beginsAsPart(const DiskFile& file) { return file.size() == 0 || beginsAsIndex(file); }

bool beginsAsState(const DiskFile& file) {
  uint64_t magic = 0;
  if (file.size() < sizeof magic) return false;
  file.read(0, std::as_writable_bytes(std::span(&magic, 1)));
  return magic == kStateMagic;
}

}  // namespace

uint32_t nameablePoints(const PointStream& points) {
  constexpr uint64_t kMost = UINT32_MAX - 1;  // one number says that there is none
  if (points.size() <= kMost) return uint32_t(points.size());
  throw Error(ErrorKind::badInput, "cannot search for neighbours", "the points",
              "there are " + std::to_string(points.size()) + ", and an answer names one of at most " + std::to_string(kMost),
              "cut the cloud into parts and search in each, or thin it out");
}

IndexInfo indexInfoOf(const PointStream& points, uint32_t leafCapacity) {
  return {.scalar = points.scalar(),
          .dimension = points.dimension(),
          .points = nameablePoints(points),
          .leafCapacity = leafCapacity,
          .origin = points.origin(),
          .identity = points.identity().substr(0, IndexInfo::kIdentityBytes)};
}

DiskFile buildIndex(const PointStream& points, const fs::path& path, const BuildOptions& options, const StageContext& context) {
  const Companions beside(path);
  refuseForeign(path, beginsAsIndex);
  refuseForeign(beside.part, beginsAsPart);
  refuseForeign(beside.state, beginsAsState);
  std::error_code ignored;
  const EndsInOrder cleaning;
  DiskFile file = DiskFile::openToWrite(beside.part);
  try {
    beginIndex(file);  // so that its origin is known if this build is killed
    build(points, file, beside.state, options, context);
    file.flush();
    fs::remove(beside.state, ignored);  // first, as nobody would look at it again beside a finished index
    file.moveTo(path);
  } catch (const Cancelled&) {
    if (!fs::exists(beside.state, ignored)) fs::remove(beside.part, ignored);
    throw;
  } catch (const Error&) {
    beside.remove();
    throw;
  }
  return file;
}

void removeAbandonedBuild(const fs::path& path) try {
  const Companions beside(path);
  const std::optional<DiskFile> part = DiskFile::openAbandoned(beside.part);
  if (!part || !beginsAsPart(*part)) return;
  std::error_code ignored;
  if (fs::exists(beside.state, ignored) && !beginsAsState(DiskFile::openToRead(beside.state))) return;
  beside.remove();
} catch (const Error&) {
  // What cannot be read stays: the index is used all the same.
}

DiskFile buildTemporaryIndex(const PointStream& points, const fs::path& folder, const BuildOptions& options, const StageContext& context) {
  DiskFile file = DiskFile::temporary(folder);
  build(points, file, {}, options, context);
  return file;
}

}  // namespace arete::outofcore
