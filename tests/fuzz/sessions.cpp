// Session files: a session whose values are in their ranges, which is written and read again as it is, or one refusal that says why.
#include <nlohmann/json.hpp>

#include <string>

#include "compute/chains/evolve/contract.h"
#include "compute/core/error.h"
#include "compute/io/session_file.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"

namespace arete::fuzz {

namespace {

constexpr const char* kName = "work.arete";

std::vector<std::string> seeds() {
  nlohmann::ordered_json json = {
      {"format", "arete session"}, {"version", 1}, {"program", "arete"}, {"cloud", {{"file", "no cloud.ply"}, {"bytes", 12}, {"hash", "0f"}}}};
  json["read"] = {{"dimension", 2},        {"scalar", "double"}, {"raw_scalar", "float"}, {"separator", ";"},
                  {"decimal_comma", true}, {"skip_lines", 3},    {"columns", {"x", "2"}}};
  json["job"] = {{"backend", "cpu"}, {"versions", nlohmann::ordered_json::object()}, {"parameters", nlohmann::ordered_json::object()}};
  const std::string small = json.dump();
  const Job job;
  for (const Stage stage : kStages) json["job"]["versions"][std::string(name(stage))] = versions(stage).front().id;
  for (const ParamInfo* info : allParameters()) json["job"]["parameters"][std::string(info->id)] = job.params.text(*info);
  json["view"] = {{"camera", {1.5, 2}}, {"nested", {{"deeper", nullptr}}}};
  json["step"] = 12;
  json["result_hash"] = "abc";
  const std::string large = json.dump(1);
  json["version"] = 2;
  json["job"]["edits"] = nlohmann::ordered_json::parse(R"([{"do": "delete_edges", "nodes": [[0, 1], [2, 3.5]], "numbers": [4, 5], "edges": [[0, 1]]},
    {"do": "move", "nodes": [[0, 1]], "to": [1, 2], "pinned": true}, {"do": "noise", "nodes": [[0, 1]], "reach": 2, "in_force": true},
    {"do": "shorter_than", "length": 3}])");
  return {small, large, json.dump(1)};
}

void check(const SessionFile& session) {
  require(!session.read.dimension || (*session.read.dimension >= 1 && *session.read.dimension <= kMaxDimension), "a dimension out of range");
  for (const ParamInfo* info : allParameters()) ParamValues().set(*info, session.job.params.get(*info));  // throws where it is out of range
  for (const Edit& edit : session.job.edits.all()) arete::check(edit);
  if (!session.view.empty()) require(nlohmann::json::accept(session.view), "a view that is not JSON");
}

bool run(std::string_view input) {
  try {
    check(readSession(kName, input).session);
    return true;
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput, error.what());
    require(!error.reason().empty() && error.where().starts_with(kName), std::string("a refusal without file or reason: ") + error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) {
  static const std::vector<std::string_view> kWords = [] {
    std::vector<std::string_view> words = {"\"format\"",
                                           "\"arete session\"",
                                           "\"version\"",
                                           "\"cloud\"",
                                           "\"file\"",
                                           "\"bytes\"",
                                           "\"hash\"",
                                           "\"read\"",
                                           "\"dimension\"",
                                           "\"scalar\"",
                                           "\"columns\"",
                                           "\"skip_lines\"",
                                           "\"separator\"",
                                           "\"job\"",
                                           "\"backend\"",
                                           "\"cuda\"",
                                           "\"versions\"",
                                           "\"parameters\"",
                                           "\"edits\"",
                                           "\"do\"",
                                           "\"nodes\"",
                                           "\"view\"",
                                           "\"step\"",
                                           "\"end\"",
                                           "\"result_hash\"",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           "{}",
                                           "[]",
                                           "[[[[[[[[",
                                           ":",
                                           ",",
                                           "true",
                                           "null",
                                           "\"\"",
                                           "\"\\u0000\"",
                                           "\"\\ud800\"",
                                           "\"..\""};
    for (const ParamInfo* info : allParameters()) words.push_back(info->id);
    for (const Version& version : catalog()) words.push_back(version.id);
    return words;
  }();
  changeText(input, 0, input.size(), kWords, random);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
