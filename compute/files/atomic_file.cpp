#include "compute/files/atomic_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/files/standard_streams.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr size_t kBufferBytes = size_t(1) << 18;
constexpr mode_t kPermissionBits = 07777;

/// Waits some milliseconds, or until the descriptor takes bytes.
void waitOrCancel(int descriptor, const std::stop_token& stop) {
  constexpr int kWait_ms = 20;
  if (stop.stop_requested()) throw Cancelled{};
  pollfd waiting{descriptor, POLLOUT, 0};  // a negative one is ignored
  ::poll(&waiting, 1, kWait_ms);
}

fs::path directoryOf(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

}  // namespace

AtomicFile::AtomicFile(fs::path target, std::stop_token stop) : stop_(std::move(stop)), target_(std::move(target)), replaced_(target_) {
  checkName("cannot write", target_);
  buffer_.reserve(kBufferBytes);
  struct stat status {};
  if (target_ == kStandardOutput && ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode)) {  // which the shell may append to
    direct_ = true;
    if ((file_.descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)) < 0) fail(errno);
    return;
  }
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    openInPlace();
    return;
  }
  if (exists) {
    // Renaming would circumvent a file's write protection: fail like a program that writes in place.
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
    std::error_code ignored;
    if (fs::path real = fs::canonical(target_, ignored); !ignored) replaced_ = std::move(real);
  }
  file_ = openTemporary(directoryOf(replaced_));
  if (file_.descriptor < 0) fail(errno);
}

/// Never blocks: a pipe without a reader cannot be opened yet, and one with a slow reader accepts nothing for a while.
void AtomicFile::openInPlace() {
  direct_ = true;
  while ((file_.descriptor = ::open(target_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
    if (errno != ENXIO || !fs::is_fifo(target_)) fail(errno);
    if (!stop_.stop_possible()) throw Error(ErrorKind::io, "cannot write", target_.string(), "nobody reads this pipe", "start its reader first");
    waitOrCancel(-1, stop_);
  }
}

AtomicFile::~AtomicFile() {
  if (!file_.name.empty()) ::unlink(file_.name.c_str());
  if (file_.descriptor >= 0) ::close(file_.descriptor);  // last: it holds the lock of the name
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (file_.descriptor < 0) throw Error(ErrorKind::internal, "cannot write", target_.string(), "it is closed already");
  if (bytes.size() >= kBufferBytes) {
    writeOut();
    writeAll(bytes);
    return;
  }
  if (buffer_.size() + bytes.size() > kBufferBytes) writeOut();
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

DiskFile AtomicFile::disk() const {
  const int descriptor = ::fcntl(file_.descriptor, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) fail(errno);
  return {descriptor, target_};
}

void AtomicFile::writeOut() {
  writeAll(std::as_bytes(std::span(buffer_)));
  buffer_.clear();
}

void AtomicFile::writeAll(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      waitOrCancel(file_.descriptor, stop_);
      continue;
    }
    if (written < 0) fail(errno);
    if (written == 0) fail(ENOSPC);  // POSIX leaves 0 to the device; going on would never end
    bytes = bytes.subspan(size_t(written));
  }
}

/// Network file systems report a full disk only when a descriptor is closed; the lock stays with the other one.
void AtomicFile::closeOne() {
  const int descriptor = ::dup(file_.descriptor);
  if (descriptor < 0 || (::close(descriptor) != 0 && errno != EINTR)) fail(errno);
}

bool AtomicFile::commit() {
  write(std::string_view());  // refuses a second time
  writeOut();
  if (direct_) {
    closeOne();
    ::close(std::exchange(file_.descriptor, -1));
    return true;
  }
  struct stat status {};
  if (::stat(replaced_.c_str(), &status) == 0 && ::fchmod(file_.descriptor, status.st_mode & kPermissionBits) != 0) fail(errno);
  if (::fsync(file_.descriptor) != 0) fail(errno);
  closeOne();
  if (file_.name.empty() && !nameTemporary(file_, directoryOf(replaced_))) fail(errno);
  if (::rename(file_.name.c_str(), replaced_.c_str()) != 0) fail(errno);
  file_.name.clear();
  file_.mark = {};
  ::close(std::exchange(file_.descriptor, -1));

  const int directory = ::open(directoryOf(replaced_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool durable = directory >= 0 && (::fsync(directory) == 0 || errno == EINVAL);  // EINVAL: this file system cannot do that
  if (directory >= 0) ::close(directory);
  return durable;
}

void AtomicFile::fail(int error) const { failFile("cannot write", target_, error); }

}  // namespace arete
