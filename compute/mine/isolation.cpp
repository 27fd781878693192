#include "compute/mine/isolation.h"

#include <chrono>

#include "compute/files/find_program.h"
#include "compute/mine/run_program.h"

namespace arete::mine {

namespace fs = std::filesystem;

namespace {

const fs::path& bubblewrap() {
  static const fs::path program = findProgram("bwrap");
  return program;
}

std::vector<std::string> withBubblewrap() {
  return {bubblewrap(),
          "--unshare-all",
          "--die-with-parent",
          "--cap-drop",
          "ALL",
          "--proc",
          "/proc",
          "--dev",
          "/dev",
          "--tmpfs",
          "/tmp",
          "--ro-bind",
          "/usr",
          "/usr",
          "--ro-bind-try",
          "/etc/alternatives",
          "/etc/alternatives",
          "--ro-bind-try",
          "/etc/ld.so.cache",
          "/etc/ld.so.cache"};
}

/// /bin, /lib and their kin, which are links into /usr or folders of their own.
void addRoots(std::vector<std::string>& arguments) {
  for (const char* root : {"/bin", "/sbin", "/lib", "/lib64", "/lib32"}) {
    std::error_code ignored;
    if (fs::is_symlink(root, ignored)) arguments.insert(arguments.end(), {"--symlink", fs::read_symlink(root, ignored).string(), root});
    else if (fs::is_directory(root, ignored)) arguments.insert(arguments.end(), {"--ro-bind", root, root});
  }
}

void addDevice(std::vector<std::string>& arguments) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/dev", ignored))
    if (const std::string path = entry.path(); path.starts_with("/dev/nvidia")) arguments.insert(arguments.end(), {"--dev-bind", path, path});
  for (const char* folder : {"/sys", "/opt/cuda", "/run/nvidia-persistenced"}) arguments.insert(arguments.end(), {"--ro-bind-try", folder, folder});
}

}  // namespace

std::string isolationMissing() {
  if (bubblewrap().empty()) return "there is no bubblewrap (Debian: apt install bubblewrap)";
  static const bool works = [] {
    constexpr std::chrono::seconds kLimit{10};
    return runProgram(isolated({"/usr/bin/true"}, {}), "/", kLimit, {}).status == 0;
  }();
  return works ? "" : "bubblewrap does not work here: the system lets no user make namespaces";
}

std::vector<std::string> isolated(std::vector<std::string> command, const IsolationWish& wish) {
  std::vector<std::string> arguments = withBubblewrap();
  addRoots(arguments);
  if (wish.usesDevice) addDevice(arguments);
  for (const fs::path& path : wish.readable) arguments.insert(arguments.end(), {"--ro-bind", path, path});
  if (!wish.writable.empty()) arguments.insert(arguments.end(), {"--bind", wish.writable, wish.writable, "--chdir", wish.writable});
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), command.begin(), command.end());
  return arguments;
}

}  // namespace arete::mine
