// The Dear ImGui panels on the picture. One function draws them all from values and returns what the user did; it keeps no state of the
// program, only of its own widgets. The window provides the input and carries out the output.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/engine/frame.h"
#include "compute/engine/links.h"
#include "render/overlay.h"
#include "ui/actions.h"
#include "ui/panel_reports.h"
#include "ui/session.h"
#include "ui/support_report.h"

namespace arete {

/// The present activity, apart from the frame: decides which of the designed states is drawn.
enum class Activity : uint8_t { empty, loading, ready, running, failed };

/// Where the keyboard goes inside the panels: to the widget after or before the present one, or to the first of a panel.
enum class FocusMove : uint8_t { none, next, previous, right, bottom };
struct PanelFocus {
  bool keyboard = false;  ///< keys go to the widgets of the panels: one of them has the focus, with a ring around it
  FocusMove move = FocusMove::none;
};

/// Tabs of the right panel: what is found, and how it is computed.
enum class PanelTab : uint8_t { curve, lab };
/// Sections of the right panel: bits of PanelLayout::foldedSections.
enum class Section : uint8_t { find, result, neighbours, quality, confidence, advanced, versions, tiles, computing, times, device };
constexpr uint32_t bitOf(Section section) { return uint32_t(1) << uint32_t(section); }

/// Sizes in logical pixels and what is folded: a value that the window keeps in its settings.
struct PanelLayout {
  double rightWidth = 300, bottomHeight = 148;  ///< as the user dragged them; drawn smaller where the picture is small
  bool rightOpen = true, bottomOpen = true;
  uint32_t foldedSections = bitOf(Section::confidence) | bitOf(Section::advanced);
  PanelTab tab = PanelTab::curve;
  friend bool operator==(const PanelLayout&, const PanelLayout&) = default;
};

struct PictureSize {
  int width = 0, height = 0;  ///< logical pixels
  double devicePixelRatio = 1;
};

/// What is known of the curve besides the frame.
struct CurveReports {
  SupportReport support;
  ExplanationReport explanation;
  std::vector<QualityLine> quality;
  std::vector<Callout> callouts;  ///< for who sees such a picture for the first time
};

struct PanelInput {
  const Session& session;
  std::shared_ptr<const Frame> frame;  ///< null before the first one
  std::shared_ptr<const Links> links;  ///< null while none are known
  Activity activity = Activity::empty;
  bool outdated = false;  ///< the last start was cancelled before its first step: the frame, if any, belongs to the previous one
  bool playing = false;   ///< Space was pressed: a step after the other
  double stepsPerSecond = 10;
  LoadingReport loading;
  FailureReport failure;
  RadiusAdvice radius;
  CloudReport cloud;
  CurveReports curve;
  DeviceReport device;
  FileLists files;
  AreaOutline area;                  ///< that is being drawn on the picture
  const Overlay* overlay = nullptr;  ///< tick labels, scale bar, colour bar from the scene
  PanelLayout layout;
  PanelFocus focus;
  bool visible = true;  ///< false (Tab): only the legend and the states that need an answer
  PictureSize size;
};

struct PanelOutput {
  std::optional<Session> edited;  ///< the user changed a parameter or the view: the new value
  bool editFinished = false;      ///< the drag or input ended: one undo entry
  std::vector<Action> actions;    ///< buttons pressed
  std::optional<uint32_t> goTo;   ///< history scrubbed
  std::optional<double> stepsPerSecond;
  std::string open;                            ///< a recent file or example was clicked
  std::string openWithOptions;                 ///< failed: the file whose reading the user wants to say more about
  bool dismissed = false;                      ///< failed: the message was read
  std::optional<PanelLayout> layout;           ///< dragged or folded
  double coveredRight = 0, coveredBottom = 0;  ///< logical pixels of the picture under panels: fit the cloud into the rest
  bool animating = false;                      ///< must be drawn again soon (fades, tooltips)
  double drawAgainIn = 0;                      ///< seconds, after which something goes; 0: nothing does
};

/// Between ImGui::NewFrame and ImGui::Render, with fonts from loadFonts (ui/style.h) and io.DisplaySize = width x height.
PanelOutput drawPanels(const PanelInput& input);

}  // namespace arete
