#include "compute/check/report.h"

#include <algorithm>

#include "compute/core/number_text.h"

namespace arete {

namespace {

constexpr size_t kFact = 8, kBits = 38, kTime = 9;  // columns

size_t widthOfIds() {
  size_t most = 0;
  for (const Version& version : catalog()) most = std::max(most, version.id.size());
  return most;
}

std::string padded(std::string text, size_t width) { return text.size() < width ? text.append(width - text.size(), ' ') : text; }

std::string ofTasks(const CheckedVersion& row) { return std::to_string(row.differ) + " of " + std::to_string(row.asked); }

std::string counted(uint32_t count, const char* one, const char* more) { return std::to_string(count) + " " + (count == 1 ? one : more); }

std::string line(const std::string& id, const std::string& bits, const std::string& time) {
  std::string text = padded(id, widthOfIds()) + "  " + (time.empty() ? bits : padded(bits, kBits));
  if (!time.empty()) text += "  " + std::string(time.size() < kTime ? kTime - time.size() : 0, ' ') + time;
  return text;
}

}  // namespace

std::string bitsWords(const CheckedVersion& row) {
  switch (row.end) {
    case CheckEnd::same: return "same";
    case CheckEnd::inexact: return "inexact by design: " + ofTasks(row) + " differ";
    case CheckEnd::different: return "DIFFERENT: " + ofTasks(row) + ", first: " + row.first;
    case CheckEnd::error: return "error: " + row.why;
    case CheckEnd::notRun: break;
  }
  return "not run: " + row.why;
}

std::string timeWords(const CheckedVersion& row) {
  if (row.end == CheckEnd::error || row.end == CheckEnd::notRun) return {};
  return fixedText(row.milliseconds, 1);
}

std::string verdictOf(const CheckResult& result) {
  const uint32_t same = result.count(CheckEnd::same), different = result.count(CheckEnd::different), failed = result.count(CheckEnd::error),
                 inexact = result.count(CheckEnd::inexact), left = result.count(CheckEnd::notRun);
  std::string text;
  if (result.isSound()) text = counted(same, "version gives", "versions give") + " the bits of the references";
  else
    text = "This machine or this build is not right: " + counted(different, "version differs", "versions differ") + ", " + std::to_string(failed) +
           " failed, " + std::to_string(same) + " give the bits of the references";
  if (inexact > 0) text += ", " + counted(inexact, "is inexact by design", "are inexact by design");
  if (left > 0) text += ", " + counted(left, "was not run", "were not run");
  return text + "; it took " + fixedText(result.seconds, 1) + " s.";
}

std::string lineOf(const MachineFact& fact) { return padded(fact.name, kFact) + fact.value; }
std::string headOfRows() { return line("version", "bits", "ms"); }
std::string lineOf(const CheckedVersion& row) { return line(row.id, bitsWords(row), timeWords(row)); }

std::string referencesLine(const CheckResult& result) {
  return "References: " + hexText(result.references) + ", on every machine the same for this version of Arete.";
}

}  // namespace arete
