// quality: how close a curve file is to the true curve.
#include "compute/measures/quality/contract.h"

#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/curve_source.h"
#include "app/cli/measure.h"
#include "app/cli/param_flags.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"

namespace arete::cli {

namespace {

struct QualityWish {
  std::string curve, reference;
  bool json = false;
  PathsFlag paths;
  ParamFlags params;
};

Json qualityJson(const Quality& quality) {
  Json json = Json::object();
  const std::vector<QualityRow> rows = qualityRows(quality);
  for (const QualityRow& row : rows) json[std::string(row.id)] = row.value;  // NaN becomes null
  json["scores"] = Json::array();
  for (const ToleranceScore& score : quality.scores)
    json["scores"].push_back({{"tolerance", score.tolerance}, {"precision", score.precision}, {"recall", score.recall}, {"f_score", score.fScore}});
  for (const QualityRow& row : rows)
    json["meanings"][std::string(row.id)] = {{"label", row.label}, {"unit", row.unit}, {"range", row.range}, {"meaning", row.help}};
  return json;
}

void run(const QualityWish& options, std::stop_token stop) {
  const QualityOptions wanted = options.paths.options(options.params);
  CurveFile curve = readReference(options.curve), truth = readReference(options.reference);
  bringTogether(options.curve, curve, options.reference, truth);
  const auto device = makeCpuDevice();
  Progress progress;
  const Quality measured =
      quality(curve.polylines, truth.polylines, wanted, {*device, std::move(stop), [&](double fraction) { progress.show(fraction, "measuring"); }});
  progress.clear();
  if (options.json) std::cout << jsonText(qualityJson(measured));
  else std::cout << qualityTable(qualityRows(measured));
}

}  // namespace

Run addQuality(CommandApp& app) {
  const auto options = std::make_shared<QualityWish>();
  app.addInput("CURVE", options->curve, "The curve to measure: " + readableCurves() + ".", "CURVE")->required();
  app.addInput("--reference", options->reference, "The true curve, in one of the same formats.", "CURVE")->required();
  app.add_flag("--json", options->json, "As JSON, with precision, recall and F over the tolerance.");
  options->paths.add(app, "Measures");
  options->params.add(app, qualityParameters(), "Measures", "quality-");
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
