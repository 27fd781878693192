// What is known about a stage of the algorithm: the columns of the table of stages (stage_table.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace arete {

/// Stages are listed in this order everywhere.
enum class Stage : uint8_t {
  choose,
  evolve,
  decimate,
  order,
  tile,
  radius,
  super_points,
  fog,
  local_radius,
  seeds,
  wire_lines,
  ridge_shift,
  thin,
  witnesses,
  spanner,
  wire_strands,
  wire_claims,
  wire_gaps,
  prune,
  background,
  crest,
  bridges,
  tree,
  junctions,
  polish,
  refit,
  ends,
  wire_ends,
  twigs,
  side_lines,
  cross_sections,
  within,
  knn
};

/// When a stage runs.
enum class StageUse : uint8_t {
  chains,     ///< in a detection of chains, as often as its plan says
  network,    ///< in a detection of a network, as often as its plan says; that may be never
  tiles,      ///< once, before a detection in tiles
  neighbours  ///< outside detections: for links and lists
};

/// What one step of a stage does to the chosen points, and so what it counts.
enum class StepEffect : uint8_t {
  none,     ///< nothing: it only looks at the points, or runs before there are any
  picks,    ///< takes them from the cloud, or selects among them
  moves,    ///< counts those that moved, and the cloud points that were looked at
  removes,  ///< counts those that were removed
  alters,   ///< computes something about each of them
  joins     ///< puts edges between them
};

struct StageInfo {
  std::string_view id;     ///< first part of its versions' ids, flag, key in reports and session files, name of its folder
  std::string_view title;  ///< heading of its tooltip
  std::string_view help;   ///< what it does: one sentence
  StageUse use;
  StepEffect effect = StepEffect::none;
  std::string_view step = {};      ///< what a step is called: "iteration"; "" where there is at most one
  std::string_view countKey = {};  ///< key in reports of the number of these steps in each round; "" where there is at most one
  std::string_view time = {};      ///< what its time is spent on; "" for neighbours, whose time is shown with them
};

struct Version;

/// The row of a stage: `Function`, the type of its versions, versions(), these, the reference first, and `info`.
template <Stage>
struct StageRow;

}  // namespace arete
