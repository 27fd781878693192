#include "compute/io/report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "compute/core/short_coordinate.h"
#include "compute/files/atomic_file.h"
#include "compute/io/format_table.h"
#include "compute/io/write/finite.h"

namespace arete {

using Json = nlohmann::ordered_json;

namespace {

std::span<const StepRecord> stepsOf(const Frame& frame) {
  if (!frame.history) return {};
  return std::span(*frame.history).first(std::min(frame.history->size(), size_t(frame.step) + 1));
}

Json versionsOf(const Job& job) {
  Json versions = Json::object();
  for (Stage stage : job.stages()) versions[std::string(name(stage))] = job.version(stage).id;
  return versions;
}

/// The parameters of the job and of the versions that ran; choices by name.
Json parametersOf(const Job& job) {
  Json parameters = Json::object();
  const auto add = [&](const ParamInfo& info) {
    const double value = job.params.get(info);
    Json& entry = parameters[std::string(info.id)];
    switch (info.kind) {
      case ParamKind::real: entry = value; break;
      case ParamKind::integer: entry = int64_t(value); break;
      case ParamKind::toggle: entry = value != 0; break;
      case ParamKind::choice: entry = job.params.text(info); break;
    }
  };
  for (const ParamInfo* info : jobParameters()) add(*info);
  if (job.curveKind() == CurveKind::network)
    for (const ParamInfo* info : bootstrapParameters()) add(*info);
  for (Stage stage : job.stages())
    for (const ParamInfo* info : job.version(stage).parameters) add(*info);
  return parameters;
}

Json cloudOf(const CloudFacts& cloud) {
  std::vector<double> minimum, maximum, origin;
  for (size_t k = 0; k < size_t(cloud.dimension); ++k) {
    origin.push_back(cloud.origin[k]);
    minimum.push_back(shortCoordinate(cloud.scalar, cloud.bounds.minimum[k], cloud.origin[k]));
    maximum.push_back(shortCoordinate(cloud.scalar, cloud.bounds.maximum[k], cloud.origin[k]));
  }
  return {{"points", cloud.count},
          {"dimension", cloud.dimension},
          {"scalar", cloud.scalar == Scalar::float32 ? "float32" : "float64"},
          {"bounds", {{"minimum", minimum}, {"maximum", maximum}}},
          {"origin", origin}};
}

/// |S| at the end of each round.
std::vector<uint32_t> chosenOf(std::span<const StepRecord> steps) {
  std::vector<uint32_t> chosen;
  for (const StepRecord& step : steps) {
    if (step.round == 0) continue;
    chosen.resize(std::max<size_t>(chosen.size(), step.round));
    chosen[step.round - 1] = step.chosen;
  }
  return chosen;
}

/// The number of steps of a stage in each round.
std::vector<uint32_t> stepsOf(Stage stage, std::span<const StepRecord> steps, size_t rounds) {
  std::vector<uint32_t> counts(rounds);
  for (const StepRecord& step : steps)
    if (step.stage == stage && step.round > 0) ++counts[step.round - 1];
  return counts;
}

Json curveOf(const Frame& frame) {
  const Curve& curve = frame.curve;
  Json json = {{"components", curve.components}, {"loops", curve.loops},   {"junctions", curve.junctions},       {"ends", curve.ends},
               {"edges", curve.edges.size()},    {"length", curve.length}, {"polylines", curve.polylines.size()}};
  if (!frame.curveKnown)
    for (Json& value : json) value = nullptr;
  return json;
}

Json timesOf(const StageTimes& times, const Plan& plan) {
  Json json = Json::object();
  for (const StageUse use : {StageUse::chains, StageUse::network, StageUse::tiles})  // what every detection has comes first
    for (const TimeRow& row : timeRows(plan))
      if (row.use == use) json[std::string(row.id)] = times[row.what];
  json["total"] = times.total();
  return json;
}

Json stepOf(size_t index, const StepRecord& step) {
  Json json = {{"step", index},
               {"type", name(step.stage)},
               {"round", step.round},
               {"in_round", step.inRound},
               {"chosen", step.chosen},
               {"moved", step.moved},
               {"removed", step.removed},
               {"looked_at", step.lookedAt},
               {"milliseconds", step.milliseconds},
               {"device_ms", step.device_ms},
               {"smoothing", step.smoothing}};
  if (stageInfo(step.stage).use == StageUse::network) json["edges"] = step.edges;
  return json;
}

Json tilesOf(const TileTree& tree) {
  uint32_t least = UINT32_MAX, most = 0;
  for (const uint32_t leaf : tree.leaves) least = std::min(least, tree.nodes[leaf].size()), most = std::max(most, tree.nodes[leaf].size());
  return {{"kind", kTileKindParam.choices[size_t(tree.kind)]},
          {"nodes", tree.nodes.size()},
          {"levels", tree.levelCount()},
          {"leaves", tree.leaves.size()},
          {"points_least", tree.leaves.empty() ? 0 : least},
          {"points_most", most},
          {"surrounding_points", tree.surroundings.total()},
          {"note", tree.note}};
}

/// What parts sent each other. Bytes of the busiest part are per iteration, in and out. Of ranks also what each held and waited for.
Json partsOf(const PartsReport& parts) {
  const uint64_t total = std::accumulate(parts.points.begin(), parts.points.end(), uint64_t(0));
  Json json = {{"count", parts.points.size()},
               {"of", !parts.gpus.empty()   ? "gpus"
                      : parts.hosts.empty() ? "memory"
                                            : "ranks"},
               {"partition", kPartitionParam.choices[size_t(parts.partition)]},
               {"points_least", parts.points.empty() ? 0 : std::ranges::min(parts.points)},
               {"points_mean", parts.points.empty() ? 0.0 : double(total) / double(parts.points.size())},
               {"points_most", parts.points.empty() ? 0 : std::ranges::max(parts.points)},
               {"iterations", parts.iterations},
               {"sum_changes", parts.sumChanges},
               {"moves", parts.moves},
               {"handovers", parts.handovers},
               {"messages", parts.messages},
               {"bytes", parts.bytes},
               {"busiest_bytes", parts.busiestBytes},
               {"balance", parts.balance}};
  if (!parts.gpus.empty()) {
    for (const char* const key : {"partition", "sum_changes", "moves", "handovers", "messages", "bytes", "busiest_bytes"}) json.erase(key);
    json["gpus"] = parts.gpus, json["exchange"] = parts.readsDirectly ? "direct" : "copies";
  }
  if (parts.hosts.empty()) return json;
  json["choose_rounds"] = parts.chooseRounds;
  json["decimate_rounds"] = parts.decimateRounds;
  json["order_rounds"] = parts.orderRounds;
  json["ranks"] = Json::array();
  for (size_t rank = 0; rank < parts.hosts.size(); ++rank)
    json["ranks"].push_back(
        {{"host", parts.hosts[rank]}, {"points", parts.points[rank]}, {"peak_memory", parts.peakMemory[rank]}, {"waited_s", parts.waited_s[rank]}});
  return json;
}

/// What was read and written of points on disk while they evolved.
Json storeOf(const StoreReport& store) {
  return {{"memory_bytes", store.memory_bytes}, {"store_bytes", store.store_bytes},     {"resident_bytes", store.resident_bytes},
          {"read_bytes", store.read_bytes},     {"written_bytes", store.written_bytes}, {"passes", store.passes()},
          {"input_reads", store.inputReads}};
}

Json differenceOf(const Frame& frame) {
  const Difference& difference = frame.difference;
  return {{"exact_chosen", frame.exact->chosen.size()},
          {"identical", difference.identical},
          {"missing", difference.missing.size()},
          {"extra", difference.extra.size()},
          {"hausdorff", std::isfinite(difference.hausdorff) ? Json(difference.hausdorff) : Json(nullptr)}};
}

/// How sure a network is. Files of the curve have it for each node and edge.
Json supportOf(const Frame& frame) {
  const NetworkSupport& support = *frame.support;
  constexpr double kHalf = 0.5;
  Json json = {{"resamples", support.resamples},
               {"support_mean", support.meanSupport(frame.curve)},
               {"length_below_half", support.lengthBelow(frame.curve, kHalf)},
               {"junction_confidence_mean", support.meanConfidence()},
               {"junctions_below_half", std::ranges::count_if(support.confidence, [](double confidence) { return confidence < kHalf; })},
               {"spread_quartiles", support.spreadQuartiles(frame.curve)}};
  if (support.consensus.empty()) return json;
  const Curve consensus = consensusCurve(frame.curve, support).curve;
  json["consensus"] = {
      {"share", support.consensusShare}, {"components", consensus.components}, {"loops", consensus.loops},  {"junctions", consensus.junctions},
      {"ends", consensus.ends},          {"edges", consensus.edges.size()},    {"length", consensus.length}};
  return json;
}

/// What was done to the curve after it was found, and what became of each edit.
Json editsOf(const Frame& frame) {
  Json json = Json::array();
  for (size_t i = 0; const Edit& edit : frame.job.edits.all()) {
    Json& each = json.emplace_back(Json{{"do", editInfo(edit.kind).id}, {"what", describe(edit)}});
    if (!frame.edited) continue;  // the detection is not finished
    const EditStatus& status = frame.edited->statuses[i++];
    each["applied"] = status.applied;
    each["result"] = status.text;
  }
  return json;
}

Json suggestionOf(const RadiusSuggestion& suggestion) {
  Json json = {{"found", suggestion.found}, {"reason", suggestion.reason}};
  if (!suggestion.doubt.empty()) json["doubt"] = suggestion.doubt;
  if (!suggestion.tracks) return json;
  const TrackFinding& tracks = *suggestion.tracks;
  const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  json["tracks"] = {{"use", kTracksParam.choices[size_t(tracks.use)]},
                    {"correlation", orNull(tracks.correlation)},
                    {"spread", orNull(tracks.spread)},
                    {"legs_joined", tracks.joined},
                    {"good", tracks.isGood}};
  return json;
}

/// Everything but the table of steps.
Json summaryOf(const Frame& frame, ReportFigures quality, std::span<const BadFile> leftOut) {
  const std::span<const StepRecord> steps = stepsOf(frame);
  const std::vector<uint32_t> chosen = chosenOf(steps);
  Json json = {{"program", "arete"}, {"version", ARETE_VERSION}, {"device", frame.device}};
  json["versions"] = versionsOf(frame.job);
  json["r1"] = frame.job.r1();
  json["r2"] = frame.job.r2();
  if (frame.suggested) json["r1_suggested"] = suggestionOf(*frame.suggested);
  json["parameters"] = parametersOf(frame.job);
  json["cloud"] = cloudOf(frame.cloud.empty() ? frame.facts : factsOf(frame.cloud));
  if (const Filter input = frame.job.inputFilter(); !input.empty()) json["filter"] = describe(input);
  for (const BadFile& file : leftOut) json["left_out"].push_back({{"file", file.path.string()}, {"reason", file.reason}});
  json["exact"] = frame.job.exact();
  if (frame.tiles) json["tiles"] = tilesOf(*frame.tiles);
  if (frame.parts) json["parts"] = partsOf(*frame.parts);
  if (frame.store) json["store"] = storeOf(*frame.store);
  if (frame.exact) json["difference"] = differenceOf(frame);
  json["chosen"] = frame.chosen.size();
  json["counts"] = {{name(frame.plan.stages().front()), steps.empty() ? 0 : steps[0].chosen}, {"rounds", chosen}};
  json["rounds"] = chosen.size();
  for (const Stage stage : frame.plan.stages())
    if (const std::string_view key = stageInfo(stage).countKey; !key.empty()) json[std::string(key)] = stepsOf(stage, steps, chosen.size());
  if (!frame.columns.empty()) {
    json["columns"] = Json::array();  // what is known of each chosen point besides its place
    for (const PointColumn& column : frame.columns) json["columns"].push_back(column.name);
  }
  json.update(curveOf(frame));
  if (!frame.doubt.empty()) json["doubt"] = frame.doubt;
  if (frame.support) json["support"] = supportOf(frame);
  if (!frame.job.edits.empty()) json["edits"] = editsOf(frame);
  json["times_ms"] = timesOf(frame.times, frame.plan);
  if (frame.deviceTimes.total() > 0) json["device_times_ms"] = timesOf(frame.deviceTimes, frame.plan);
  json["hash"] = frame.hash.empty() ? Json(nullptr) : Json(frame.hash);
  json["finished"] = frame.finished;
  json["converged"] = frame.converged;
  json["step"] = frame.step;
  json["steps_computed"] = frame.history ? frame.history->size() : 0;
  for (const auto& [key, value] : quality) json["quality"][key] = std::isfinite(value) ? Json(value) : Json(nullptr);
  return json;
}

std::string csvValue(const Json& value) {
  if (value.is_null()) return "";
  std::string text;
  if (value.is_array())
    for (const Json& each : value) text.append(text.empty() ? "" : " ").append(csvValue(each));
  else text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void csvRows(const std::string& prefix, const Json& object, std::string& text) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) csvRows(prefix + key + '.', value, text);
    else if (value.is_array() && !value.empty() && value.front().is_object())
      for (size_t i = 0; i < value.size(); ++i) csvRows(prefix + key + '.' + std::to_string(i + 1) + '.', value[i], text);
    else text.append(prefix).append(key).append(",").append(csvValue(value)).append("\n");
  }
}

