#include "compute/io/read/laz/unpacked_rows.h"

#include <algorithm>

#include "compute/core/start_thread.h"
#include "compute/io/read/laz/damage.h"

namespace arete::laz {

namespace {

constexpr uint64_t kPiece = 2 * RowSource::kBlockRows;  // rows between two looks at the requests

/// How many threads are worthwhile: small files and records with very many models get none.
size_t threadsFor(const LazPoints& points, size_t chunks) {
  constexpr uint64_t kLeastPoints = 100'000;
  constexpr size_t kMost = 32, kManyBytes = 4096;
  if (points.count < kLeastPoints || points.recordLength > kManyBytes) return 1;
  const int wanted = points.source.options().threads;
  return std::min({chunks, kMost, size_t(std::max(1U, wanted > 0 ? unsigned(wanted) : std::thread::hardware_concurrency()))});
}

Error damaged(const LazPoints& points, size_t number, const Chunk& chunk, const std::string& reason) {
  return cannotRead(points.source.name(), atByte(chunk.begin),
                    "chunk " + std::to_string(number + 1) + " of its compressed points is damaged: " + reason, "fetch or export the file again");
}

}  // namespace

UnpackedRows::UnpackedRows(LazPoints points, std::vector<Chunk> chunks, WantedBytes wanted)
    : points_(std::move(points)), chunks_(std::move(chunks)), wanted_(std::move(wanted)), pages_(kBlockRows * wanted_.rowBytes, blockCount()) {
  inOrder_ = std::ranges::find(chunks_, 0U, &Chunk::begin) != chunks_.end();
}

UnpackedRows::~UnpackedRows() {
  for (std::jthread& thread : threads_) thread.request_stop();
  changed_.notify_all();
}

/// The caller helps, so it counts as one of the threads.
void UnpackedRows::start() {
  constexpr uint64_t kAheadBytes = 16 << 20, kAheadOfThread = 128 * 1024;
  mostJobs_ = inOrder_ ? 1 : threadsFor(points_, chunks_.size());
  ahead_ = std::clamp(kAheadBytes / std::max<uint64_t>(wanted_.rowBytes, 1), kPiece, mostJobs_ * kAheadOfThread);
  while (!inOrder_ && nextChunk_ < chunks_.size() && chunks_[nextChunk_].endRow() <= base_) ++nextChunk_;
  if (!points_.source.streaming()) return;
  try {
    for (size_t i = 1; i < mostJobs_; ++i)
      threads_.push_back(startThread("cannot read this file", [this](const std::stop_token& stop) { work(stop); }));
  } catch (const Error&) {  // no more threads: the existing ones do the work
  }
}

void UnpackedRows::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (help(lock)) continue;
    if (nextChunk_ == chunks_.size() && jobs_.empty()) return;
    changed_.wait(lock, stop, [this] { return freeJob() != nullptr || (nextChunk_ == chunks_.size() && jobs_.empty()); });
  }
}

/// Unpacks a piece of the first chunk that no thread is working on. False: there is none now.
bool UnpackedRows::help(std::unique_lock<std::mutex>& lock) {
  Job* job = freeJob();
  if (job == nullptr) return false;
  job->busy = true;
  try {
    const std::vector<Piece> pieces = piecesOf(*job);
    lock.unlock();
    unpack(*job, pieces);
    lock.lock();
    finish(*job, pieces);
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    job->busy = false;
    job->error = std::current_exception();
  }
  changed_.notify_all();
  return true;
}

/// One of the chunks begun, or the next one.
UnpackedRows::Job* UnpackedRows::freeJob() {
  for (Job& job : jobs_)
    if (!job.busy && !job.error && job.done < limit_) return &job;
  if (nextChunk_ == chunks_.size() || chunks_[nextChunk_].first >= limit_ || jobs_.size() >= mostJobs_) return nullptr;
  const Chunk& chunk = chunks_[nextChunk_];
  jobs_.push_back({chunk, nextChunk_, chunk.first});
  ++nextChunk_;
  return &jobs_.back();
}

/// In pages that were used before, which are still in some cache, or in new ones.
void UnpackedRows::open(Block& block, uint64_t rows) {
  if (spare_.empty()) {
    block.page = taken_++;
    block.rows = pages_.take(block.page);
  } else {
    block.page = spare_.back();
    block.rows = pages_.at(block.page);
    spare_.pop_back();
  }
  block.missing = rows;
  block.rowBytes = wanted_.rowBytes;
}

