// Everything a user can do, in one table: the menus, the shortcuts, the list of keys (H), the buttons on the picture and the tests
// walk the same rows. No Qt and no ImGui in here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace arete {

enum class Action : uint8_t {
  openFile,
  openWithOptions,
  addFiles,
  openBeside,
  openExample,
  reloadFile,
  coordinateSystem,
  saveSession,
  saveSessionAs,
  exportResult,
  savePicture,
  quit,
  undo,
  redo,
  copyView,
  pasteView,
  showFilter,
  keepBox,
  leaveOutBox,
  keepLasso,
  leaveOutLasso,
  clearFilter,
  editCurve,
  selectLasso,
  deleteSelected,
  joinStraight,
  joinThroughCloud,
  splitNode,
  insertNode,
  pinNode,
  markRight,
  markNoise,
  playPause,
  stepForward,
  stepBack,
  stepForwardTen,
  stepBackTen,
  stepSweep,
  stepRound,
  toStart,
  toEnd,
  restart,
  cancel,
  slower,
  faster,
  largerR1,
  smallerR1,
  addVersion,
  nextDiffering,
  previousDiffering,
  editParameters,
  savePreset,
  resetView,
  fitView,
  viewFront,
  viewBack,
  viewLeft,
  viewRight,
  viewTop,
  viewBottom,
  viewIsometric,
  togglePerspective,
  toggleFlat,
  toggleTrackball,
  mouseArete,
  mouseParaView,
  mouseCloudCompare,
  nextColouring,
  previousColouring,
  toggleCloud,
  toggleChosen,
  toggleTrails,
  toggleCurve,
  toggleBalls,
  toggleTiles,
  toggleExact,
  toggleLinks,
  toggleJunctions,
  toggleTubes,
  toggleCoasts,
  toggleAxes,
  toggleAssignment,
  toggleUnexplained,
  largerPoints,
  smallerPoints,
  toggleTheme,
  textNormal,
  textLarge,
  textLarger,
  textLargest,
  suggestR1,
  openReference,
  closeReference,
  showQuality,
  showWarnings,
  experiments,
  exploreRadius,
  race,
  showProfile,
  measure,
  clearMeasured,
  pointByKeys,
  togglePanels,
  nextPart,
  fullScreen,
  help,
  explainPicture,
  keys,
  graphicsInfo,
  checkMachine,
  about,
};

struct ActionInfo {
  Action action;
  std::string_view id;        ///< snake_case; object name of the menu entry, key in scripts and tests
  std::string_view menu;      ///< "File", "Edit", "View", "Algorithm", "Tools", "Window", "Help"; a submenu after '/'
  std::string_view text;      ///< menu text, with '&' before the mnemonic
  std::string_view shortcut;  ///< QKeySequence portable text; several separated by ", "; "" for none
  std::string_view help;      ///< one sentence: tooltip, status tip
  bool checkable = false;
};

/// All rows in the order of Action, which is the order within each menu.
std::span<const ActionInfo> actions();
const ActionInfo& info(Action action);

}  // namespace arete
