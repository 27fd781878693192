// Messages on the picture: nothing open, loading, ready, computing, nothing found, failed.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/focus.h"
#include "ui/key_bindings.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/window_words.h"

namespace arete {

static constexpr float kCardWidth = 440, kInset = 16, kInside = 22;
static constexpr ImGuiWindowFlags kCardFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                               ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                               ImGuiWindowFlags_NoFocusOnAppearing;

/// A card of that width in the free area, centred horizontally; `down` 0 at the top, 1 at the bottom. False when there is no room.
static bool beginCard(const char* name, Area free, float down, float width) {
  width = std::min(width, free.width - 2 * kInset);
  ImGui::SetNextWindowPos({free.x + free.width / 2, free.y + kInset + down * (free.height - 2 * kInset)}, ImGuiCond_Always, {0.5f, down});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(free.height - 2 * kInset, 1.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(kInside, kInside - 4));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 10);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, palette().card);
  return ImGui::Begin(name, nullptr, kCardFlags);
}

static void endCard() {
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

static void title(std::string_view text, ImU32 colour) {
  ImGui::PushFont(font(FontRole::title));
  wrapped(colour, text);
  ImGui::PopFont();
}

/// A big button with a strong line and a small one below.
static bool bigButton(const std::string& id, const std::string& name, const std::string& below, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(id.c_str());
  const bool pressed = ImGui::Button("##file", size);
  ImGui::PopID();
  tooltip(id);
  const float room = size.x - 2 * kPadding, y = at.y + size.y / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(font(FontRole::strong));
  list.AddText({at.x + kPadding, y - 16}, palette().text, clipped(name, room).c_str());
  ImGui::PopFont();
  ImGui::PushFont(font(FontRole::small));
  list.AddText({at.x + kPadding, y + 2}, palette().dim, clipped(below, room).c_str());
  ImGui::PopFont();
  return pressed;
}

/// Examples side by side, under their names without extension.
static void drawExamples(const PanelInput& input, PanelOutput& output) {
  constexpr size_t kMost = 6, kPerRow = 3;
  constexpr float kHeight = 52;
  if (input.files.examples.empty()) return;
  smallText(palette().dim, tr("EXAMPLES"));
  const size_t count = std::min(input.files.examples.size(), kMost), perRow = std::min(count, kPerRow);
  const float width = (ImGui::GetContentRegionAvail().x - kGap * float(perRow - 1)) / float(perRow);
  for (size_t i = 0; i < count; ++i) {
    if (i % perRow != 0) ImGui::SameLine();
    const std::filesystem::path path(input.files.examples[i]);
    std::string name = path.stem().string();
    std::replace(name.begin(), name.end(), '_', ' ');
    if (bigButton(input.files.examples[i], name, filled(tr("example, %1"), path.extension().string()), {width, kHeight}))
      output.open = input.files.examples[i];
  }
}

static void drawRecent(const PanelInput& input, PanelOutput& output) {
  constexpr size_t kMost = 4;
  constexpr float kHeight = 42;
  if (input.files.recent.empty()) return;
  smallText(palette().dim, tr("RECENT"));
  for (size_t i = 0; i < std::min(input.files.recent.size(), kMost); ++i) {
    const std::filesystem::path path(input.files.recent[i]);
    const ImVec2 size(ImGui::GetContentRegionAvail().x, kHeight);
    if (bigButton(input.files.recent[i], path.filename().string(), path.parent_path().string(), size)) output.open = input.files.recent[i];
  }
}

static void dropZone(PanelOutput& output) {
  constexpr float kHeight = 74, kDash = 7;
  const ImVec2 low = ImGui::GetCursorScreenPos(), high(low.x + ImGui::GetContentRegionAvail().x, low.y + kHeight);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (float x = low.x; x < high.x; x += 2 * kDash)
    for (const float y : {low.y, high.y}) list.AddLine({x, y}, {std::min(x + kDash, high.x), y}, palette().faint);
  for (float y = low.y; y < high.y; y += 2 * kDash)
    for (const float x : {low.x, high.x}) list.AddLine({x, y}, {x, std::min(y + kDash, high.y)}, palette().faint);
  constexpr float kButtonWidth = 96, kButtonHeight = 30;
  ImGui::SetCursorScreenPos({low.x + kPadding + 4, low.y + (kHeight - kButtonHeight) / 2});
  if (accentButton(tr("Open…"), {kButtonWidth, kButtonHeight})) output.actions.push_back(Action::openFile);
  tooltip(Action::openFile);
  const float beside = low.x + kPadding + kButtonWidth + 20;
  ImGui::SetCursorScreenPos({beside, low.y + 12});
  coloured(palette().text, tr("or drop a file here"));
  ImGui::SetCursorScreenPos({beside, low.y + 32});
  smallText(palette().dim, "PLY · PCD · LAS · LAZ · E57 · XYZ · CSV · NPY");
  ImGui::SetCursorScreenPos({beside, low.y + 48});
  smallText(palette().dim, tr("OBJ · GPX · SWC · sessions (.arete)"));
  ImGui::SetCursorScreenPos({low.x, high.y + 2 * kGap});
}

using KeyHint = std::pair<const char*, const char*>;  // keys, and their use in a word or two; both English
static constexpr float kAfterKey = 6, kBetweenKeys = 20;

static void keyHints(std::span<const KeyHint> keys) {
  bool first = true;
  for (const auto& [key, text] : keys) {
    if (!first) ImGui::SameLine(0, kBetweenKeys);
    strongText(keyNames(key));
    ImGui::SameLine(0, kAfterKey);
    coloured(palette().dim, tr(text));
    first = false;
  }
}

static void drawEmpty(const PanelInput& input, PanelOutput& output, Area free) {
  if (beginCard("##empty", free, 0.5f, kCardWidth)) {
    title(tr("Open a point cloud"), palette().text);
    wrapped(palette().dim, tr("Arete finds the curve in it, step by step."));
    ImGui::Dummy({0, 4});
    dropZone(output);
    drawExamples(input, output);
    drawRecent(input, output);
    ImGui::Dummy({0, 2});
    static constexpr KeyHint kKeys[] = {{"Ctrl+O", mark("open")}, {"H", mark("all keys")}, {"F1", mark("help")}};
    keyHints(kKeys);
  }
  endCard();
}

static void drawLoading(const PanelInput& input, PanelOutput& output, Area free) {
  constexpr float kBarHeight = 8;
  constexpr double kPatience = 0.15;  // seconds; most files are there by then, and a card would only flash
  if (input.loading.seconds < kPatience) {
    output.animating = true;
    return;
  }
  if (beginCard("##loading", free, 1, kCardWidth)) {
    strongText(input.loading.name.empty() ? std::string(tr("Loading"))
                                          : filled(tr("Loading %1"), clipped(input.loading.name, ImGui::GetContentRegionAvail().x - 90)));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, done = float(std::clamp(input.loading.fraction, 0.0, 1.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + kBarHeight}, palette().field, kBarHeight / 2);
    if (done > 0) list.AddRectFilled(at, {at.x + std::max(kBarHeight, width * done), at.y + kBarHeight}, palette().accent, kBarHeight / 2);
    ImGui::Dummy({width, kBarHeight + 2});
    constexpr float kCancelWidth = 74;
    const float right = ImGui::GetCursorPosX() + width;
    ImGui::AlignTextToFramePadding();
    clippedText(input.loading.text.empty() ? formatCount(uint64_t(100 * done)) + " %" : input.loading.text, width - kCancelWidth - kPadding,
                palette().dim);
    ImGui::SameLine(right - kCancelWidth);
    if (ImGui::Button(tr("Cancel"), {kCancelWidth, kRowHeight})) output.actions.push_back(Action::cancel);
    tooltip(Action::cancel);
    output.coveredBottom = double(ImGui::GetWindowHeight() + kInset);
  }
  endCard();
}

/// A one-line pill at the top: which keys to press now.
/// As keyHints() draws them, keys in bold.
static float widthOf(std::span<const KeyHint> keys) {
  constexpr float kBold = 1.15f;
  float width = -kBetweenKeys;
  for (const auto& [key, text] : keys)
    width += ImGui::CalcTextSize(keyNames(key).c_str()).x * kBold + kAfterKey + ImGui::CalcTextSize(tr(text)).x + kBetweenKeys;
  return width;
}

/// In the middle above the picture; where that is narrow only the first ones, beside the axes in its corner.
static void hint(Area free, std::span<const KeyHint> keys) {
  constexpr float kAxes = 64, kPadding = 16;
  const auto needed = [&] { return widthOf(keys) + 2 * kPadding; };
  while (keys.size() > 1 && needed() > free.width - kAxes - kInset) keys = keys.first(keys.size() - 1);
  const float middle = std::max(free.width / 2, kAxes + needed() / 2);
  ImGui::SetNextWindowPos({free.x + middle, free.y + kInset}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(kPadding, 8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 16);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, palette().panel);
  if (ImGui::Begin("##hint", nullptr, kCardFlags | ImGuiWindowFlags_NoInputs)) keyHints(keys);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

/// Shown only after a moment, so that neither short computations nor the steps of a playback flash.
static void drawRunning(const PanelInput& input, PanelOutput& output, Area free) {
  constexpr double kPatience = 0.35;  // seconds
  static double runningSince = -1, seenAt = -1;
  static uint32_t seenStep = 0;
  const double now = ImGui::GetTime();
  const uint32_t step = input.frame ? input.frame->step : 0;
  const bool goesOn = input.playing && step != seenStep;
  if (now - seenAt > kPatience || now < seenAt || goesOn) runningSince = now;
  seenAt = now, seenStep = step;
  output.animating = true;
  if (now - runningSince < kPatience) return;
  constexpr float kHeight = 3, kShare = 0.25f, kPeriod = 1.6f;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float phase = float(std::fmod(now, double(kPeriod)) / kPeriod), x = free.x + free.width * (phase * (1 + kShare) - kShare);
  list.AddRectFilled({free.x, free.bottom() - kHeight}, {free.right(), free.bottom()}, palette().accentSoft);
  list.AddRectFilled({std::max(free.x, x), free.bottom() - kHeight}, {std::min(free.right(), x + free.width * kShare), free.bottom()},
                     palette().accent);
  constexpr float kAboveScaleBar = 36;
  ImGui::SetNextWindowPos({free.x + free.width / 2, free.bottom() - kInset - kAboveScaleBar}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(16, 6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 18);
  if (ImGui::Begin("##running", nullptr, kCardFlags)) {
    ImGui::AlignTextToFramePadding();
    coloured(palette().text,
             input.frame ? filled(tr("Computing · %1"), describeStep(*input.frame, step)) : std::string(tr("Computing the first step")));
    ImGui::SameLine(0, 14);
    if (ImGui::Button(tr("Cancel"))) output.actions.push_back(Action::cancel);
    tooltip(Action::cancel);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

static void setR1(const PanelInput& input, PanelOutput& output, double r1) {
  edited(input, output).job.params.set(kR1Param, r1);
  output.editFinished = true;
}

/// Why a finished detection has no curve, from what choose made of the cloud.
static std::string whyNothing(const PanelInput& input, double& better) {
  constexpr double kCrowded = 0.5;  // share of the cloud that choose took
  constexpr uint32_t kFewChosen = 8;
  const Frame& frame = *input.frame;
  const uint32_t chosen = frame.history->front().chosen;
  const uint64_t points = std::max<uint64_t>(frame.facts.count, frame.cloud.size());  // not all are in memory
  const std::string r1 = "R1 = " + formatNumber(frame.job.r1(), 4);
  if (frame.cloud.size() < 3) return tooFewPoints(frame.cloud.size()) + ".";
  if (chosen <= kFewChosen) {
    better = frame.job.r1() / 4;
    return filled(trCount(chosen, "%1 is too large for this cloud: %2 ball of that radius covers all of it.",
                          "%1 is too large for this cloud: %2 balls of that radius cover all of it."),
                  r1, formatCount(chosen));
  }
  if (!frame.doubt.empty()) return engineText(inWindowWords(frame.doubt));
  better = frame.job.r1() * 2;
  if (chosen >= kCrowded * double(points))
    return filled(tr("%1 is too small: it holds no neighbours. %2 of %3 points were chosen, so nothing could move."), r1, formatCount(chosen),
                  formatCount(points));
  return filled(
      tr("With %1 all chosen points were removed as too crowded or too lonely. A larger radius gives more of them neighbours along the curve."), r1);
}

static void drawNothingFound(const PanelInput& input, PanelOutput& output, Area free) {
  constexpr double kClose = 0.02;  // relative: then the suggestion is what did not work
  const ImVec2 kButton(0, 30);
  double better = 0;
  const std::string why = whyNothing(input, better);
  if (beginCard("##nothing", free, 0, kCardWidth)) {
    title(tr("No curve found"), palette().text);
    wrapped(palette().dim, why);
    ImGui::Dummy({0, 2});
    const double r1 = input.frame->job.r1();
    const bool suggested = input.radius.suggested > 0 && std::abs(input.radius.suggested - r1) > kClose * r1;
    if (suggested && accentButton(filled(tr("Use R1 = %1 (suggested)"), formatNumber(input.radius.suggested, 3)).c_str(), kButton))
      output.actions.push_back(Action::suggestR1);
    focusStop();
    if (suggested && better > 0) ImGui::SameLine();
    const std::string other = filled(tr("Try R1 = %1"), formatNumber(better, 3));
    if (better > 0 && (suggested ? ImGui::Button(other.c_str(), kButton) : accentButton(other.c_str(), kButton))) setR1(input, output, better);
    focusStop();
  }
  endCard();
}

/// The next button stands beside this one where there is room, else below.
static void besideWhereRoom(const char* next) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = style.ItemSpacing.x + ImGui::CalcTextSize(next).x + 2 * style.FramePadding.x;
  if (ImGui::GetItemRectMax().x + width <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
}

static void drawFailed(const PanelInput& input, PanelOutput& output, Area free) {
  const ImVec2 kButton(0, 30);
  if (beginCard("##failed", free, 0.5f, kCardWidth + 60)) {
    const ImVec2 at = ImGui::GetWindowPos();
    const size_t lineEnd = std::min(input.failure.message.find('\n'), input.failure.message.size());
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 14}, {at.x + 4, at.y + ImGui::GetWindowHeight() - 14}, palette().bad);
    const std::string file = std::filesystem::path(input.failure.unread).filename().string(), &failed = input.failure.failed;
    std::string line = input.failure.message.substr(0, lineEnd);
    title(!file.empty() ? filled(tr("Could not open %1"), file) : asSentence(failed.empty() ? line : failed), palette().text);
    if (file.empty()) line = failed.size() < line.size() && !failed.empty() ? line.substr(line.find_first_not_of(": ", failed.size())) : "";
    ImGui::PushTextWrapPos(0);
    if (!line.empty()) strongText(file.empty() ? line : asSentence(line));
    ImGui::PopTextWrapPos();
    if (lineEnd < input.failure.message.size()) wrapped(palette().dim, asSentence(input.failure.message.substr(lineEnd + 1)));
    if (!input.failure.hint.empty()) {
      ImGui::Dummy({0, 2});
      smallText(palette().dim, tr("WHAT TO DO"));
      wrapped(palette().text, asSentence(input.failure.hint));
    }
    ImGui::Dummy({0, 4});
    const bool answerable = !input.failure.unread.empty();
    if (answerable) {
      if (accentButton(tr("Open with Options…"), kButton)) output.dismissed = true, output.openWithOptions = input.failure.unread;
      focusStop();
      besideWhereRoom(tr("Dismiss"));
    }
    if (answerable ? ImGui::Button(tr("Dismiss"), kButton) : accentButton(tr("Dismiss"), kButton)) output.dismissed = true;
    focusStop();
    besideWhereRoom(tr("Open another file…"));
    if (ImGui::Button(tr("Open another file…"), kButton)) output.dismissed = true, output.actions.push_back(Action::openFile);
    focusStop();
    besideWhereRoom(tr("Copy text"));
    if (ImGui::Button(tr("Copy text"), kButton)) ImGui::SetClipboardText((input.failure.message + "\n" + input.failure.hint).c_str());
    focusStop();
  }
  endCard();
}

void drawState(const PanelInput& input, PanelOutput& output, Area free) {
  switch (input.activity) {
    case Activity::empty: return drawEmpty(input, output, free);
    case Activity::loading: return drawLoading(input, output, free);
    case Activity::failed: return drawFailed(input, output, free);
    case Activity::running: return drawRunning(input, output, free);
    case Activity::ready: break;
  }
  const Frame* frame = input.outdated ? nullptr : input.frame.get();
  if (frame != nullptr && frame->finished && frame->curveKnown && frame->curve.edges.empty()) return drawNothingFound(input, output, free);
  static constexpr KeyHint kFirstKeys[] = {{"Space", mark("play")}, {"End", mark("finished curve")}, {"H", mark("all keys")}};
  if (!input.playing && input.area.hint.empty() && (frame == nullptr || frame->step == 0)) hint(free, kFirstKeys);
}

}  // namespace arete
