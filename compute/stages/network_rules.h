// What a network is made with besides R1: every constant of its stages, each with its reason and its source. Lengths are in units of R1 or of the
// local radius R, as they are named; weights are numbers of points. Sources: "network" is the method; "2D" what changes for maps, "3D" in space.
#pragma once

#include <cstdint>

namespace arete {

/// What a network is of.
enum class NetworkProfile : uint8_t {
  map,      ///< streets, tracks: in the plane; loops are likely
  surface,  ///< tubes and trees in space, points on their surface: loops are not
  sphere,   ///< lines on the unit sphere, in space; loops are likely
};

struct NetworkRules {
  bool onSphere = false;  ///< nodes stay on the unit sphere around the file's origin

  // Super-points (network, step 1).
  double cell = 0.25;  ///< of R1: finer ones change nothing that can be seen, coarser ones show in the nodes

  // Local radius (network, step 2; 2D, step 2).
  double ball = 1.75;        ///< of R, every ball that is looked into: below 1.5 thin lines break, above 2 bends are cut
  int64_t weightWanted = 8;  ///< of a ball for its R to be enough: from 20 on sparse roads blur
  int64_t weightNeeded = 3;  ///< of the largest ball; with less the place is a stray
  int radiusSteps = 12;      ///< of a factor 2^(1/4) from R1 up: to 8 R1

  // Fog (3D, G): points strewn evenly in space.
  double fogCell = 64;       ///< points a cell on average, whose median is the fog's
  double fogDeviations = 6;  ///< above what fog puts into a ball, for it to be evidence …
  double fogOffset = 2;      ///< … and so many points more
  double fogShare = 0.05;    ///< of the cloud: with more there is a crest test for leaf branches

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

  // Background (2D, step 9b): points strewn evenly over the map. Every bound asks whether there are enough points to tell.
  bool background = false;                                        ///< only maps
  double backgroundAway = 2;                                      ///< R1 off the network: what lies there is background
  int backgroundPlaces = 20000;                                   ///< that measure its area
  double backgroundLeastOff = 0.02;                               ///< of them: with fewer there is no area to speak of
  double backgroundLeastFog = 0.03;                               ///< of the cloud: with 5 % instead, fog that the first round's web hides is missed
  double backgroundFactor = 1.75;                                 ///< of the intensity: the ridge finds the densest ways through fog
  double backgroundDeviations = 3;                                ///< above it that a branch needs
  double backgroundWidest = 1.5;                                  ///< of R1, to either side of a branch
  double backgroundSkip = 1, backgroundLeafSkip = 1.5;            ///< R left out at a junction
  double backgroundPower = 4, backgroundLeafPower = 1;            ///< points expected, so that fewer say something; in sparse clouds nothing fails
  double backgroundLeaf = 1.5, backgroundLeafDeviations = 1.3;    ///< times factor and deviations, for leaf branches: fog hangs on every border
  double backgroundPart = 0.75, backgroundPartDeviations = 0.33;  ///< the same for parts of inner branches, which are many
  double backgroundPiece = 3;                                     ///< R, the least length of a part: a true arm that runs on into the fog is trimmed
  double backgroundClumped = 0.5;  ///< void index below which it is no fog: 0.97 to 1 for fog, 0.66 sparse tracks, 0.05 a town
  double backgroundVoid = 4;       ///< R1, the largest circle of the void index
  int backgroundRounds = 8;        ///< at most

  // Crest test (network, step 10; 2D, step 10). Weight beside a branch is counted in bins, a centre and four on either side.
  bool crest = false;             ///< only maps, and where there is fog: a hollow tube has no crest
  bool crestInner = false;        ///< inner branches are tested too
  double crestBin = 1.4;          ///< width of a bin, of the smaller of the mean R and crestWidest R1
  double crestWidest = 1.5;       ///< of R1: in a wider one a sparse street sees the next street
  double crestSkip = 1;           ///< R left out at a junction, where the tail of the other street fills all bins evenly and hides the crest
  double crestValley = 2;         ///< how much more than the valley the centre must hold
  double crestFull = 1.5;         ///< deviations that make a score of 1 …
  double crestPerRoot = 0.7;      ///< … or so many times sqrt(centre), if that is less: absence of evidence is not evidence
  double crestLeaf = 1;           ///< score that a leaf branch needs
  double crestLeafLongest = 20;   ///< local radii: longer leaf branches are not tested
  double crestLoop = 2;           ///< score that an inner branch needs where the way round is `girth`; less where it is longer
  double crestInnerLongest = 40;  ///< local radii
  double crestWayLongest = 100;   ///< local radii: how far a way round is looked for
  int crestSweeps = 10;           ///< at most

  // Bridges (network, step 11).
  double bridgeEnds = 3;     ///< mean R: the longest from end to end
  double bridgeNode = 1.5;   ///< mean R: the longest from an end to any other node
  double bridgeCone = 0.75;  ///< cosine of the angle with the direction in which an end points
  bool bridgeLoops = false;  ///< a bridge may close a loop
  double bridgeGirth = 20;   ///< local radii: its least way round

  // Tree (3D, E): where loops are rare they are false.
  bool treeLikely = false;    ///< the number of loops after the first round decides
  double treeLoops = 0.1;     ///< of the junctions: with more loops, or none, it is no tree
  double treeGirth = 16;      ///< girth from then on: loops come in, and each is opened where it is weakest
  int64_t treeWitnesses = 2;  ///< loopWitnesses from then on

  // Junctions (2D, step 11b), before and after polish.
  bool junctions = false;               ///< only maps: in space crossings are rare, and merging costs true junctions
  double mergeWithin = 2;               ///< mean R: two junctions this close are one crossing, which the shift has split
  double tangentWithin = 12;            ///< mean R: two curves that touch run together for this long
  double tangentArm = 3;                ///< R from a junction: where the direction of its arm is seen
  double tangentCosine = 0.82;          ///< of the angles of the four arms with the way between the junctions
  double refitFrom = 1.5, refitTo = 4;  ///< R from a junction: the nodes that say which way an arm runs; nearer ones are drawn to the other arms
  double refitStay = 0.05;              ///< weight of the place where it stands, for each arm
  double refitFarthest = 1.5;           ///< R: how far it may go

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

/// Throws Error(wrongUse) where the profile is none of that dimension.
NetworkRules networkRules(NetworkProfile profile, int dimension);
/// Those of maps in the plane, of surfaces in space. Throws Error(wrongUse) for any other dimension.
NetworkRules networkRules(int dimension);

/// The local radius after so many of `radiusSteps`.
double steppedRadius(double r1, int step);

}  // namespace arete