/// The columns of the table of steps: those that all steps have, then those that some have.
std::vector<std::string> stepColumns(std::span<const StepRecord> steps) {
  std::vector<std::string> columns;
  const auto addAll = [&](const StepRecord& step) {
    const Json json = stepOf(0, step);
    for (const auto& [key, value] : json.items())
      if (std::ranges::find(columns, key) == columns.end()) columns.push_back(key);
  };
  addAll({});
  for (const StepRecord& step : steps) addAll(step);
  return columns;
}

std::string csvRow(std::span<const std::string> values) {
  std::string row;
  for (size_t i = 0; i < values.size(); ++i) row.append(i == 0 ? "" : ",").append(values[i]);
  return row;
}

struct ReportFormat {
  std::string_view id, extension;
  std::string (*text)(const Frame&, ReportFigures, std::span<const BadFile>);
};

}  // namespace

std::string reportJson(const Frame& frame, ReportFigures quality, std::span<const BadFile> leftOut) {
  Json json = summaryOf(frame, quality, leftOut);
  json["steps"] = Json::array();
  for (size_t i = 0; const StepRecord& step : stepsOf(frame)) json["steps"].push_back(stepOf(i++, step));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string reportCsv(const Frame& frame, ReportFigures quality, std::span<const BadFile> leftOut) {
  std::string text = "key,value\n";
  csvRows("", summaryOf(frame, quality, leftOut), text);
  const std::vector<std::string> columns = stepColumns(stepsOf(frame));
  text += '\n' + csvRow(columns) + '\n';
  for (size_t i = 0; const StepRecord& step : stepsOf(frame)) {
    const Json json = stepOf(i++, step);
    std::vector<std::string> row;
    for (const std::string& column : columns) row.push_back(json.contains(column) ? csvValue(json[column]) : "");
    text += csvRow(row) + '\n';
  }
  return text;
}

std::vector<std::string> writeReport(const std::filesystem::path& path, const Frame& frame, ReportFigures quality, std::span<const BadFile> leftOut) {
  static constexpr ReportFormat kFormats[] = {{"json", "json", &reportJson}, {"csv", "csv", &reportCsv}};
  static constexpr std::string_view kCannotWriteReport = "cannot write the report";
  const ReportFormat& format =
      findFormat(std::span<const ReportFormat>(kFormats), path, extensionOf(path).empty() ? extensionOr("json", path) : "", kCannotWriteReport);
  write::checkFinite(frame.curve, frame.cloud.origin(), {kCannotWriteReport, path.native()});
  AtomicFile file(path);
  file.write(format.text(frame, quality, leftOut));
  if (!file.commit()) return {std::string(kNotDurable)};
  return {};
}

}  // namespace arete
