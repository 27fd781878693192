// Pictures wait in a file without a name until the last one is there: a program that is stopped before leaves nothing.
#include <algorithm>

#include "app/offscreen/picture_sink.h"
#include "compute/core/error.h"
#include "compute/core/half_written.h"
#include "compute/files/atomic_file.h"
#include "compute/files/disk_file.h"
#include "compute/files/file_error.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

/// The folder, without a separator at its end.
fs::path named(const fs::path& folder) { return folder.has_filename() ? folder : folder.parent_path(); }

fs::path parentOf(const fs::path& folder) { return folder.has_parent_path() ? folder.parent_path() : fs::path("."); }

void checkFolder(const fs::path& folder) {
  checkName("cannot write pictures", folder);
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  const auto refuse = [&](std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::io, "cannot write pictures", folder.string(), reason, hint);
  };
  if (fs::exists(status) && !fs::is_directory(status)) refuse("this is no folder", "name another one");
  if (fs::exists(status) && !fs::is_empty(folder, error)) refuse("there are files in this folder already", "name a new folder, or an empty one");
  if (!fs::exists(status) && !fs::is_directory(parentOf(folder), error)) refuse("the folder to make it in is missing", "make that first");
}

class PngSequence : public PictureSink {
 public:
  PngSequence(const fs::path& folder, size_t count)
      : folder_(named(folder)), digits_(std::max<size_t>(4, std::to_string(count).size())), waiting_((checkFolder(folder_), spool(folder_))) {}

  void add(const Image& image) override {
    const std::vector<std::byte> bytes = encodePng(image);
    waiting_.write(ends_.empty() ? 0 : ends_.back(), bytes);
    ends_.push_back((ends_.empty() ? 0 : ends_.back()) + bytes.size());
  }

  std::vector<std::string> finish() override {
    checkFolder(folder_);
    std::error_code error;
    const bool made = fs::create_directory(folder_, error);
    if (error) failFile("cannot make the folder", folder_, error.value());
    const HalfWritten mark(names(made));
    size_t written = 0;
    try {
      bool durable = true;
      for (; written < ends_.size(); ++written) durable = write(written) && durable;
      return durable ? std::vector<std::string>{} : std::vector<std::string>{std::string(kNotDurable)};
    } catch (...) {
      for (size_t i = 0; i < written; ++i) fs::remove(nameOf(i), error);
      if (made) fs::remove(folder_, error);
      throw;
    }
  }

 private:
  static DiskFile spool(const fs::path& folder) { return DiskFile::temporary(fs::is_directory(folder) ? folder : parentOf(folder)); }

  fs::path nameOf(size_t picture) const {
    const std::string number = std::to_string(picture + 1);
    return folder_ / (std::string(digits_ - std::min(digits_, number.size()), '0') + number + ".png");
  }

  /// All that finish() makes.
  std::vector<std::string> names(bool withFolder) const {
    std::vector<std::string> all;
    for (size_t i = 0; i < ends_.size(); ++i) all.push_back(nameOf(i).string());
    if (withFolder) all.push_back(folder_.string());
    return all;
  }

  bool write(size_t picture) {
    const uint64_t begin = picture == 0 ? 0 : ends_[picture - 1];
    std::vector<std::byte> bytes(ends_[picture] - begin);
    waiting_.read(begin, bytes);
    AtomicFile file(nameOf(picture));
    file.write(bytes);
    return file.commit();
  }

  const fs::path folder_;
  const size_t digits_;
  DiskFile waiting_;
  std::vector<uint64_t> ends_;  ///< of each picture in `waiting_`
};

}  // namespace

std::unique_ptr<PictureSink> makePngSequence(const fs::path& folder, size_t count) { return std::make_unique<PngSequence>(folder, count); }

}  // namespace arete
