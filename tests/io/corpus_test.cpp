// Real files, good and bad, written by other programs: each must give what its index says, quickly.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "compute/core/error.h"
#include "compute/io/read_cloud.h"
#include "tests/support/shared_folder.h"

namespace arete {
namespace {

const std::filesystem::path kCorpus = sharedFolder() / "corpus";
constexpr double kMaxSeconds = 5;

struct Entry {
  std::string path, format, kind, expected, finite;
};

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

std::vector<Entry> readIndex() {
  std::vector<Entry> entries;
  std::ifstream index(kCorpus / "index.tsv");
  std::string line;
  std::getline(index, line);  // header
  while (std::getline(index, line)) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() >= 5) entries.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
  }
  return entries;
}

/// What came of one file: points, or the sentence of the refusal.
struct Outcome {
  bool refused = false;
  std::string message;
  uint64_t points = 0, finite = 0;
  size_t warnings = 0;
  double seconds = 0;
};

Outcome tryToRead(const Entry& entry) {
  Outcome outcome;
  const auto begin = std::chrono::steady_clock::now();
  try {
    const CloudFile file = readCloud(kCorpus / entry.path, {.withheld = true});
    outcome.points = file.pointsInFile;
    outcome.finite = file.cloud.size();
    outcome.warnings = file.warnings.size();
    EXPECT_EQ(file.pointsInFile - file.nonFinite, file.cloud.size()) << entry.path;
  } catch (const Error& error) {
    outcome.refused = true;
    outcome.message = error.what();
    EXPECT_NE(error.where().find(entry.path), std::string::npos) << "the refusal does not name the file: " << error.what();
    EXPECT_FALSE(error.reason().empty()) << entry.path;
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

/// Whether one alternative of `expected` allows the outcome. A bad file that is read must warn.
bool allows(const Entry& entry, const Outcome& outcome) {
  if (entry.format == "e57" && outcome.message.find("built without pugixml") != std::string::npos) return true;
  for (const std::string& choice : split(entry.expected, '|')) {
    if (choice == "any") return true;
    if (choice == "error" ? outcome.refused : !outcome.refused && outcome.points == std::stoull(choice))
      return entry.kind == "good" || outcome.refused || outcome.warnings > 0;
  }
  return false;
}

TEST(Corpus, EveryFileGivesWhatItsIndexSaysWithinFiveSeconds) {
  const std::vector<Entry> entries = readIndex();
  if (entries.empty()) GTEST_SKIP() << "the corpus is not there: " << kCorpus;
  size_t good = 0, refused = 0;
  for (const Entry& entry : entries) {
    const Outcome outcome = tryToRead(entry);
    EXPECT_TRUE(allows(entry, outcome)) << entry.path << " (" << entry.kind << ", expected " << entry.expected << "): "
                                        << (outcome.refused
                                                ? outcome.message
                                                : std::to_string(outcome.points) + " points, " + std::to_string(outcome.warnings) + " warnings");
    if (!outcome.refused && !entry.finite.empty() && entry.kind == "good") {
      EXPECT_EQ(std::to_string(outcome.finite), entry.finite) << entry.path;
    }
    EXPECT_LT(outcome.seconds, kMaxSeconds) << entry.path;
    (outcome.refused ? refused : good) += 1;
  }
  std::printf("%zu files: %zu read, %zu refused\n", entries.size(), good, refused);
}

TEST(Corpus, NoRefusalOfABadFileLacksItsReason) {
  const std::vector<Entry> entries = readIndex();
  if (entries.empty()) GTEST_SKIP() << "the corpus is not there: " << kCorpus;
  for (const Entry& entry : entries) {
    if (entry.kind != "bad") continue;
    try {
      readCloud(kCorpus / entry.path);
    } catch (const Error& error) {
      EXPECT_GT(error.reason().size(), 10U) << entry.path;
    }
  }
}

}  // namespace
}  // namespace arete
