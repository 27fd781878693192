// The parts that drawPanels puts together, each in its own file. Internal to ui.
#pragma once

#include "ui/numbers.h"
#include "ui/panels.h"
#include "ui/widgets.h"

namespace arete {

/// Header of a section; false when it is folded. Folding goes to output.layout.
bool section(const PanelInput& input, PanelOutput& output, Section section, const char* title);
/// The layout to change: a copy of the input's at the first call.
PanelLayout& editedLayout(const PanelInput& input, PanelOutput& output);

/// The version that runs, even when the session names one that cannot run here.
const Version& chosenVersion(const Job& job, Stage stage);

// Contents of the tab Curve.
void drawFind(const PanelInput& input, PanelOutput& output);
void drawResult(const PanelInput& input, PanelOutput& output);
void drawNeighbours(const PanelInput& input, PanelOutput& output);
void drawQuality(const PanelInput& input);
void drawConfidence(const PanelInput& input, PanelOutput& output);
void drawAdvanced(const PanelInput& input, PanelOutput& output);

// Contents of the tab Lab.
void drawLabTools(PanelOutput& output);
void drawVersions(const PanelInput& input, PanelOutput& output);
void drawTiles(const PanelInput& input, PanelOutput& output);
void drawComputing(const PanelInput& input, PanelOutput& output);
void drawTimes(const Frame& frame);
void drawDevice(const PanelInput& input, PanelOutput& output);

// Rows of these.
/// The share of the points that the curve explains; a click shows the others.
void explanationRow(const PanelInput& input, PanelOutput& output);
/// "38 % of the points are farther than 2 R1 from the curve."
std::string explanationSentence(const ExplanationReport& report);
/// How sure the network is, and the slider that hides what is less sure.
void confidenceRows(const PanelInput& input, PanelOutput& output);
inline constexpr int kParameterDigits = 4;
/// Applies an edit: the new value goes into the session, its end becomes one undo entry.
void accept(const PanelInput& input, PanelOutput& output, const ParamInfo& info, double value, WidgetEdit edit);
/// The range of a slider of a radius: radii are positive; 0 stands for "not set" or "linked" and is never what a slider gives.
SliderRange radiusRange(const PanelInput& input, const ParamInfo& info);
/// Label on the left, widget on the right, and a way back where the value is not the default; its edits go to the session.
void parameterRow(const PanelInput& input, PanelOutput& output, const ParamInfo& info);
/// Where the widgets of parameter rows begin.
float parameterColumn();
/// The version of a stage, to be chosen from a list that begins at `column`.
void drawVersion(const PanelInput& input, PanelOutput& output, Stage stage, std::string_view label, float column);
/// For rows that are named after these stages.
float stageLabelWidth(std::span<const Stage> stages);
/// A row "label ........ value" over the width that is left.
void valueRow(std::string_view label, std::string_view value, std::string_view help);

// Contents of the bottom panel.
/// `oneRow`: what step it is stands beside the buttons.
void drawStepping(const PanelInput& input, PanelOutput& output, float width, bool oneRow);
void drawHistoryBar(const PanelInput& input, PanelOutput& output, Area area);
void drawPlot(const PanelInput& input, PanelOutput& output, Area area);
/// "round 2 · evolve 37 of 52"; "round 2 · evolve 37" while the number is not known yet.
std::string describeStep(const Frame& frame, uint32_t step);
/// Without a full stop.
std::string tooFewPoints(uint64_t points);
/// Why the newest job has no step yet, where nothing is computed.
std::string whyNoStep(const PanelInput& input);
/// "step 12 of 57", with how the detection ended where it has.
std::string describeWhere(const Frame& frame);
/// The values of a step as a tooltip.
void stepTooltip(const Frame& frame, uint32_t step);

// On the picture.
/// Where the picture's words are: around them, and each. What is read there must not be covered.
struct LegendAreas {
  Area plot;
  std::vector<Area> taken;
};
LegendAreas drawLegend(const PanelInput& input, Area free);
void drawMeasure(const PanelInput& input);
void drawArea(const PanelInput& input, Area free);
void drawCallouts(const PanelInput& input, const LegendAreas& legend);
void drawState(const PanelInput& input, PanelOutput& output, Area free);

}  // namespace arete
