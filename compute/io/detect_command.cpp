#include "compute/io/detect_command.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "compute/files/text_file.h"
#include "compute/io/filter_flags.h"
#include "compute/io/read_flags.h"

namespace arete {

namespace {

using Words = std::vector<std::string>;

/// Adds what the flags of a table say about a value, and gives what reading them would make of it.
template <class Target>
Target say(const std::vector<Flag<Target>>& flags, const Target& target, Words& words) {
  Target said;
  for (const Flag<Target>& flag : flags) {
    if (!flag.told) continue;
    for (const std::string& value : flag.told(target)) {
      words.push_back("--" + flag.names.back());
      if (!flag.value.empty()) words.push_back(value);
      flag.set(said, value);
    }
  }
  return said;
}

std::string quoted(const std::string& column) {
  const char quote = column.find('"') == std::string::npos ? '"' : '\'';
  return quote + column + quote;
}

/// Ranges of columns as conditions, which flags can say.
Filter withoutRanges(Filter filter) {
  std::string& where = filter.where;
  if (!where.empty() && !filter.ranges.empty()) where = "(" + where + ")";
  for (const FilterRange& range : filter.ranges) {
    const std::string column = quoted(range.column);
    const auto add = [&](const char* comparison, double bound) {
      if (std::isinf(bound)) return;
      if (!where.empty()) where += " && ";
      withNumberText(bound, [&](std::string_view text) { where.append(column).append(comparison).append(text); });
    };
    add(" >= ", range.low);
    add(" <= ", range.high);
  }
  filter.ranges.clear();
  return filter;
}

bool sayFilter(const Filter& filter, Words& words) {
  // What is missing is in no range, not even in one without ends, which a condition cannot say.
  for (const FilterRange& range : filter.ranges)
    if (std::isinf(range.low) && std::isinf(range.high)) return false;
  const Filter wanted = withoutRanges(filter);
  return say(filterFlags(), FilterWish{wanted, {}}, words).rules == wanted;
}

void sayParameters(const Job& job, Words& words) {
  std::set<const ParamInfo*> said;
  const auto add = [&](std::span<const ParamInfo* const> infos) {
    for (const ParamInfo* info : infos) {
      if (job.params.get(*info) == info->defaultValue || !said.insert(info).second) continue;
      words.push_back(flagName(*info));
      words.push_back(job.params.text(*info));
    }
  };
  add(jobParameters());
  add(bootstrapParameters());
  for (const Stage stage : job.stages()) add(job.version(stage).parameters);
}

bool hasParts(const Version& version) {
  return std::ranges::any_of(version.parameters, [](const ParamInfo* info) { return info->id == "parts"; });
}

}  // namespace

std::string flagName(const ParamInfo& info) {
  std::string name = "--" + std::string(info.id);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string versionFlag(Stage stage, std::string_view called) {
  return "--" + std::string(called) + (stageInfo(stage).use == StageUse::network ? "-version" : "");
}
std::string versionFlag(Stage stage) { return versionFlag(stage, name(stage)); }

std::optional<Words> detectWords(const SessionFile& session) {
  const Job& job = session.job;
  Words words;
  for (const std::filesystem::path& file : session.files()) words.push_back(file.string());
  say(readFlags(), session.read, words);
  if (!job.edits.all().empty() || !sayFilter(job.filter, words)) return {};
  sayParameters(job, words);
  const bool inParts = std::ranges::any_of(job.stages(), [&](Stage stage) { return hasParts(job.version(stage)); });
  if (inParts && !hasParts(job.version(Stage::evolve))) return {};  // the flags refuse that
  for (const Stage stage : job.stages()) {
    // Flags of parts choose the versions that nobody names.
    const std::string id = inParts ? std::string(job.version(stage).id) : job.versionIds[size_t(stage)];
    if (!id.empty()) words.insert(words.end(), {versionFlag(stage), id});
  }
  if (job.backend) words.insert(words.end(), {"--backend", *job.backend == Backend::cuda ? "cuda" : "cpu"});
  return words;
}

std::string shellLine(const Words& words) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace arete
