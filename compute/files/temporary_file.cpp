#include "compute/files/temporary_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "compute/files/names_file.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = ".arete-", kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr size_t kDigitsInName = 8;
constexpr int kNameAttempts = 100;
constexpr mode_t kNewFileMode = 0666;  // less the umask, like any program's

/// Short, so that it fits wherever the target's own name does; hidden, and tells which program it belongs to if the machine crashes.
std::string temporaryName() {
  std::random_device random;
  std::string name(kPrefix);
  for (size_t i = 0; i < kDigitsInName; ++i) name += kDigits[random() % kDigits.size()];
  return name;
}

bool isTemporaryName(std::string_view name) {
  return name.size() == kPrefix.size() + kDigitsInName && name.starts_with(kPrefix) &&
         name.find_first_not_of(kDigits, kPrefix.size()) == std::string_view::npos;
}

HalfWritten marked(const fs::path& name) { return HalfWritten(std::span(&name.native(), 1)); }

fs::path folderOr(const fs::path& folder) { return folder.empty() ? "." : folder; }

/// The system's path to an open file that has no name.
std::string processPath(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A running program keeps its file locked. Where files cannot be locked (some network file systems), nothing is removed.
void removeIfAbandoned(const fs::path& name) {
  struct stat status {};
  if (::lstat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return;
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  // Checked again under the lock: meanwhile the file may have been renamed to its target.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && namesFile(name, descriptor)) ::unlink(name.c_str());
  ::close(descriptor);
}

/// A folder that is made anew often gets the number of one that was deleted. When it was made tells them apart, to some milliseconds, and the handle
/// that the file system gives to servers, both where it knows them. Empty: there is no such folder.
std::string identityOf(const fs::path& folder) {
  struct statx status {};
  if (::statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &status) != 0) return {};
  std::string identity;
  const auto add = [&](const auto& value) { identity.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  add(status.stx_dev_major), add(status.stx_dev_minor), add(status.stx_ino), add(status.stx_btime.tv_sec), add(status.stx_btime.tv_nsec);
  alignas(file_handle) char bytes[sizeof(file_handle) + MAX_HANDLE_SZ] = {};
  auto* const handle = reinterpret_cast<file_handle*>(bytes);
  handle->handle_bytes = MAX_HANDLE_SZ;
  if (int mount = 0; ::name_to_handle_at(AT_FDCWD, folder.c_str(), handle, &mount, 0) == 0)
    identity.append(bytes + sizeof(file_handle), handle->handle_bytes);
  return identity;
}

bool isFirstTime(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<std::string> seen;
  std::string identity = identityOf(folder);
  const std::scoped_lock lock(mutex);
  return !identity.empty() && seen.insert(std::move(identity)).second;
}

/// Below 0 where the file system cannot do that, or cannot name the file later.
int openUnnamed(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kNewFileMode);
  if (descriptor < 0) return descriptor;
  if (::access(processPath(descriptor).c_str(), F_OK) == 0) {
    ::flock(descriptor, LOCK_EX | LOCK_NB);  // for the moment between getting its name and being renamed
    return descriptor;
  }
  ::close(descriptor);
  return -1;
}

/// False when another program removed the file as abandoned before it was locked.
bool lockNew(const fs::path& name, int descriptor) {
  const bool taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !taken && namesFile(name, descriptor);
}

}  // namespace

void removeAbandoned(const fs::path& folder) {
  const fs::path here = folderOr(folder);
  if (!isFirstTime(here)) return;
  std::error_code error;
  for (fs::directory_iterator entry(here, error), end; !error && entry != end; entry.increment(error))
    if (isTemporaryName(entry->path().filename().native())) removeIfAbandoned(entry->path());
}

TemporaryFile openTemporary(const fs::path& folder) {
  const fs::path here = folderOr(folder);
  removeAbandoned(here);
  if (const int descriptor = openUnnamed(here); descriptor >= 0) return {descriptor, {}, {}};
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    fs::path name = here / temporaryName();
    HalfWritten mark = marked(name);
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor < 0 && errno != EEXIST) return {};
    if (descriptor < 0) continue;
    if (lockNew(name, descriptor)) return {descriptor, std::move(name), std::move(mark)};
    ::close(descriptor);
  }
  errno = EEXIST;
  return {};
}

bool nameTemporary(TemporaryFile& file, const fs::path& folder) {
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    fs::path name = folderOr(folder) / temporaryName();
    HalfWritten mark = marked(name);
    if (::linkat(AT_FDCWD, processPath(file.descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      file.name = std::move(name);
      file.mark = std::move(mark);
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

}  // namespace arete
