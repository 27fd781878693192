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

bool isFirstTime(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<std::pair<dev_t, ino_t>> seen;
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) return false;
  const std::scoped_lock lock(mutex);
  return seen.emplace(status.st_dev, status.st_ino).second;
}

void removeAbandoned(const fs::path& folder) {
  if (!isFirstTime(folder)) return;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (isTemporaryName(entry->path().filename().native())) removeIfAbandoned(entry->path());
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

TemporaryFile openTemporary(const fs::path& folder) {
  const fs::path here = folderOr(folder);
  removeAbandoned(here);
  if (const int descriptor = openUnnamed(here); descriptor >= 0) return {descriptor, {}};
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    fs::path name = here / temporaryName();
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor < 0 && errno != EEXIST) return {};
    if (descriptor < 0) continue;
    if (lockNew(name, descriptor)) return {descriptor, std::move(name)};
    ::close(descriptor);
  }
  errno = EEXIST;
  return {};
}

bool nameTemporary(TemporaryFile& file, const fs::path& folder) {
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    fs::path name = folderOr(folder) / temporaryName();
    if (::linkat(AT_FDCWD, processPath(file.descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      file.name = std::move(name);
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

}  // namespace arete