std::vector<UnpackedRows::Piece> UnpackedRows::piecesOf(const Job& job) {
  std::vector<Piece> pieces;
  const uint64_t end = std::min(job.chunk.endRow(), job.done + kPiece);
  for (uint64_t row = job.done; row < end;) {
    if (row < base_) {
      pieces.push_back({nullptr, std::min(end, base_) - row});
    } else {
      const size_t number = blockOf(row);
      const uint64_t begin = base_ + number * kBlockRows, rows = std::min(kBlockRows, points_.count - begin);
      if (blocks_.size() <= number) blocks_.resize(number + 1);
      Block& block = blocks_[number];
      if (block.rows == nullptr) open(block, rows);
      pieces.push_back({block.rows + (row - begin) * wanted_.rowBytes, std::min(end, begin + rows) - row});
    }
    row += pieces.back().rows;
  }
  return pieces;
}

void UnpackedRows::unpack(Job& job, std::span<const Piece> pieces) const {
  constexpr uint64_t kAtOnce = 1024;
  try {
    if (!job.decoder) job.decoder = std::make_unique<ChunkDecoder>(points_, wanted_, job.chunk);
    std::vector<std::byte> passedOver;
    for (const Piece& piece : pieces) {
      if (piece.to) {
        job.decoder->next(piece.rows, piece.to);
        continue;
      }
      passedOver.resize(kAtOnce * wanted_.rowBytes);
      for (uint64_t row = 0; row < piece.rows; row += kAtOnce) job.decoder->next(std::min(kAtOnce, piece.rows - row), passedOver.data());
    }
    uint64_t rows = 0;
    for (const Piece& piece : pieces) rows += piece.rows;
    if (job.done + rows == job.chunk.endRow()) job.chunk.end = job.decoder->finish();
  } catch (const Damage& damage) {
    throw damaged(points_, job.number, job.chunk, damage.reason);
  }
}

void UnpackedRows::finish(Job& job, std::span<const Piece> pieces) {
  for (const Piece& piece : pieces) {
    if (piece.to) blocks_[blockOf(job.done)].missing -= piece.rows;
    job.done += piece.rows;
  }
  job.busy = false;
  if (job.done < job.chunk.endRow()) return;
  if (inOrder_ && job.number + 1 < chunks_.size()) chunks_[job.number + 1].begin = job.chunk.end;
  jobs_.remove_if([&](const Job& other) { return &other == &job; });
}

void UnpackedRows::release(uint64_t first) {
  const std::lock_guard lock(mutex_);
  const size_t number = blockOf(first);
  Block& block = blocks_[number];
  block.rows = nullptr;
  if (block.rowBytes == wanted_.rowBytes) pages_.release(block.page);
  else narrow_->release(number);
}

void UnpackedRows::narrow(uint64_t first, size_t count, size_t bytes) {
  const size_t number = blockOf(first);
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!narrow_) narrow_ = std::make_unique<RowPages>(kBlockRows * bytes, blockCount());
    from = blocks_[number].rows;
    to = narrow_->take(number);
  }
  for (size_t row = 0; row < count; ++row) std::memcpy(to + row * bytes, from + row * wanted_.rowBytes, bytes);
  const std::lock_guard lock(mutex_);
  Block& block = blocks_[number];
  spare_.push_back(block.page);
  block.rows = to;
  block.rowBytes = bytes;
  if (++narrowBlocks_ == blockCount()) pages_ = RowPages(0, 0), spare_.clear();
}

std::span<const std::byte> UnpackedRows::block(uint64_t first, size_t count) {
  std::unique_lock lock(mutex_);
  if (!begun_) {
    begun_ = true;
    start();
  }
  const size_t number = blockOf(first);
  limit_ = std::max(limit_, std::max(first + count, first + ahead_));
  changed_.notify_all();
  while (blocks_.size() <= number || blocks_[number].rows == nullptr || blocks_[number].missing > 0) {
    if (!jobs_.empty() && jobs_.front().error) std::rethrow_exception(jobs_.front().error);
    if (!help(lock)) changed_.wait(lock);
  }
  return {blocks_[number].rows, count * blocks_[number].rowBytes};
}

}  // namespace arete::laz
