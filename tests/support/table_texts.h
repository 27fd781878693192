// The texts of the tables that the window shows, which no call of tr() in a source names: of parameters, stages, versions, layers, formats …
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/offscreen/picture_wish.h"
#include "compute/catalog/stage_table.h"
#include "compute/catalog/version.h"
#include "compute/core/asprs_classes.h"
#include "compute/core/choice_words.h"
#include "compute/core/counters.h"
#include "compute/edit/edit.h"
#include "compute/engine/job.h"
#include "compute/engine/stage_times.h"
#include "compute/experiments/experiment.h"
#include "compute/io/read_cloud.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "compute/measures/quality/contract.h"
#include "compute/network/rules/network_params.h"
#include "render/colour.h"
#include "render/scene.h"
#include "render/view.h"
#include "ui/actions.h"

namespace arete {

class TableTexts {
 public:
  struct Text {
    std::string place, english;  ///< place: the table, for translators
  };

  TableTexts() {
    addActions();
    for (const ParamInfo* info : allParameters()) addParameter(*info);
    addStages();
    addVersions();
    addDrawing();
    addFiles();
    for (const QualityRow& row : qualityRows({})) add("quality", {row.label, row.help, row.range});
    for (const Experiment& each : experiments()) add("experiment", {each.title, each.shows});
    for (const EditInfo& info : editKinds()) add("edit", {info.label});
  }

  std::vector<Text> texts;  ///< each once

 private:
  void add(std::string place, std::initializer_list<std::string_view> all) {
    for (const std::string_view each : all) {
      const bool isWord = std::ranges::any_of(each, [](char c) { return c >= 'a' && c <= 'z'; });  // "R1" and "GPU" are the same everywhere
      if (isWord && std::ranges::find(texts, each, &Text::english) == texts.end()) texts.push_back({place, std::string(each)});
    }
  }

  void addActions() {
    for (const ActionInfo& row : actions()) {
      const size_t slash = std::min(row.menu.find('/'), row.menu.size());
      for (const std::string& menu : {std::string(row.menu.substr(0, slash)), std::string(row.menu.substr(std::min(slash + 1, row.menu.size())))})
        if (!menu.empty()) add("menu", {menu, "&" + menu});
      add("action " + std::string(row.id), {row.text, row.help});
    }
  }

  void addParameter(const ParamInfo& info) {
    add("parameter " + std::string(info.id), {info.label, info.help, info.unit, info.zeroText});
    for (size_t i = 0; i < info.choices.size(); ++i) add("choice of " + std::string(info.id), {choiceWords(info, i)});
    if (&info == &kProfileParam)  // "Auto (map)"
      for (const std::string_view each : info.choices.subspan(1)) add("profile", {each});
  }

  void addStages() {
    for (const Stage stage : kStages)
      add("stage " + std::string(name(stage)), {stageInfo(stage).title, stageInfo(stage).help, stageInfo(stage).time});
    for (const TimeRow& row : kTimeRows) add("time", {row.help});
  }

  void addVersions() {
    for (const Version& version : catalog()) {
      add("version " + std::string(version.id), {version.label, version.shows, version.limit, version.source});
      for (const ParamInfo* info : version.parameters) addParameter(*info);
      for (const CounterInfo* counter : version.counters) addCounter(*counter);
    }
    for (const CounterInfo* counter : networkCounters()) addCounter(*counter);
    for (const CounterInfo* counter : gpuCounters()) addCounter(*counter);
  }
  void addCounter(const CounterInfo& info) { add("counter " + std::string(info.id), {info.label, info.unit, info.meaning}); }

  void addDrawing() {
    for (const LayerInfo& info : layers()) add("layer", {info.label, info.help});
    for (const ColourMapInfo& info : colourMaps()) add("colour map", {info.name, info.help});
    for (size_t i = 0; i < kColourByCount; ++i) add("colour of the cloud", {label(ColourBy(i))});
    for (size_t i = 0; i < kCurveColourCount; ++i) add("colour of the curve", {label(CurveColour(i)), help(CurveColour(i))});
    for (size_t i = 0; i < kTileColourCount; ++i) add("colour of tiles", {name(TileColour(i))});
    for (const PointsPathInfo& info : pointsPaths()) add("way to draw points", {info.name});
  }

  void addFiles() {
    for (const FormatInfo& info : readableFormats()) add("format", {info.label});
    for (const CurveFormat& info : curveFormats()) add("format of curves", {info.label, info.help});
    for (const PointFormat& info : pointFormats()) add("format of points", {info.label, info.help});
    for (const PictureFormatInfo& info : pictureFormats()) add("format of pictures", {info.label, info.help});
    for (const AsprsClass& each : asprsClasses()) add("class", {asprsClassText(each.number)});
  }
};

}  // namespace arete
