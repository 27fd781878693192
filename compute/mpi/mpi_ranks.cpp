#include "compute/mpi/mpi_ranks.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <thread>
#include <utility>

namespace arete::mpi {

namespace {

using parts::IterationCounts;
using parts::Message;
using Clock = std::chrono::steady_clock;

constexpr int kMessageTag = 1;

// MPI ends the program itself where a call fails (MPI_ERRORS_ARE_FATAL), so results need not be looked at.

/// Sums, but the largest of `busiest`. The order of these four is that of the record.
void combine(void* in, void* inOut, int* length, MPI_Datatype*) {
  const auto* const from = static_cast<const IterationCounts*>(in);
  auto* const to = static_cast<IterationCounts*>(inOut);
  for (int i = 0; i < *length; ++i) to[i] += from[i];
}

/// Bytes as records of a type of their own, for counts that are int.
class RecordType {
 public:
  explicit RecordType(size_t bytes) {
    MPI_Type_contiguous(int(bytes), MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~RecordType() { MPI_Type_free(&type_); }
  RecordType(const RecordType&) = delete;
  RecordType& operator=(const RecordType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

class MpiRanks final : public parts::Ranks {
 public:
  MpiRanks(const Session& session, std::stop_token stop, size_t pieceBytes)
      : rank_(session.rank()), size_(session.size()), stop_(std::move(stop)), pieceBytes_(pieceBytes), countsType_(sizeof(IterationCounts)) {
    MPI_Comm_dup(MPI_COMM_WORLD, &messages_);  // what is sent in one cannot be taken for what is sent in another
    MPI_Comm_dup(MPI_COMM_WORLD, &sumsOfRuns_);
    MPI_Comm_dup(MPI_COMM_WORLD, &together_);

    MPI_Op_create(&combine, 1, &addCounts_);
    sentTo_.resize(size_), tookFrom_.resize(size_);
  }
  ~MpiRanks() override {
    MPI_Op_free(&addCounts_);
    for (MPI_Comm* const each : {&messages_, &sumsOfRuns_, &together_}) MPI_Comm_free(each);
  }

  uint32_t rank() const override { return rank_; }
  uint32_t size() const override { return size_; }
  parts::RankTraffic traffic() const override { return traffic_; }
  void watch(IterationWatch watch) { watch_ = std::move(watch); }

  void connect(std::vector<uint32_t> neighbours) override {
    neighbours_ = std::move(neighbours);
    for (auto& inbox : inboxes_) inbox.messages.assign(neighbours_.size(), {}), inbox.count = 0;
  }
  void restart() override { sums_.clear(); }

  void send(uint32_t from, uint32_t to, uint64_t half, Message message) override;
  bool arrived(uint32_t, uint64_t half) const override { return inboxes_[half % 2].count == neighbours_.size(); }
  std::vector<Message> receive(uint32_t at, uint64_t half) override;
  bool await() override;
  void add(uint64_t iteration, const IterationCounts& counts) override;
  std::optional<IterationCounts> sum(uint64_t iteration) const override;
  void endRun(uint64_t posted) override;

  void addUp(std::span<uint64_t> numbers) override;
  std::vector<Message> gather(std::vector<Message> own) override;
  std::vector<Message> swap(std::vector<Message> toEach) override;
  void swap(const parts::RecordSwap& records) override;

 private:
  struct Inbox {
    std::vector<Message> messages;  // by neighbour
    size_t count = 0;
  };
  struct Sending {
    Message message;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Sum {
    IterationCounts own, all;
    mutable MPI_Request request = MPI_REQUEST_NULL;
  };

  bool takeArrived();
  void take(MPI_Message& found, const MPI_Status& status);
  void forgetSent();
  size_t placeOf(uint32_t neighbour) const;
  /// Whether one of the ranks was asked to stop: the answer of all is the same.
  void checkStopTogether();
  std::vector<uint64_t> swapCounts(const std::vector<uint64_t>& counts);

  const uint32_t rank_, size_;
  const std::stop_token stop_;
  const size_t pieceBytes_;
  const RecordType countsType_;
  MPI_Comm messages_ = MPI_COMM_NULL, sumsOfRuns_ = MPI_COMM_NULL, together_ = MPI_COMM_NULL;
  MPI_Op addCounts_ = MPI_OP_NULL;

  std::vector<uint32_t> neighbours_;
  std::array<Inbox, 2> inboxes_;             // by the parity of the half
  std::deque<Sending> sending_;              // oldest first
  std::vector<uint64_t> sentTo_, tookFrom_;  // messages of all runs, by rank
  mutable std::deque<Sum> sums_;             // by iteration of this run; requests are MPI's until they are done
  IterationWatch watch_;
  parts::RankTraffic traffic_;
};

void MpiRanks::send(uint32_t, uint32_t to, uint64_t half, Message message) {
  static_cast<void>(half);  // messages of one sender arrive in their order, and each half has one
  forgetSent();
  ++traffic_.messages, traffic_.bytesOut += message.size();
  ++sentTo_[to];
  Sending& sending = sending_.emplace_back(Sending{std::move(message), MPI_REQUEST_NULL});
  MPI_Isend(sending.message.data(), int(sending.message.size()), MPI_BYTE, int(to), kMessageTag, messages_, &sending.request);
}

void MpiRanks::forgetSent() {
  for (int done = 1; !sending_.empty(); sending_.pop_front()) {
    MPI_Test(&sending_.front().request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return;
  }
}

size_t MpiRanks::placeOf(uint32_t neighbour) const {
  const auto found = std::ranges::lower_bound(neighbours_, neighbour);
  if (found == neighbours_.end() || *found != neighbour)
    throw Error(ErrorKind::internal, "cannot take a message", "rank " + std::to_string(neighbour), "it is no neighbour", "please report this");
  return size_t(found - neighbours_.begin());
}

/// Its header says which half it is of: a neighbour is at most one half ahead.
void MpiRanks::take(MPI_Message& found, const MPI_Status& status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  Message message(static_cast<size_t>(bytes));
  MPI_Mrecv(message.data(), bytes, MPI_BYTE, &found, MPI_STATUS_IGNORE);
  const auto from = uint32_t(status.MPI_SOURCE);
  traffic_.bytesIn += message.size();
  ++tookFrom_[from];
  parts::MessageHeader header;
  if (message.size() < sizeof(header))
    throw Error(ErrorKind::internal, "cannot take a message", "rank " + std::to_string(from), "it ends too early", "please report this");
  std::memcpy(&header, message.data(), sizeof(header));
  Inbox& inbox = inboxes_[header.half % 2];
  inbox.messages[placeOf(from)] = std::move(message);
  ++inbox.count;
}

bool MpiRanks::takeArrived() {
  bool any = false;
  for (int found = 1; found != 0;) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, kMessageTag, messages_, &found, &message, &status);
    if (found != 0) take(message, status), any = true;
  }
  return any;
}

/// A half takes microseconds, so it asks again and again; where cores are shared, others get to run in between.
bool MpiRanks::await() {
  const auto start = Clock::now();
  if (!takeArrived()) std::this_thread::yield();
  traffic_.waited_s += std::chrono::duration<double>(Clock::now() - start).count();
  return true;
}

std::vector<Message> MpiRanks::receive(uint32_t, uint64_t half) {
  Inbox& inbox = inboxes_[half % 2];
  std::vector<Message> taken(neighbours_.size());
  std::swap(taken, inbox.messages);
  inbox.count = 0;
  return taken;
}

void MpiRanks::add(uint64_t iteration, const IterationCounts& counts) {
  if (sums_.size() != iteration)
    throw Error(ErrorKind::internal, "cannot add up iterations", std::to_string(iteration), "they do not come in their order", "please report this");
  Sum& sum = sums_.emplace_back();
  sum.own = counts;
  sum.own.stops = stop_.stop_requested() ? 1 : 0;
  MPI_Iallreduce(&sum.own, &sum.all, 1, countsType_.get(), addCounts_, sumsOfRuns_, &sum.request);
}

std::optional<IterationCounts> MpiRanks::sum(uint64_t iteration) const {
  if (iteration >= sums_.size()) return {};
  const Sum& sum = sums_[iteration];
  int done = 1;
  if (sum.request != MPI_REQUEST_NULL) {
    MPI_Test(&sum.request, &done, MPI_STATUS_IGNORE);
    if (done != 0 && watch_) watch_(iteration, sum.all);
  }
  if (done == 0) return {};
  return sum.all;
}

/// All ranks make as many sums, and nothing that was sent is left: the next run begins with nothing under way.
void MpiRanks::endRun(uint64_t posted) {
  while (sums_.size() < posted) add(sums_.size(), {});
  for (Sum& sum : sums_) MPI_Wait(&sum.request, MPI_STATUS_IGNORE);
  const std::vector<uint64_t> sentToMe = swapCounts(sentTo_);
  while (tookFrom_ != sentToMe)
    if (!takeArrived()) std::this_thread::yield();
  for (Sending& each : sending_) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
  sending_.clear();
  for (auto& inbox : inboxes_) inbox.messages.assign(neighbours_.size(), {}), inbox.count = 0;
}

void MpiRanks::checkStopTogether() {
  int stops = stop_.stop_requested() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &stops, 1, MPI_INT, MPI_SUM, together_);
  if (stops > 0) throw Cancelled{};
}

void MpiRanks::addUp(std::span<uint64_t> numbers) {
  constexpr size_t kPiece = size_t(1) << 20;
  checkStopTogether();
  for (size_t at = 0; at < numbers.size(); at += kPiece)
    MPI_Allreduce(MPI_IN_PLACE, numbers.data() + at, int(std::min(kPiece, numbers.size() - at)), MPI_UINT64_T, MPI_SUM, together_);
}

std::vector<uint64_t> MpiRanks::swapCounts(const std::vector<uint64_t>& counts) {
  std::vector<uint64_t> theirs(size_);
  MPI_Alltoall(counts.data(), 1, MPI_UINT64_T, theirs.data(), 1, MPI_UINT64_T, together_);
  return theirs;
}

/// Each rank's bytes in pieces: all of one go around, then all of the next.
std::vector<Message> MpiRanks::gather(std::vector<Message> own) {
  checkStopTogether();
  Message mine = own.empty() ? Message() : std::move(own.front());
  const uint64_t bytes = mine.size();
  std::vector<uint64_t> sizes(size_);
  MPI_Allgather(&bytes, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, together_);
  const uint64_t share = std::max<uint64_t>(pieceBytes_ / size_, 1);
  std::vector<Message> all(size_);
  for (size_t from = 0; from < size_; ++from) all[from].resize(sizes[from]);
  std::vector<int> counts(size_), places(size_);
  Message piece;
  for (uint64_t at = 0, most = std::ranges::max(sizes); at < most; at += share) {
    uint64_t total = 0;
    for (size_t from = 0; from < size_; ++from) {
      const uint64_t count = at < sizes[from] ? std::min(share, sizes[from] - at) : 0;
      counts[from] = int(count), places[from] = int(total);
      total += count;
    }
    piece.resize(total);
    const std::byte* const begin = at < bytes ? mine.data() + at : mine.data();
    MPI_Allgatherv(begin, counts[rank_], MPI_BYTE, piece.data(), counts.data(), places.data(), MPI_BYTE, together_);
    for (size_t from = 0; from < size_; ++from)
      if (counts[from] > 0) std::memcpy(all[from].data() + at, piece.data() + places[from], size_t(counts[from]));
  }
  return all;
}

std::vector<Message> MpiRanks::swap(std::vector<Message> toEach) {
  std::vector<uint64_t> counts;
  for (const Message& each : toEach) counts.push_back(each.size());
  const std::vector<uint64_t> sizes = swapCounts(counts);
  Message all;
  swap(parts::RecordSwap{.recordBytes = 1,
                         .counts = std::move(counts),
                         .pack = [&](uint32_t to, uint64_t first,
                                     std::span<std::byte> out) { std::copy_n(toEach[to].begin() + ptrdiff_t(first), out.size(), out.begin()); },
                         .room = [&](uint64_t count) { return std::span(all = Message(count)); }});
  std::vector<Message> fromEach;
  for (size_t from = 0, at = 0; from < size_; at += sizes[from++])
    fromEach.emplace_back(all.begin() + ptrdiff_t(at), all.begin() + ptrdiff_t(at + sizes[from]));
  return fromEach;
}

void MpiRanks::swap(const parts::RecordSwap& records) {
  checkStopTogether();
  const RecordType type(records.recordBytes);
  const std::vector<uint64_t> theirs = swapCounts(records.counts);
  std::vector<uint64_t> begins(size_);  // of what comes from each
  uint64_t total = 0, most = std::ranges::max(records.counts);
  for (size_t from = 0; from < size_; ++from) begins[from] = std::exchange(total, total + theirs[from]);
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, together_);
  const std::span<std::byte> room = records.room(total);
  const uint64_t share = std::max<uint64_t>(pieceBytes_ / records.recordBytes / size_, 1);
  std::vector<int> outCounts(size_), outPlaces(size_), inCounts(size_), inPlaces(size_);
  Message out, in;
  for (uint64_t at = 0; at < most; at += share) {
    uint64_t outTotal = 0, inTotal = 0;
    for (size_t rank = 0; rank < size_; ++rank) {
      const auto within = [&](uint64_t count) { return at < count ? std::min(share, count - at) : 0; };
      outCounts[rank] = int(within(records.counts[rank])), outPlaces[rank] = int(outTotal), outTotal += uint64_t(outCounts[rank]);
      inCounts[rank] = int(within(theirs[rank])), inPlaces[rank] = int(inTotal), inTotal += uint64_t(inCounts[rank]);
    }
    out.resize(outTotal * records.recordBytes), in.resize(inTotal * records.recordBytes);
    for (uint32_t to = 0; to < size_; ++to)
      if (outCounts[to] > 0)
        records.pack(to, at, std::span(out).subspan(size_t(outPlaces[to]) * records.recordBytes, size_t(outCounts[to]) * records.recordBytes));
    MPI_Alltoallv(out.data(), outCounts.data(), outPlaces.data(), type.get(), in.data(), inCounts.data(), inPlaces.data(), type.get(), together_);
    for (size_t from = 0; from < size_; ++from)
      if (inCounts[from] > 0)
        std::memcpy(room.data() + (begins[from] + at) * records.recordBytes, in.data() + size_t(inPlaces[from]) * records.recordBytes,
                    size_t(inCounts[from]) * records.recordBytes);
  }
}

}  // namespace

std::unique_ptr<parts::Ranks> makeRanks(const Session& session, std::stop_token stop, size_t pieceBytes) {
  return std::make_unique<MpiRanks>(session, std::move(stop), pieceBytes);
}

void watchIterations(parts::Ranks& ranks, IterationWatch watch) { dynamic_cast<MpiRanks&>(ranks).watch(std::move(watch)); }

}  // namespace arete::mpi
