// versions: the catalogue as a table, as JSON, or as the page docs/versions.md; and whether what it lists computes what it should on this machine.
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/check_machine.h"
#include "app/cli/command.h"
#include "app/cli/param_flags.h"
#include "app/cli/text.h"
#include "app/cli/version_files.h"
#include "compute/core/counters.h"
#include "compute/core/cuda_code.h"
#include "compute/core/enum_names.h"
#include "compute/engine/job.h"

namespace arete::cli {

namespace {

constexpr EnumNames<ParamKind, 4> kParamKinds{"real", "integer", "toggle", "choice"};

Json parameterJson(const ParamInfo& info) {
  const bool numeric = info.kind == ParamKind::real || info.kind == ParamKind::integer;
  Json json = {{"id", info.id}, {"flag", flagName(info)}, {"label", info.label}, {"unit", info.unit}, {"kind", kParamKinds(info.kind)}};
  json["range"] = numeric ? Json{info.minimum, info.maximum} : Json();
  switch (info.kind) {
    case ParamKind::toggle: json["default"] = info.defaultValue != 0; break;
    case ParamKind::choice: json["default"] = defaultText(info); break;
    case ParamKind::integer: json["default"] = int64_t(info.defaultValue); break;
    case ParamKind::real: json["default"] = info.defaultValue; break;
  }
  json["zero"] = info.zeroText;
  json["choices"] = info.choices;
  json["help"] = info.help;
  return json;
}

Json versionJson(const Version& version) {
  Json json = {{"id", version.id},
               {"stage", name(version.stage)},
               {"backend", name(version.backend)},
               {"exact", version.exact},
               {"available", version.available()},
               {"reason", version.unavailable()},
               {"default", &defaultVersion(version.stage, version.backend) == &version},
               {"label", version.label},
               {"shows", version.shows},
               {"source", version.source},
               {"limit", version.limit},
               {"user", version.ofUser}};
  json["counters"] = Json::array();
  for (const CounterInfo* counter : version.counters) json["counters"].push_back(counter->id);
  if (stageInfo(version.stage).use == StageUse::network)
    for (const CounterInfo* counter : networkCounters()) json["counters"].push_back(counter->id);
  if (version.backend == Backend::cuda)
    for (const CounterInfo* counter : gpuCounters()) json["counters"].push_back(counter->id);
  json["parameters"] = Json::array();
  for (const ParamInfo* info : version.parameters) json["parameters"].push_back(parameterJson(*info));
  return json;
}

void printJson() {
  Json list = Json::array();
  for (const Version& version : catalog()) list.push_back(versionJson(version));
  std::cout << jsonText(list);
}

std::string parameterFlags(const Version& version, std::string_view around) {
  std::string text;
  for (const ParamInfo* info : version.parameters) text.append(text.empty() ? "" : " ").append(around).append(flagName(*info)).append(around);
  return text;
}

void printTable() {
  Table table({{"id"}, {"exact"}, {"runs here"}, {"source"}, {"flags"}});
  for (const Version& version : catalog())
    table.add({std::string(version.id), version.exact ? "yes" : "no", version.available() ? "yes" : "no: " + std::string(version.unavailable()),
               std::string(version.source), parameterFlags(version, "")});
  std::cout << "CUDA code: " << (cudaCode().empty() ? "none" : cudaCode()) << "\n\n" << table.text();
}

std::string parameterTable(std::span<const ParamInfo* const> infos) {
  Table table({{"flag"}, {"label"}, {"unit"}, {"range"}, {"default"}, {"what it does"}});
  for (const ParamInfo* info : infos)
    table.add({'`' + flagName(*info) + '`', std::string(info->label), std::string(info->unit), rangeText(*info), defaultText(*info),
               std::string(info->help)});
  return table.markdown();
}

/// Each once, with the versions that it is counted for.
std::string counterTable() {
  std::vector<std::pair<const CounterInfo*, std::string>> rows;
  for (const Version& version : catalog())
    for (const CounterInfo* counter : version.counters) {
      auto row = std::ranges::find(rows, counter, &std::pair<const CounterInfo*, std::string>::first);
      if (row == rows.end()) row = rows.insert(row, {counter, ""});
      row->second.append(row->second.empty() ? "`" : " `").append(version.id).append("`");
    }
  Table table({{"counter"}, {"unit"}, {"what it means"}, {"versions"}});
  for (const CounterInfo* counter : networkCounters()) rows.emplace_back(counter, "all of networks");
  for (const CounterInfo* counter : gpuCounters()) rows.emplace_back(counter, "all on a GPU");
  for (const auto& [counter, ids] : rows) table.add({std::string(counter->label), std::string(counter->unit), std::string(counter->meaning), ids});
  return table.markdown();
}

/// docs/versions.md. Contains nothing about this machine: the page is the same wherever it is made.
void printMarkdown() {
  std::cout
      << "# Versions\n\n<!-- Made by `arete-cli versions --markdown`; a test compares. -->\n\n"
         "Every stage has several versions. The first of each stage is the reference; an exact version gives the same bits as it. The\n"
         "version `stage.backend.name` is the file `<name>.cpp` in the folder of its stage (`.cu` for CUDA). `arete-cli versions` says which of\n"
         "them can run on a machine.\n";
  for (Stage stage : kStages) {
    Table table({{"version"}, {"label"}, {"exact"}, {"what it shows"}, {"limit"}, {"source"}, {"parameters"}});
    for (const Version& version : versions(stage))
      table.add({'`' + std::string(version.id) + '`', std::string(version.label), version.exact ? "yes" : "no", std::string(version.shows),
                 std::string(version.limit), std::string(version.source), parameterFlags(version, "`")});
    std::cout << "\n## " << arete::name(stage) << "\n\n" << stageInfo(stage).help << "\n\n" << table.markdown();
  }
  const std::vector<const ParamInfo*> all = allParameters();
  const auto ofJob = jobParameters().size();
  std::cout << "\n## Parameters of every job\n\n" << parameterTable(std::span(all).first(ofJob));
  std::cout << "\n## Parameters of versions\n\n"
            << parameterTable(std::span(all).subspan(ofJob, all.size() - ofJob - bootstrapParameters().size() - linkParameters().size()));
  std::cout << "\n## How sure a network is\n\n" << parameterTable(bootstrapParameters());
  std::cout << "\n## What is counted\n\nBy `arete-cli race`, and in the window's panel *Race*.\n\n" << counterTable();
}

}  // namespace

Run addVersions(CommandApp& app) {
  struct Options {
    bool json = false, markdown = false, check = false;
    std::vector<std::string> files;
  };
  const auto options = std::make_shared<Options>();
  CLI::Option* json = app.add_flag("--json", options->json, "As a JSON list: id, stage, backend, exact, available, reason, parameters and more.");
  CLI::Option* markdown = app.add_flag("--markdown", options->markdown, "As the page docs/versions.md.")->excludes(json);
  app.add_flag("--check", options->check,
               "Lets every version that can run here answer small tasks, and compares its bits with those of the reference.")
      ->excludes(markdown);
  addVersionFiles(app, options->files, "Input");
  return [options](std::stop_token stop) {
    if (options->check) checkMachine({}, options->json, stop);
    else if (options->json) printJson();
    else if (options->markdown) printMarkdown();
    else printTable();
  };
}

}  // namespace arete::cli
