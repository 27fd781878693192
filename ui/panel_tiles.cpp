// Detection in tiles: the kind, the resulting tree, how it is shown, how far the result is from the exact answer.
#include <algorithm>
#include <cmath>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr int kTileDigits = 4;

static void drawTree(const TileTree& tree) {
  uint32_t least = UINT32_MAX, most = 0;
  for (const uint32_t leaf : tree.leaves) least = std::min(least, tree.nodes[leaf].size()), most = std::max(most, tree.nodes[leaf].size());
  valueRow(tr("Tiles"), formatCount(tree.leaves.size()), tr("Leaves of the tree: each is detected in for itself."));
  if (!tree.leaves.empty())
    valueRow(tr("Points in a tile"), formatCount(least) + " – " + formatCount(most), tr("Of the emptiest and of the fullest tile."));
  valueRow(tr("Levels"), formatCount(tree.levelCount()), tr("The whole cloud, its first division, then halves of tiles that were too full."));
  if (tree.kind == TileKind::extended)
    valueRow(tr("Overlap points"), formatCount(tree.surroundings.total()),
             tr("Cloud points in the surroundings of tiles, counted once for each tile that sees them."));
  if (!tree.note.empty()) wrapped(palette().warning, tr(std::string_view(tree.note)));
}

static void drawLook(const PanelInput& input, PanelOutput& output, const TileTree& tree) {
  const TileLook& look = input.session.view.tiles;
  ImGui::Dummy({0, 2});
  ImGui::AlignTextToFramePadding();
  coloured(palette().dim, tr("Colour tiles by"));
  for (size_t i = 0; i < kTileColourCount; ++i) {
    ImGui::SameLine();
    const auto colour = TileColour(i);
    if (ImGui::RadioButton(std::string(tr(name(colour))).c_str(), look.colourBy == colour) && look.colourBy != colour)
      edited(input, output).view.tiles.colourBy = colour, output.editFinished = true;
    static constexpr std::string_view kHelp[] = {mark("How many points are in a tile, on a logarithmic scale."), mark("Its level in the tree."),
                                                 mark("Bright: chosen points of the tile move in this step. Faint: it has none.")};
    tooltip(tr(kHelp[i]));
  }
  const double deepest = double(tree.levelCount()) - 1;
  double level = look.level == TileLook::kLeaves ? deepest : std::min(double(look.level), deepest);
  ImGui::SetNextItemWidth(-1);
  const std::string shown = level >= deepest ? std::string(tr("all levels"))
                                             : filled(tr("level %1 of %2"), formatNumber(level, kTileDigits), formatNumber(deepest, kTileDigits));
  const WidgetEdit edit = valueSlider("##level", level, {0, std::max(deepest, 1.0), 0, std::max(deepest, 1.0), false, true}, shown);
  tooltip(tr("Level of the tree"), tr("Watch the cloud being divided: level 0 is its bounds, level 1 the first division, then halves."));
  if (edit.changed) edited(input, output).view.tiles.level = level >= deepest ? TileLook::kLeaves : int(level);
  if (edit.finished) output.editFinished = true;
  if (tree.kind != TileKind::extended) return;
  bool surroundings = look.surroundings;
  if (ImGui::Checkbox(tr("Surroundings"), &surroundings)) edited(input, output).view.tiles.surroundings = surroundings, output.editFinished = true;
  tooltip(tr("Surroundings"),
          tr("What extended tiles see around them: all points within R1 of their bounds. Click a cloud point for that of its tile alone."));
}

static void drawComparison(const PanelInput& input, PanelOutput& output) {
  bool on = input.session.view.style(LayerId::exact).visible;
  if (ImGui::Checkbox(tr("Compare with the exact answer"), &on)) {
    edited(input, output).view.style(LayerId::exact).visible = on;
    output.editFinished = true;
  }
  tooltip(tr("Compare"),
          tr("Detects on the whole cloud too and draws that curve under this one. Rings mark exact chosen points that are missing here, and "
             "points here that have no exact one within R1."));
  if (!on || !input.frame) return;
  if (!input.frame->exact)
    return wrapped(palette().dim,
                   input.frame->finished ? tr("The exact answer is being computed.") : tr("Compared when the detection has finished."));
  const Difference& difference = input.frame->difference;
  const uint32_t exact = input.frame->exact->chosen.size();
  valueRow(tr("Bit-identical"), filled(tr("%1 of %2"), formatCount(difference.identical), formatCount(exact)),
           tr("Chosen points that are the exact ones."));
  valueRow(tr("Missing"), formatCount(difference.missing.size()), tr("Exact chosen points with none of these within R1."));
  valueRow(tr("Extra"), formatCount(difference.extra.size()), tr("Chosen points with no exact one within R1."));
  if (std::isfinite(difference.hausdorff))
    valueRow(tr("Hausdorff"), formatNumber(difference.hausdorff, kTileDigits),
             tr("The longest way from a chosen point of either result to the other."));
}

void drawTiles(const PanelInput& input, PanelOutput& output) {
  const Job& job = input.session.job;
  parameterRow(input, output, kTileDetectionParam);
  if (job.tileDetection() == TileDetection::whole) return;
  parameterRow(input, output, kSmoothingParam);
  for (const ParamInfo* info : chosenVersion(job, Stage::tile).parameters) parameterRow(input, output, *info);
  if (!input.frame || !input.frame->tiles) return;
  drawTree(*input.frame->tiles);
  drawLook(input, output, *input.frame->tiles);
  drawComparison(input, output);
}

}  // namespace arete
