#include "app/cli/check_machine.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/check/limited_run.h"
#include "compute/check/report.h"
#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/core/number_text.h"

namespace arete::cli {

namespace {

constexpr EnumNames<CheckEnd, 5> kCheckEnds{"same", "inexact", "different", "error", "not run"};

Json checkJson(const CheckResult& result, Json machine) {
  Json json = {{"machine", std::move(machine)}, {"versions", Json::array()}};
  for (const CheckedVersion& row : result.rows) {
    Json version = {{"id", row.id},       {"bits", kCheckEnds(row.end)}, {"reason", row.why},
                    {"tasks", row.asked}, {"differ", row.differ},        {"first", row.first}};
    version["ms"] = timeWords(row).empty() ? Json() : Json(row.milliseconds);
    json["versions"].push_back(std::move(version));
  }
  json["references"] = hexText(result.references);
  json["seconds"] = result.seconds;
  json["sound"] = result.isSound();
  return json;
}

/// Line by line as they are known; JSON at the end.
CheckResult checkAndShow(const CheckWish& wish, bool asJson, const std::stop_token& stop) {
  Progress progress;
  Json machine = Json::array();
  const auto show = [&](const std::string& line) {
    progress.clear();
    if (!asJson) std::cout << line << std::endl;
  };
  bool hasHead = false;
  CheckNews news;
  news.fact = [&](const MachineFact& fact) {
    machine.push_back({{"name", fact.name}, {"value", fact.value}});
    show(lineOf(fact));
  };
  news.progress = [&](double fraction, std::string_view what) { progress.show(fraction, "checking " + std::string(what)); };
  news.row = [&](const CheckedVersion& row) {
    if (!std::exchange(hasHead, true)) show('\n' + headOfRows());
    show(lineOf(row));
  };
  CheckResult result = checkVersions(wish, stop, news);
  show('\n' + referencesLine(result) + '\n' + verdictOf(result));
  if (asJson) std::cout << jsonText(checkJson(result, std::move(machine)));
  return result;
}

/// The end of a program in which a version is still running.
[[noreturn]] void endWithoutWaiting(ExitCode code) {
  std::cout.flush();
  _exit(code);
}

}  // namespace

void checkMachine(const CheckWish& wish, bool asJson, const std::stop_token& stop) {
  CheckResult result;
  try {
    result = checkAndShow(wish, asJson, stop);
  } catch (const Cancelled&) {
    if (threadsLeftBehind() > 0) endWithoutWaiting(kInterrupted);
    throw;
  }
  if (threadsLeftBehind() > 0) endWithoutWaiting(kFailed);
  if (result.isSound()) return;
  const auto isWrong = [](const CheckedVersion& row) { return row.end == CheckEnd::different || row.end == CheckEnd::error; };
  throw Error(ErrorKind::internal, "the check failed", std::ranges::find_if(result.rows, isWrong)->id,
              "not all versions give the bits of the references", "report it, and send the table");
}

}  // namespace arete::cli
