// What a network is made with besides R1: every constant of its stages, each with its reason and its source. Lengths are in units of R1 or of the
// local radius R, as they are named; weights are numbers of points. Sources: "network" is the method; "2D" what changes for maps, "3D" in space.
#pragma once

#include <cstdint>

namespace arete {

struct NetworkRules {
  // Super-points (network, step 1).
  double cell = 0.25;  ///< of R1: finer ones change nothing that can be seen, coarser ones show in the nodes

  // Local radius (network, step 2; 2D, step 2).
  double ball = 1.75;        ///< of R, every ball that is looked into: below 1.5 thin lines break, above 2 bends are cut
  int64_t weightWanted = 8;  ///< of a ball for its R to be enough: from 20 on sparse roads blur
  int64_t weightNeeded = 3;  ///< of the largest ball; with less the place is a stray
  int radiusSteps = 12;      ///< of a factor 2^(1/4) from R1 up: to 8 R1

  // Seeds (network, step 3).
  double seedSpacing = 0.5;  ///< of R1

  // Ridge shift (network, step 4).
  uint32_t shifts = 40;    ///< at most; 5 to 15 are usual
  double shiftEnd = 1e-3;  ///< of R1: a shorter move is the last one

  // Thin (network, step 5).
  double thinSpacing = 0.25;  ///< of R1 + R

  // Spanner (network, steps 6 to 8).
  double reach = 2.5;             ///< of the greater R: the longest edge
  double dipRefused = 0.1;        ///< least density on the way over that of the lesser end: an edge across a gap
  double middle = 0.25;           ///< a witness stands for an edge when it projects this far from either node, of the edge's length
  int64_t loopWitnesses = 3;      ///< weight that an edge needs to close a loop
  int64_t endWitnesses = 1;       ///< the same where it joins two ends
  double girth = 32;              ///< least way round of a loop, in local radii
  double poissonDeviations = 2;   ///< how many standard deviations more witnesses there might have been
  double poissonOffset = 1;       ///< what is added to them, so that no witness is no proof
  double poissonShare = 0.25;     ///< of the linear density that must be there: about half is expected on a curve
  bool poissonLesserEnd = false;  ///< compared with the sparser end: the denser one kills every side street of a busy one

  // Prune (network, step 9).
  double leaf = 1;   ///< of the greater R of its two ends: a shorter leaf branch goes
  double piece = 4;  ///< local radii: a shorter isolated piece goes
  int rounds = 2;    ///< of witnesses, spanner and prune: nodes without edges leave, and their points witness for the neighbours

  // Polish (network, step 12).
  int polishes = 3;
  double towardsNeighbours = 0.5;  ///< of the way to the mean of the two neighbours
  double towardsRidge = 0.7;       ///< of the kernel's mean shift across the curve
  double junctionTowards = 0.3;    ///< of the way of a junction to the mean of its neighbours

  // Ends (2D, step 13; 3D, F). Ridge nodes stand beyond the true end by one or two deviations, so ends move both ways.
  double endFrom = 1.5, endTo = 4;             ///< R from the tip: the stretch whose linear density counts
  double endStretch = 1.5;                     ///< R: its least length
  double endClear = 0;                         ///< R that it keeps off a junction
  int64_t endWeight = 64;                      ///< that it needs, else the old rule holds
  bool endWeightOfTip = true;                  ///< the weight needed is that of the tip, not that of the stretch
  double endInwards = 1.5, endOutwards = 0.7;  ///< R: how far an end may move
  double plainStretch = 2;                     ///< R: whose linear density the old rule takes (network, step 13), which only lengthens
};

/// Those of maps (open: loops are likely) in the plane, those of surfaces (strict: they are not) in space. Throws Error(wrongUse) for any
/// other dimension.
NetworkRules networkRules(int dimension);

/// The local radius after so many of `radiusSteps`.
double steppedRadius(double r1, int step);

}  // namespace arete
