#include "compute/io/read/spool.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>
#include <vector>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/files/standard_streams.h"

namespace arete {

namespace fs = std::filesystem;

bool namesPipe(const fs::path& path) {
  std::error_code ignored;
  return fs::is_fifo(path, ignored) || (path == kStandardInput && fs::is_socket(path, ignored));
}

static void fail(const fs::path& pipe, int error) {
  throw Error(ErrorKind::io, "cannot read this pipe", pipe.string(), std::system_category().message(error), "is its writer still there?");
}

DiskFile spooled(const fs::path& pipe, const std::stop_token& stop) {
  checkName("cannot read this pipe", pipe);
  constexpr size_t kPieceBytes = 1 << 20;
  constexpr int kWait_ms = 50;
  struct Closed {
    int descriptor;
    ~Closed() { ::close(descriptor); }
  };
  // Opening does not wait for a writer: poll does, and looks at the stop token.
  const Closed from{pipe == kStandardInput ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  if (from.descriptor < 0) fail(pipe, errno);
  DiskFile file = DiskFile::temporary(fs::temp_directory_path());
  std::vector<std::byte> piece(kPieceBytes);
  bool hasWriter = false;  // before there was one the pipe looks as if it had ended
  for (uint64_t at = 0;;) {
    if (stop.stop_requested()) throw Cancelled{};
    pollfd waiting{from.descriptor, POLLIN, 0};
    if (const int ready = ::poll(&waiting, 1, kWait_ms); ready <= 0) {
      if (ready < 0 && errno != EINTR) fail(pipe, errno);
      continue;
    }
    const ssize_t got = ::read(from.descriptor, piece.data(), piece.size());
    if (got < 0 && errno != EAGAIN && errno != EINTR) fail(pipe, errno);
    if (got == 0 && ((waiting.revents & POLLHUP) != 0 || hasWriter)) return file;
    if (got <= 0) continue;
    hasWriter = true;
    file.write(at, std::span(piece).first(size_t(got)));
    at += uint64_t(got);
  }
}

}  // namespace arete
