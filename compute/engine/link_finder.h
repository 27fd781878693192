// Finds what the links layer draws: neighbours of the selected point, of chosen points, or of a share of the cloud.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "compute/engine/frame.h"
#include "compute/engine/links.h"

namespace arete {

/// Choices of kLinksOfParam.
enum class LinksOf : uint8_t { selected, chosen, toChosen, share };
/// Choices of kLinksByParam.
enum class LinksBy : uint8_t { number, radius };

/// The radius within which points are joined, in cloud units; 0 where the k nearest are, where R1 is not set, and from the cloud to chosen points.
double linkRadius(const Job& job);
/// The stage that searches for the links.
Stage linkStage(const Job& job);

struct LinkRequest {
  PointCloud cloud;
  std::shared_ptr<const Frame> frame;     ///< for chosen points; may be nullptr
  Job job;                                ///< link parameters, version of stage knn, threads
  std::optional<SelectedPoint> selected;  ///< of the cloud or the frame; left out when there is no such point
  bool draw = true;                       ///< false: only the list of the selected point's neighbours
};

/// Keeps the search structure of the last cloud. One caller at a time.
class LinkFinder {
 public:
  LinkFinder();
  ~LinkFinder();
  /// Throws Error, Cancelled.
  Links find(const LinkRequest& request, std::stop_token stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
