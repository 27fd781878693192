// The points of a LAZ file as rows, unpacked by all threads there are.
// Idea: chunks need nothing from each other, and each can be unpacked some points at a time; so whoever waits for rows takes a piece of the first
// chunk that nobody works on, not too far ahead of what is asked for. A stream, which is read by one thread, has threads of its own for that.
// Rows that are gone through again stay, as a rule only their coordinates; they take less than the cloud that is made of them.
// Memory: a megabyte or two for each thread, and the rows that stay. Never as much as a header declares.
#pragma once

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <thread>

#include "compute/core/pages.h"
#include "compute/io/read/laz/chunk_decoder.h"
#include "compute/io/read/laz/row_pages.h"
#include "compute/io/read/row_source.h"

namespace arete::laz {

class UnpackedRows final : public RowSource {
 public:
  UnpackedRows(LazPoints points, std::vector<Chunk> chunks, WantedBytes wanted);
  ~UnpackedRows() override;

  void beginWith(uint64_t first) override { base_ = first; }
  std::span<const std::byte> block(uint64_t first, size_t count) override;
  void narrow(uint64_t first, size_t count, size_t bytes) override;
  void release(uint64_t first) override;

 private:
  struct Job {
    Chunk chunk;
    size_t number = 0;  // of the chunk
    uint64_t done = 0;  // rows before it are unpacked
    std::unique_ptr<ChunkDecoder> decoder;
    bool busy = false;
    std::exception_ptr error;
  };
  struct Block {
    std::byte* rows = nullptr;  // null: not begun, or gone
    uint64_t missing = 0;       // rows
    size_t page = 0;            // its place in the pages
    size_t rowBytes = 0;
  };
  /// Rows for a thread to unpack, and where to.
  struct Piece {
    std::byte* to;  // null: nobody asks for them
    uint64_t rows;
  };

  void start();
  void work(const std::stop_token& stop);
  bool help(std::unique_lock<std::mutex>& lock);
  Job* freeJob();
  void open(Block& block, uint64_t rows);
  std::vector<Piece> piecesOf(const Job& job);
  void unpack(Job& job, std::span<const Piece> pieces) const;
  void finish(Job& job, std::span<const Piece> pieces);
  size_t blockCount() const { return size_t((points_.count - base_ + kBlockRows - 1) / kBlockRows); }
  size_t blockOf(uint64_t row) const { return size_t((row - base_) / kBlockRows); }

  LazPoints points_;
  std::vector<Chunk> chunks_;
  WantedBytes wanted_;
  bool inOrder_ = false;  // where a chunk begins is known only when the previous one is done
  uint64_t ahead_ = 0;    // rows
  size_t mostJobs_ = 1;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool begun_ = false;
  uint64_t base_ = 0, limit_ = 0;  // the first row that is wanted; rows from here on must wait
  size_t nextChunk_ = 0;
  std::list<Job> jobs_;  // ascending
  std::vector<Block> blocks_;
  RowPages pages_;
  size_t taken_ = 0;                  // of these
  std::vector<size_t> spare_;         // those of blocks that are narrow now
  std::unique_ptr<RowPages> narrow_;  // where these are
  size_t narrowBlocks_ = 0;
  std::vector<std::jthread> threads_;  // last: they use all of it
};

}  // namespace arete::laz
