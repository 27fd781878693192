#include "app/window/journal.h"

#include <algorithm>
#include <utility>

#include "compute/files/file_error.h"
#include "compute/files/text_file.h"
#include "compute/io/detect_command.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

/// The script may be started from anywhere.
void makeAbsolute(SessionFile& session) {
  const auto change = [](fs::path& path) {
    if (!path.empty()) path = fs::absolute(path);
  };
  change(session.cloud);
  for (fs::path& file : session.moreClouds) change(file);
}

bool detectsLike(const SessionFile& a, const SessionFile& b) { return a.resultHash == b.resultHash && a.files() == b.files() && a.job == b.job; }

}  // namespace

void Journal::detected(SessionFile session, const fs::path& reference, int change) {
  makeAbsolute(session);
  if (!entries_.empty()) {
    const Entry& last = entries_.back();
    if (detectsLike(last.session, session)) return;  // another step of it was looked at
    const bool isSameChange = last.kind == Kind::detection && last.change == change && last.session.files() == session.files();
    if (isSameChange && last.words.empty()) entries_.pop_back();
  }
  std::vector<std::string> words;
  if (!reference.empty()) words = {"--reference", fs::absolute(reference).string()};
  entries_.push_back({Kind::detection, std::move(session), std::move(words), change});
}

void Journal::wrote(SessionFile session, const std::string& flag, const fs::path& file, const std::string& format) {
  makeAbsolute(session);
  std::vector<std::string> words{flag, fs::absolute(file).string()};
  if (!format.empty()) words.insert(words.end(), {"--format", format});
  // One detection writes all that is wanted of it.
  const bool isNext = !entries_.empty() && entries_.back().kind == Kind::detection && detectsLike(entries_.back().session, session) &&
                      std::ranges::find(entries_.back().words, flag) == entries_.back().words.end();
  if (!isNext) entries_.push_back({Kind::detection, std::move(session), {}, 0});
  std::vector<std::string>& all = entries_.back().words;
  all.insert(all.end(), words.begin(), words.end());
}

void Journal::drew(SessionFile session, bool labels, std::vector<std::string> words) {
  makeAbsolute(session);
  entries_.push_back({labels ? Kind::labelledPicture : Kind::picture, std::move(session), std::move(words), 0});
}

class Journal::Script {
 public:
  explicit Script(const fs::path& path) : file_(path), folder_(path) { folder_.replace_extension(".sessions"); }

  std::vector<std::string> write(const std::vector<Entry>& entries) {
    file_.put("#!/bin/sh\n# What was done in Arete " ARETE_VERSION
              ". Needs arete-cli, and arete for pictures, in the search path.\nset -e\ncd \"$(dirname \"$0\")\"\n");
    for (const Entry& entry : entries) {
      if (!entry.session.resultHash.empty()) file_.put("\n# hash ", entry.session.resultHash);
      const auto frames = std::ranges::find(entry.words, "--frames");
      if (frames != entry.words.end()) file_.put("\n# needs the folder new or empty");
      file_.put("\n", shellLine(command(entry)), "\n");
    }
    if (!file_.commit()) warnings_.emplace_back(kNotDurable);
    return std::move(warnings_);
  }

 private:
  std::vector<std::string> command(const Entry& entry) {
    std::vector<std::string> words;
    if (entry.kind == Kind::picture) words = {"arete-cli", "render", saved(entry.session)};
    else if (entry.kind == Kind::labelledPicture) words = {"arete", "--offscreen", saved(entry.session)};
    else if (const auto said = detectWords(entry.session)) words = {"arete-cli", "detect"}, words.insert(words.end(), said->begin(), said->end());
    else words = {"arete-cli", "replay", saved(entry.session)};
    words.insert(words.end(), entry.words.begin(), entry.words.end());
    return words;
  }

  /// Relative to the script.
  std::string saved(const SessionFile& session) {
    std::error_code error;
    if (!fs::create_directories(folder_, error) && error) failFile("cannot make the folder", folder_, error.value());
    const std::string name = std::to_string(++sessions_) + ".arete";
    for (std::string& warning : writeSession(folder_ / name, session)) warnings_.push_back(std::move(warning));
    return (folder_.filename() / name).string();
  }

  TextFile file_;
  fs::path folder_;
  std::vector<std::string> warnings_;
  int sessions_ = 0;
};

std::vector<std::string> Journal::write(const fs::path& path) const {
  std::vector<std::string> warnings = Script(path).write(entries_);
  std::error_code ignored;  // where files cannot be programs, `sh FILE` runs it
  fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, ignored);
  return warnings;
}

}  // namespace arete
