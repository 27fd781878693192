#include "compute/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "compute/core/error.h"
#include "compute/core/file_error.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr size_t kBufferBytes = size_t(1) << 18;
constexpr int kNameAttempts = 100;
constexpr mode_t kPermissionBits = 07777;
constexpr mode_t kNewFileMode = 0666;  // less the umask, like any program's

/// Short, so that it fits wherever the target's own name does; hidden, and says whose it is if the machine dies.
std::string temporaryName() {
  static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::random_device random;
  std::string name = ".arete-";
  for (int i = 0; i < 8; ++i) name += kDigits[random() % (sizeof kDigits - 1)];
  return name;
}

fs::path directoryOf(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

}  // namespace

AtomicFile::AtomicFile(fs::path target) : target_(std::move(target)), replaced_(target_) {
  buffer_.reserve(kBufferBytes);
  struct stat status{};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (exists) {
    // Renaming would get round a file's write protection: be refused like a program that writes in place.
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
    std::error_code ignored;
    if (fs::path real = fs::canonical(target_, ignored); !ignored) replaced_ = std::move(real);
  }
  openTemporary();
}

void AtomicFile::openTemporary() {
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    fs::path name = directoryOf(replaced_) / temporaryName();
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor_ >= 0) {
      temporary_ = std::move(name);
      return;
    }
    if (errno != EEXIST) break;
  }
  fail(errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (descriptor_ < 0) throw Error(ErrorKind::internal, "cannot write", target_.string(), "it is closed already");
  if (bytes.size() >= kBufferBytes) {
    writeOut();
    writeAll(bytes);
    return;
  }
  if (buffer_.size() + bytes.size() > kBufferBytes) writeOut();
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void AtomicFile::writeOut() {
  writeAll(std::as_bytes(std::span(buffer_)));
  buffer_.clear();
}

void AtomicFile::writeAll(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    if (written == 0) fail(ENOSPC);  // POSIX leaves 0 to the device; going on would never end
    bytes = bytes.subspan(size_t(written));
  }
}

void AtomicFile::close() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0 && errno != EINTR) fail(errno);  // network file systems report a full disk only here
}

bool AtomicFile::commit() {
  write(std::string_view());  // refuses a second time
  writeOut();
  if (temporary_.empty()) {
    close();
    return true;
  }
  struct stat status{};
  if (::stat(replaced_.c_str(), &status) == 0 && ::fchmod(descriptor_, status.st_mode & kPermissionBits) != 0) fail(errno);
  if (::fsync(descriptor_) != 0) fail(errno);
  close();
  if (::rename(temporary_.c_str(), replaced_.c_str()) != 0) fail(errno);
  temporary_.clear();

  const int directory = ::open(directoryOf(replaced_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool durable = directory >= 0 && (::fsync(directory) == 0 || errno == EINVAL);  // EINVAL: this file system has no such thing
  if (directory >= 0) ::close(directory);
  return durable;
}

void AtomicFile::fail(int error) const { failFile("cannot write", target_, error); }

}  // namespace arete
