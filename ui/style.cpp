#include "ui/style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "ui/palette.h"

namespace arete {

static constexpr Palette kDark = {.text = IM_COL32(232, 236, 241, 255),
                                  .dim = IM_COL32(163, 172, 184, 255),
                                  .faint = IM_COL32(152, 162, 175, 255),
                                  .panel = IM_COL32(27, 31, 37, 240),
                                  .card = IM_COL32(33, 38, 45, 250),
                                  .line = IM_COL32(58, 65, 75, 255),
                                  .field = IM_COL32(45, 51, 60, 255),
                                  .fieldHot = IM_COL32(56, 64, 75, 255),
                                  .fieldOn = IM_COL32(67, 77, 91, 255),
                                  .accent = IM_COL32(255, 161, 50, 255),
                                  .accentSoft = IM_COL32(255, 161, 50, 60),
                                  .onAccent = IM_COL32(28, 20, 8, 255),
                                  .good = IM_COL32(94, 201, 140, 255),
                                  .warning = IM_COL32(246, 196, 83, 255),
                                  .bad = IM_COL32(250, 136, 132, 255),
                                  .evolve = IM_COL32(98, 168, 250, 255),
                                  .decimate = IM_COL32(239, 108, 104, 255),
                                  .halo = IM_COL32(13, 15, 18, 190)};

static constexpr Palette kWhite = {.text = IM_COL32(24, 28, 33, 255),
                                   .dim = IM_COL32(82, 91, 102, 255),
                                   .faint = IM_COL32(86, 95, 106, 255),
                                   .panel = IM_COL32(248, 249, 250, 245),
                                   .card = IM_COL32(255, 255, 255, 252),
                                   .line = IM_COL32(209, 214, 220, 255),
                                   .field = IM_COL32(231, 234, 238, 255),
                                   .fieldHot = IM_COL32(219, 224, 230, 255),
                                   .fieldOn = IM_COL32(203, 210, 219, 255),
                                   .accent = IM_COL32(168, 66, 0, 255),
                                   .accentSoft = IM_COL32(217, 95, 2, 45),
                                   .onAccent = IM_COL32(255, 255, 255, 255),
                                   .good = IM_COL32(16, 112, 62, 255),
                                   .warning = IM_COL32(133, 86, 0, 255),
                                   .bad = IM_COL32(190, 38, 38, 255),
                                   .evolve = IM_COL32(37, 99, 175, 255),
                                   .decimate = IM_COL32(196, 52, 48, 255),
                                   .halo = IM_COL32(255, 255, 255, 200)};

static Theme currentTheme = Theme::dark;

const Palette& palette(Theme theme) { return theme == Theme::dark ? kDark : kWhite; }
const Palette& palette() { return palette(currentTheme); }

static void applyColours(ImGuiStyle& style, const Palette& colours) {
  const auto set = [&](ImGuiCol index, ImU32 colour) { style.Colors[index] = ImGui::ColorConvertU32ToFloat4(colour); };
  constexpr ImU32 kNone = IM_COL32(0, 0, 0, 0);
  set(ImGuiCol_Text, colours.text);
  set(ImGuiCol_TextDisabled, colours.faint);
  set(ImGuiCol_WindowBg, colours.panel);
  set(ImGuiCol_ChildBg, kNone);
  set(ImGuiCol_PopupBg, colours.card);
  set(ImGuiCol_Border, colours.line);
  set(ImGuiCol_Separator, colours.line);
  for (ImGuiCol index : {ImGuiCol_FrameBg, ImGuiCol_Button}) set(index, colours.field);
  for (ImGuiCol index : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) set(index, colours.fieldHot);
  for (ImGuiCol index : {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}) set(index, colours.fieldOn);
  set(ImGuiCol_Header, colours.field);
  for (ImGuiCol index : {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) set(index, colours.accent);
  set(ImGuiCol_NavHighlight, kNone);  // ui/focus.cpp draws one ring for all widgets
  set(ImGuiCol_TextSelectedBg, colours.accentSoft);
  set(ImGuiCol_ScrollbarBg, kNone);
  set(ImGuiCol_ScrollbarGrab, colours.field);
  set(ImGuiCol_ScrollbarGrabHovered, colours.fieldHot);
  set(ImGuiCol_ScrollbarGrabActive, colours.fieldOn);
}

void applyStyle(Theme theme) {
  currentTheme = theme;
  ImGuiStyle& style = ImGui::GetStyle();
  applyColours(style, palette(theme));
  style.WindowPadding = {kPadding, kPadding};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {kGap, kGap};
  style.ItemInnerSpacing = {kGap, 4};
  style.ScrollbarSize = 8;
  style.GrabMinSize = 8;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 0;
  style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = kRounding;
  style.PopupRounding = kRounding + 1;
  style.DisplaySafeAreaPadding = {0, 0};
}

struct FontRow {
  const char* file;
  float size;     ///< logical pixels
  bool allSigns;  ///< file names may be in any script that the font has; titles are ours
};
static constexpr std::array<FontRow, 4> kFonts = {
    {{"DejaVuSans.ttf", 13, true}, {"DejaVuSans.ttf", 11, true}, {"DejaVuSans-Bold.ttf", 13, true}, {"DejaVuSans-Bold.ttf", 20, false}}};

// Latin, Greek, Cyrillic; punctuation with thin spaces and dashes; superscripts; arrows, mathematics, shapes, ticks. Atlases keep a pointer to them.
static constexpr ImWchar kAllSigns[] = {0x0020, 0x024F, 0x0370, 0x04FF, 0x1E00, 0x1EFF, 0x2000, 0x209F, 0x20A0,
                                        0x22FF, 0x2300, 0x23FF, 0x25A0, 0x25FF, 0x2700, 0x27BF, 0};
static constexpr ImWchar kTitleSigns[] = {0x0020, 0x017F, 0x2000, 0x206F, 0};

/// In the folder of a bundle (scripts/bundle), then where systems keep their fonts.
static std::filesystem::path findFont(const char* file) {
  std::error_code none;
  const std::filesystem::path bundled = std::filesystem::read_symlink("/proc/self/exe", none).parent_path().parent_path() / "fonts" / file;
  if (!none && std::filesystem::is_regular_file(bundled, none)) return bundled;
  static constexpr const char* kFolders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu",
                                             "/usr/share/fonts/TTF", "/usr/local/share/fonts/dejavu"};
  for (const char* folder : kFolders)
    if (std::error_code ignored; std::filesystem::is_regular_file(std::filesystem::path(folder) / file, ignored))
      return std::filesystem::path(folder) / file;
  return {};
}

std::string loadFonts(double devicePixelRatio) {
  ImGuiIO& io = ImGui::GetIO();
  const float scale = float(std::clamp(devicePixelRatio, 0.5, 8.0));
  std::string missing;
  io.Fonts->Clear();
  io.Fonts->TexDesiredWidth = scale > 1.5f ? 2048 : 1024;
  for (const FontRow& row : kFonts) {
    ImFontConfig config;
    config.OversampleH = scale < 1.5f ? 2 : 1;  // sharper stems where pixels are large, less memory where they are small
    config.SizePixels = std::round(row.size * scale);
    const std::filesystem::path path = findFont(row.file);
    if (path.empty()) missing = "the font DejaVu Sans was not found (Debian: fonts-dejavu-core); a plain one without special signs is used";
    if (path.empty() || io.Fonts->AddFontFromFileTTF(path.c_str(), config.SizePixels, &config, row.allSigns ? kAllSigns : kTitleSigns) == nullptr)
      io.Fonts->AddFontDefault(&config);
  }
  io.FontGlobalScale = 1 / scale;
  return missing;
}

float smallSize() { return font(FontRole::small)->FontSize * ImGui::GetIO().FontGlobalScale; }

ImFont* font(FontRole role) {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  return fonts[std::min(int(role), fonts.Size - 1)];
}

}  // namespace arete
