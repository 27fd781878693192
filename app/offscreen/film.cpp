// ffmpeg gets the pixels through a socket and writes into a file without a name, which becomes the film when ffmpeg has ended well.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <span>
#include <sstream>
#include <utility>

#include "app/offscreen/picture_sink.h"
#include "compute/core/error.h"
#include "compute/files/atomic_file.h"
#include "compute/files/descriptor.h"
#include "compute/files/file_error.h"
#include "compute/files/find_program.h"
#include "compute/files/temporary_file.h"

extern char** environ;

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNoProgram = "there is no program ffmpeg in the folders of PATH";
constexpr std::string_view kGetProgram = "install it (Debian: apt install ffmpeg), or write pictures instead of a film";
constexpr int kWait_ms = 20;

/// A file for ffmpeg to write to; a name, where the file system needs one, goes at once.
Descriptor openScratch(const fs::path& file) {
  TemporaryFile scratch = openTemporary(file.has_parent_path() ? file.parent_path() : fs::path("."));
  if (scratch.descriptor < 0) failFile("cannot write", file, errno);
  if (!scratch.name.empty()) ::unlink(scratch.name.c_str());
  return Descriptor(scratch.descriptor);
}

std::string textOf(const Descriptor& file) {
  constexpr size_t kMost = 2000;
  std::string text(kMost, '\0');
  const ssize_t read = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(size_t(std::max<ssize_t>(read, 0)));
  return text;
}

/// Where ffmpeg says that the system took no more: why, as errno; else 0.
int diskError(const std::string& said) {
  for (const int error : {ENOSPC, EDQUOT, EFBIG})
    if (said.find(std::strerror(error)) != said.npos) return error;
  return 0;
}

class Film : public PictureSink {
 public:
  Film(const fs::path& file, int width, int height, double framesPerSecond, std::stop_token stop)
      : file_(file, stop), stop_(std::move(stop)), scratch_(openScratch(file)), said_(::memfd_create("ffmpeg", MFD_CLOEXEC)) {
    start(width, height, framesPerSecond);
  }

  ~Film() override {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  void add(const Image& image) override {
    for (size_t sent = 0; sent < image.pixels.size();) {
      if (stop_.stop_requested()) throw Cancelled{};
      const ssize_t count = ::send(pixels_.get(), image.pixels.data() + sent, image.pixels.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count >= 0) sent += size_t(count);
      else if (errno == EAGAIN || errno == EINTR) waitForRoom();
      else fail();
    }
  }

  std::vector<std::string> finish() override {
    pixels_.close();
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(child_, &status, WNOHANG)) == 0) {
      if (stop_.stop_requested()) throw Cancelled{};
      ::poll(nullptr, 0, kWait_ms);
    }
    child_ = 0;
    if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
    copy();
    return file_.commit() ? std::vector<std::string>{} : std::vector<std::string>{std::string(kNotDurable)};
  }

 private:
  void start(int width, int height, double framesPerSecond) {
    const fs::path program = findProgram("ffmpeg");
    if (program.empty()) throw Error(ErrorKind::wrongUse, "cannot make a film", file_.target().string(), kNoProgram, kGetProgram);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) failFile("cannot make a film", file_.target(), errno);
    pixels_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    std::vector<std::string> words = {program.string(), "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
                                      "-s", std::to_string(width) + "x" + std::to_string(height), "-r", rateText(framesPerSecond), "-i", "pipe:0",
                                      // Players take the colours of BT.709 where nothing else is said, and films with halved colours everywhere.
                                      "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                                      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-crf", "18", "-movflags",
                                      "+faststart", "-f", "mp4", "/dev/fd/3"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    const int scratch = ::fcntl(scratch_.get(), F_DUPFD_CLOEXEC, 10);  // not 3 itself: dup2 onto itself would leave it closed
    const Descriptor copy(scratch);
    ::posix_spawn_file_actions_adddup2(&files, theirs.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, said_.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, said_.get(), STDERR_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, scratch, 3);
    const int error = ::posix_spawn(&child_, program.c_str(), &files, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    if (error != 0) throw Error(ErrorKind::io, "cannot make a film", program.string(), std::strerror(error), kGetProgram);
  }

  static std::string rateText(double rate) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(9);
    text << rate;
    return text.str();
  }

  void waitForRoom() const {
    pollfd waiting{pixels_.get(), POLLOUT, 0};
    ::poll(&waiting, 1, kWait_ms);
  }

  void copy() {
    std::vector<std::byte> bytes(size_t(1) << 20);
    for (off_t at = 0;;) {
      const ssize_t read = ::pread(scratch_.get(), bytes.data(), bytes.size(), at);
      if (read < 0) failFile("cannot write", file_.target(), errno);
      if (read == 0) return;
      file_.write(std::span(bytes).first(size_t(read)));
      at += read;
    }
  }

  [[noreturn]] void fail() const {
    const std::string all = textOf(said_), said = all.substr(0, all.find('\n'));  // the first line is the cause
    if (const int error = diskError(all); error != 0) failFile("cannot write", file_.target(), error);
    throw Error(ErrorKind::io, "cannot make a film", file_.target().string(), "ffmpeg stopped" + (said.empty() ? "" : ": " + said),
                "write pictures instead, or try another ffmpeg");
  }

  AtomicFile file_;
  std::stop_token stop_;
  Descriptor scratch_, said_, pixels_;
  pid_t child_ = 0;
};

}  // namespace

std::unique_ptr<PictureSink> makeFilm(const fs::path& file, int width, int height, double framesPerSecond, std::stop_token stop) {
  return std::make_unique<Film>(file, width, height, framesPerSecond, std::move(stop));
}

std::string filmObstacle() { return findProgram("ffmpeg").empty() ? std::string(kNoProgram) + ": " + std::string(kGetProgram) : std::string(); }

}  // namespace arete
