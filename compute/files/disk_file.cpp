#include "compute/files/disk_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/files/names_file.h"
#include "compute/files/temporary_file.h"

namespace arete {

static constexpr std::string_view kCannotRead = "cannot read", kCannotWrite = "cannot write";
static constexpr mode_t kNewDiskFileMode = 0666;  // less the umask
static constexpr int kLockAttempts = 11;
static constexpr std::chrono::milliseconds kLockPause(10);

DiskFile DiskFile::openToRead(const std::filesystem::path& path) {
  checkName(kCannotRead, path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // a pipe must not be waited for
  if (descriptor < 0) failFile(kCannotRead, path, errno);
  DiskFile file(descriptor, path);
  file.checkKind(kCannotRead);
  return file;
}

DiskFile DiskFile::openToWrite(const std::filesystem::path& path) {
  checkName(kCannotWrite, path);
  for (int attempt = 0; attempt < kLockAttempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(kLockPause);  // who only looks whether it is abandoned has it for a moment
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, kNewDiskFileMode);
    if (descriptor < 0) failFile(kCannotWrite, path, errno);
    DiskFile file(descriptor, path);
    file.checkKind(kCannotWrite);
    const bool isTaken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!isTaken && namesFile(path, descriptor)) return file;  // else it was removed, or renamed, before it was locked
  }
  throw Error(ErrorKind::io, kCannotWrite, path.string(), "another program is writing it", "wait for the other one, or choose another name");
}

std::optional<DiskFile> DiskFile::openAbandoned(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return {};
  const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return {};
  DiskFile file(descriptor, path);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !namesFile(path, descriptor)) return {};
  return file;
}

DiskFile DiskFile::temporary(const std::filesystem::path& folder) {
  checkName(kCannotWrite, folder);
  const std::filesystem::path here = folder.empty() ? "." : folder;
  const TemporaryFile file = openTemporary(here);
  if (file.descriptor < 0) failFile("cannot make a temporary file in", here, errno);
  if (!file.name.empty()) ::unlink(file.name.c_str());
  return {file.descriptor, here};
}

DiskFile::DiskFile(DiskFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

DiskFile& DiskFile::operator=(DiskFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

DiskFile::~DiskFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

uint64_t DiskFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) failFile(kCannotRead, path_, errno);
  return uint64_t(status.st_size);
}

FileStamp DiskFile::stamp() const {
  constexpr int64_t kNanoseconds = 1'000'000'000;
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) failFile(kCannotRead, path_, errno);
  return {uint64_t(status.st_size), int64_t(status.st_mtim.tv_sec) * kNanoseconds + int64_t(status.st_mtim.tv_nsec)};
}

/// Only a regular file can be read at places.
void DiskFile::checkKind(std::string_view what) const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) failFile(what, path_, errno);
  if (!S_ISREG(status.st_mode)) throw Error(ErrorKind::io, what, path_.string(), "it is not a regular file", "give the name of a file");
}

void DiskFile::read(uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), off_t(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) failFile(kCannotRead, path_, errno);
    if (got == 0)
      throw Error(ErrorKind::io, kCannotRead, path_.string() + ", byte " + std::to_string(at), "the file ends there",
                  "it was probably cut off: fetch or make it again");
    bytes = bytes.subspan(size_t(got));
    at += uint64_t(got);
  }
}

void DiskFile::write(uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), off_t(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) failFile(kCannotWrite, path_, errno);
    if (written == 0) failFile(kCannotWrite, path_, ENOSPC);
    bytes = bytes.subspan(size_t(written));
    at += uint64_t(written);
  }
}

void DiskFile::reserve(uint64_t bytes) {
  if (::ftruncate(descriptor_, off_t(bytes)) != 0) failFile(kCannotWrite, path_, errno);
  // Not posix_fallocate, which writes every block where the file system cannot reserve room.
  if (bytes == 0 || ::fallocate(descriptor_, 0, 0, off_t(bytes)) == 0 || errno == EOPNOTSUPP || errno == ENOSYS) return;
  if (errno != ENOSPC) failFile(kCannotWrite, path_, errno);
  struct statvfs disk {};
  const uint64_t free = ::fstatvfs(descriptor_, &disk) == 0 ? uint64_t(disk.f_bavail) * disk.f_frsize : 0;
  const auto megabytes = [](uint64_t count) { return std::to_string((count + (1 << 20) - 1) >> 20) + " MB"; };
  throw Error(ErrorKind::io, kCannotWrite, path_.string(),
              "No space left on device: " + megabytes(bytes) + " are wanted, and " + std::to_string(free >> 20) + " MB are free",
              "free some space, or write to another disk");
}

void DiskFile::flush() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) failFile(kCannotWrite, path_, errno);
}

void DiskFile::moveTo(const std::filesystem::path& path) {
  if (std::rename(path_.c_str(), path.c_str()) != 0) failFile(kCannotWrite, path, errno);
  path_ = path;
}

}  // namespace arete
