// The parts that drawPanels puts together, each in its own file. Internal to ui.
#pragma once

#include "ui/numbers.h"
#include "ui/panels.h"
#include "ui/widgets.h"

namespace arete {

/// Sections of the right panel: bits of PanelLayout::foldedSections.
enum class Section : uint8_t { parameters, versions, computing, curve, times, quality, tiles, neighbours, device, support };

/// Header of a section; false when it is folded. Folding goes to output.layout.
bool section(const PanelInput& input, PanelOutput& output, Section section, const char* title);
/// The layout to change: a copy of the input's at the first call.
PanelLayout& editedLayout(const PanelInput& input, PanelOutput& output);

/// The version that runs, even when the session names one that cannot run here.
const Version& chosenVersion(const Job& job, Stage stage);

// Contents of the right panel.
void drawParameters(const PanelInput& input, PanelOutput& output);
void drawVersions(const PanelInput& input, PanelOutput& output);
void drawDevice(const PanelInput& input, PanelOutput& output);
void drawComputing(const PanelInput& input, PanelOutput& output);
void drawTiles(const PanelInput& input, PanelOutput& output);
void drawNeighbours(const PanelInput& input, PanelOutput& output);
/// `drawn`: whether its lines are on the picture.
void drawCurveResult(const Frame& frame, bool drawn);
/// What it explains, and why chains have no junctions; the input has a frame.
void drawExplanation(const PanelInput& input, PanelOutput& output);
void drawJunctionNote(const PanelInput& input, PanelOutput& output);
/// "38 % of the points are farther than 2 R1 from the curve."
std::string explanationSentence(const ExplanationReport& report);
void drawSupport(const PanelInput& input, PanelOutput& output);
void drawTimes(const Frame& frame);
void drawQuality(const PanelInput& input);
/// Label on the left, widget on the right; its edits go to the session.
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
void drawStepping(const PanelInput& input, PanelOutput& output, float width);
void drawHistoryBar(const PanelInput& input, PanelOutput& output, Area area);
void drawPlot(const PanelInput& input, PanelOutput& output, Area area);
/// "round 2 · evolve 37 of 52"; "round 2 · evolve 37" while the number is not known yet.
std::string describeStep(const Frame& frame, uint32_t step);
/// Why the newest job has no step yet, where nothing is computed.
std::string whyNoStep(const PanelInput& input);
/// "step 12 of 57", with how the detection ended where it has.
std::string describeWhere(const Frame& frame);
/// The values of a step as a tooltip.
void stepTooltip(const Frame& frame, uint32_t step);

// On the picture.
void drawLegend(const PanelInput& input, Area free);
void drawMeasure(const PanelInput& input);
void drawArea(const PanelInput& input, Area free);
void drawState(const PanelInput& input, PanelOutput& output, Area free);

}  // namespace arete
