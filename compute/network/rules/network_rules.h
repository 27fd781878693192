// Everything that a network is made with besides R1: the constants of its stages, each with its reason and source. Lengths are in units of R1 or of
// the local radius R, as stated; weights are numbers of points. Sources: "network" is the method; "2D" the changes for maps, "3D" those in space.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arete {

/// What a network describes.
enum class NetworkProfile : uint8_t {
  map,      ///< streets, tracks: in the plane; loops are likely
  surface,  ///< tubes and trees in space, points on their surface: loops are unlikely
  sphere,   ///< lines on the unit sphere, in space; loops are likely
  wires,    ///< conductors side by side, hanging from pylon to pylon; no junctions
};

struct NetworkRules {
  bool onSphere = false;  ///< nodes stay on the unit sphere around the file's origin

  // Super-points (network, step 1).
  double cell = 0.25;  ///< of R1: finer cells change nothing visible, coarser ones show in the nodes

  // Local radius (network, step 2; 2D, step 2).
  double ball = 1.75;        ///< of R, every ball that is looked into: below 1.5 thin lines break, above 2 bends are cut
  int64_t weightWanted = 8;  ///< in a ball for its R to be large enough: from 20 on, sparse roads blur
  int64_t weightNeeded = 3;  ///< of the largest ball; with less the place is a stray
  int radiusSteps = 12;      ///< of a factor 2^(1/4) from R1 up: to 8 R1

  // Fog (3D, G): points scattered evenly in space.
  double fogCell = 64;          ///< points per cell on average; the median cell is the fog's
  double fogCellOnSphere = 16;  ///< the same; curves fill more of a surface's cells than of space, so these are smaller
  double fogDeviations = 6;     ///< above what fog puts into a ball, for it to be evidence …
  double fogOffset = 2;         ///< … and so many points more
  double fogShare = 0.05;       ///< of the cloud: with more there is a crest test for leaf branches …
  double fogLeaf = 2.5;         ///< … and they must be so long, in units of the greater R of their ends: clumps of fog hang on every curve

  // Seeds (network, step 3).
  double seedSpacing = 0.5;  ///< of R1

  // Ridge shift (network, step 4).
  uint32_t shifts = 40;    ///< at most; 5 to 15 are usual
  double shiftEnd = 1e-3;  ///< of R1: a shorter move is the last one

  // Thin (network, step 5).
  double thinSpacing = 0.25;  ///< of R1 + R

  // Spanner (network, steps 6 to 8).
  double reach = 2.5;             ///< of the greater R: the longest edge
  double dipRefused = 0.1;        ///< least density on the way over that of the sparser end: below, the edge crosses a gap
  double middle = 0.25;           ///< a witness stands for an edge when it projects this far from either node, of the edge's length
  int64_t loopWitnesses = 3;      ///< weight that an edge needs to close a loop
  int64_t endWitnesses = 1;       ///< the same where it joins two ends
  double girth = 32;              ///< least way round a loop, in local radii
  double poissonDeviations = 2;   ///< standard deviations added to the number of witnesses
  double poissonOffset = 1;       ///< added to them as well, so that the absence of witnesses is no proof
  double poissonShare = 0.25;     ///< of the linear density: so many must be witnesses; on a curve about half are expected to be
  bool poissonLesserEnd = false;  ///< compares with the sparser end: with the denser one, tests remove every side street of a busy street

  // Prune (network, step 9).
  double leaf = 1;   ///< of the greater R of its two ends: a shorter leaf branch is removed
  double piece = 4;  ///< local radii: a shorter isolated piece is removed
  int rounds = 2;    ///< of witnesses, spanner and prune: nodes without edges leave, and their points become witnesses for the neighbours

  // Sparse maps (compute/network/background/sparse_map.h): where a typical street holds few points, that there are few beside a branch proves
  // nothing.
  double sparseShare = 0.3;  ///< of the network's weight lies where it is sparser than is typical: less may be fog, whose web is there at first
  double sparseLength = 3;   ///< R1: a map is sparse where so much of a typical street holds less than …
  double sparseWeight = 0;   ///< … this weight; 0: it never is
  double sparseLeaf = 1;     ///< `leaf` there; and leaf branches need no crest

  // Background (2D, step 9b): points scattered evenly over the map. Every bound asks whether there are enough points to decide.
  bool background = false;                                      ///< only maps, and the sphere where there is fog
  double backgroundAway = 2;                                    ///< R1 off the network: what lies farther is background
  int backgroundPlaces = 20000;                                 ///< number of places that measure its area
  double backgroundLeastOff = 0.02;                             ///< share of these: with fewer its area is negligible
  double backgroundLeastFog = 0.02;                             ///< of the cloud: with 5 % instead, fog that the first round's web hides is missed
  double backgroundFactor = 1.75;                               ///< of the intensity: the ridge finds the densest ways through fog
  double backgroundDeviations = 3;                              ///< above it, which a branch needs where the background is clumped …
  double backgroundFogDeviations = 3;                           ///< … and where it is not
  double backgroundWidest = 1.5;                                ///< of R1, to either side of a branch
  double backgroundSkip = 1, backgroundLeafSkip = 1.5;          ///< R left out at a junction
  double backgroundPower = 4, backgroundLeafPower = 1;          ///< expected points needed for a decision; in sparse clouds nothing fails
  double backgroundLeaf = 1.5, backgroundLeafDeviations = 3.9;  ///< times the factor, and deviations, of leaf branches: fog hangs on every border
  double backgroundPart = 0.75, backgroundPartDeviations = 1;   ///< the same of parts of inner branches, which are many
  double backgroundPiece = 3;                                   ///< R, the least length of a part: a true arm that continues into the fog is trimmed
  double backgroundShortest = 3;   ///< R: a shorter leaf branch in fog that is not clumped is a clump of it, unless the map is sparse
  double backgroundClumped = 0.5;  ///< void index below which it is no fog: fog has 0.97 to 1, sparse tracks 0.66, a town 0.05
  double backgroundVoid = 4;       ///< R1, the largest circle of the void index
  int backgroundRounds = 8;        ///< at most

  // Crest test (network, step 10; 2D, step 10). Weight beside a branch is counted in bins, a centre and four on either side.
  bool crest = false;             ///< only maps, and where there is fog: a hollow tube has no crest
  bool crestInner = false;        ///< inner branches are tested too
  double crestBin = 1.4;          ///< width of a bin, in units of the smaller of the mean R and crestWidest R1
  double crestWidest = 1.5;       ///< of R1: in a wider one a sparse street sees the next street
  double crestSkip = 1;           ///< R, left out at a junction, where the tail of the other street fills all bins evenly and hides the crest
  double crestValley = 2;         ///< how much more than the valley the centre must hold
  double crestFull = 1.5;         ///< deviations that make a score of 1 …
  double crestPerRoot = 0.7;      ///< … or this many times sqrt(centre), if that is less: absence of evidence is not evidence
  double crestLeaf = 1;           ///< score that a leaf branch needs
  double crestLeafLongest = 20;   ///< local radii: longer leaf branches are not tested
  double crestLoop = 2;           ///< score that an inner branch needs where the way round is `girth`; less where it is longer
  double crestInnerShortest = 2;  ///< mean R of its junctions: a shorter one is no branch, but a part of a crossing (`mergeWithin`)
  double crestInnerLongest = 40;  ///< local radii
  double crestWayLongest = 100;   ///< local radii: how far a way round is searched
  int crestSweeps = 10;           ///< at most

  // Fading tips: nodes beyond the end of a branch, which lead it into the fog or aside. They go after the last step of background.
  double fadingShare = 0;       ///< of the branch's typical density: with less a node lies beyond its end, where half of it is seen; 0: none does
  double fadingSight = 12;      ///< R: how far from the end that density is taken
  double fadingDeviations = 2;  ///< that a node may hold less by chance …
  double fadingOffset = 2;      ///< … and added to that as well: where nodes see few points nothing fades
  double fogFadingShare = 0.5;  ///< fadingShare of surfaces where there is fog

  // Bridges (network, step 11).
  double bridgeEnds = 3;     ///< mean R: the longest from end to end
  double bridgeNode = 1.5;   ///< mean R: the longest from an end to any other node
  double bridgeCone = 0.75;  ///< cosine of the angle with the direction in which an end points
  bool bridgeLoops = false;  ///< a bridge may close a loop
  double bridgeGirth = 20;   ///< local radii: the least length of that loop

  // Tree (3D, E): where loops are rare, they are false.
  bool treeLikely = false;    ///< the number of loops after the first round decides
  double treeLoops = 0.1;     ///< of the junctions: with more loops, or none, it is not treated as a tree
  double treeGirth = 4;       ///< girth from then on: where branches touch, the right edge may be the second one; all are let in, and the weakest go
  int64_t treeWitnesses = 1;  ///< loopWitnesses from then on

  // Twigs: points left over beside a network.
  bool twigs = false;       ///< only surfaces, where there is no fog
  double twigAway = 1;      ///< of R1 from every edge: nearer ones are the network's own
  double twigLink = 0.75;   ///< of R1: what is so near to each other hangs together
  int64_t twigWeight = 3;   ///< that it needs …
  double twigDensest = 64;  ///< points on R1 of the network: what is left over by a denser one is noise
  double twigShare = 0.25;  ///< … and of the network's linear density: the noise around a dense curve has less

  // Side lines (compute/network/side_lines/contract.h): beside a busy line, which hides them.
  bool sideLines = false;       ///< only maps
  uint32_t sideSight = 5;       ///< stations, R1 apart, to either side: a side line is looked for in …
  uint32_t sideNear = 3;        ///< … and its place is found by
  double sideDeviations = 2.5;  ///< of the excess on one side
  int64_t sideWeight = 30;      ///< of its band: fewer points are a car park
  int64_t sideBusy = 100;       ///< of the line itself, on as much length: a sparser one hides nothing
  double sideShare = 0.05;      ///< of that weight, for the excess: the noise of a line is not quite even on both sides
  double sideSpread = 4;        ///< median distances of the points on the other side: what is nearer is the line's own
  size_t sideShortest = 4;      ///< stations

  // Wires (3D, C): thin curves side by side, without junctions. R1 is how far they look across, everywhere; only how far along fits itself to the
  // density. Weights as above.
  bool wires = false;
  double wireLongest = 32;          ///< of R1: the greatest local radius along a wire
  uint32_t wireCrowd = 1000;        ///< with more super-points than this a ball, except the smallest, is no place for a wire
  uint32_t wireVoters = 512;        ///< at most
  uint32_t wireDirections = 32;     ///< at most
  int64_t wireFarVotes = 2;         ///< votes in the outer half of the ball that a direction needs
  double wireApart = 0.9;           ///< cosine between the best direction and another one
  double wireDeviations = 3;        ///< of the difference of their votes
  double wireLastDeviations = 0.5;  ///< the same in the largest ball: there is nothing wider to wait for
  double wireTurn = 0.7;            ///< cosine of a new tangent with the one before: below, it is another wire's
  double wireAlike = 0.8;           ///< cosine of tangents of nodes of one wire
  double wireStraight = 0.99;       ///< cosine of both tangents with an edge: with 0.95 strands change wires at pylons …
  double wireBeside = 0.5;          ///< … or of R1 across them
  double wireAside = 1;             ///< of R1: how far nodes of a strand may lie across each other's tangents
  double wireAcross = 3;            ///< how much more a way across costs than one along
  double wireTip = 1;               ///< of R1: a tip farther off the line of its strand is a stray
  double wireOwn = 0.5;             ///< share of a strand's weight that no stronger one has claimed
  size_t wireFewest = 4;            ///< nodes of a strand: fewer hardly say where it points, and by chance lie across wires
  double wireGap = 120;             ///< of R1: the longest gap …
  double wireGapShare = 2;          ///< … and in units of the shorter strand: shorter pieces do not know where they point
  double wireTail = 10;             ///< of R1: where an end points is seen over this length …
  double wireTailRadii = 1;         ///< … or over so many R, if that is longer
  double wireMeet = 2;              ///< of R1: how far the lines of two ends may miss each other …
  double wireMeetLong = 0.02;       ///< … and so much of the gap more, for what is not known about where they point
  double wireBend = 0.8;            ///< cosine of the turn at a pylon
  double wireMiss = 30;             ///< cost of missing each other, in lengths of gap
  double wireAbreast = 30;          ///< of R1 beside a gap: wires there turn at the same pylon; 0: none is asked …
  double wirePylon = 0.08;          ///< … and the sine of a turn that tells where that is
  int wireRounds = 3;               ///< of joining
  double wireShortest = 50;         ///< of R1: what is shorter after that is a mast or a branch of a tree
  double wirePolish = 0.5;          ///< of R: how far along a node looks then; at a kink the farther points draw it off the wire
  double wireStep = 0.5;            ///< of R: from point to point beyond an end

  // Where wires have too few points for a line to be seen, their ends follow single ones (compute/network/wire_follow/wire_follow.h). Lengths are in
  // units of R1.
  bool wireFollow = false;      ///< only wires; R1 is found without it
  double wireFollowLong = 20;   ///< edges that are longer are followed too
  double wireFollowClear = 2;   ///< from other wires: nearer points are theirs
  double wireNoise = 0.25;      ///< deviation of points from their wire
  double wireSag = 5;           ///< how far a wire leaves its tangent over 100, as a deviation: 2 to 2.5 are usual
  double wireSight = 200;       ///< of the wire behind an end, at most …
  double wireSightLeast = 20;   ///< … and at least, or `wireSightRadii` R if that is longer
  double wireSightRadii = 2;    ///< R
  size_t wireSightPoints = 12;  ///< at least; and so many last ones say how densely they follow each other
  double wireSightStep = 10;    ///< farther back by so much at once …
  double wireSightMiss = 0.5;  ///< … where the points there are no farther off the curve on the mean: beyond a pylon the wire hangs on another one …
  double wireSightStays = 0.15;  ///< … and where the points nearest to the end stay so near to it
  double wireTipMiss = 0.5;      ///< an end farther off its own curve does not follow it
  double wireTube = 0.8;         ///< off the curve
  double wireTrust = 1;          ///< deviation of the curve: where it is known less well nothing is followed
  double wireHoles = 12;         ///< mean distances of points: by chance alone holes of 7 are rare, but points of scanners come in clumps …
  double wireHole = 90;          ///< … and never farther
  int wireAround = 2;          ///< free points in a tube three times as wide, of all that an end follows; with more it is among leaves, or at a mast
  double wireNodes = 2;        ///< from node to node
  size_t wireOverLeast = 6;    ///< points of a line beyond a pylon
  size_t wireOverMost = 150;   ///< free ones ahead: with more it is no free air
  double wireOverShare = 0.3;  ///< so many in the wider tube, of those on the line
  double wireOverBend = 0.94;  ///< cosine of the turn: wires sag on both sides of a pylon, and turn there by some degrees
  double wireOverLong = 60;    ///< length of the line beyond a pylon, at most: wires sag
  int wireTips = 3;            ///< nodes by which an end steps back
  double wireTipsLong = 40;    ///< and how far

  // Junctions (2D, step 11b), before and after polish.
  bool junctions = false;        ///< only maps: in space crossings are rare, and merging costs true junctions
  double mergeWithin = 2;        ///< mean R: two junctions this close are one crossing, which the shift has split
  double tangentWithin = 12;     ///< mean R: two curves that touch run together for this long
  double tangentArm = 3;         ///< R from a junction: where the direction of its arm is measured
  double tangentOpening = 0.34;  ///< least cosine of the angle between the two arms of a junction, which a junction beside its place hardly changes …
  double tangentCosine = 0.95;          ///< … and of the angle between their bisector and the way between the junctions
  double refitFrom = 1.5, refitTo = 4;  ///< R from a junction: the nodes that say which way an arm runs; nearer ones are drawn to the other arms
  double refitStay = 0.05;              ///< weight of its present place, per arm
  double refitFarthest = 1.5;           ///< R: how far it may go

  // Polish (network, step 12).
  int polishes = 3;
  double towardsNeighbours = 0.5;  ///< of the way to the mean of the two neighbours
  double towardsRidge = 0.7;       ///< of the kernel's mean shift across the curve
  double junctionTowards = 0.3;    ///< of the way of a junction to the mean of its neighbours

  // Bends (compute/network/polish/bends.h), after polish.
  bool bends = false;         ///< only maps
  double bendDeviations = 1;  ///< of the crest: what a ball takes from a bend must be more than that

  // Ends (2D, step 13; 3D, F). Ridge nodes stand beyond the true end by one or two deviations, so ends move both ways.
  double endFrom = 1.5, endTo = 4;             ///< R from the tip: the stretch whose linear density counts
  double endStretch = 1.5;                     ///< R: its least length
  double endClear = 0;                         ///< R, its distance from a junction
  int64_t endWeight = 64;                      ///< weight that it needs; else the old rule holds
  bool endWeightOfTip = true;                  ///< the weight needed is that of the tip, not that of the stretch
  double endNear = 0;                          ///< R behind the end: where a stretch begins that is as near as it can be; 0: none does
  double endInwards = 1.5, endOutwards = 0.7;  ///< R: how far an end may move
  double fogEndOutwards = 1.75;                ///< endOutwards of surfaces where there is fog: as far as points beyond a tip are seen
  double plainStretch = 2;                     ///< R: the stretch whose linear density the old rule uses (network, step 13); that rule only lengthens
};

/// Throws Error(wrongUse) where the profile does not fit that dimension.
NetworkRules networkRules(NetworkProfile profile, int dimension);
/// The rules of maps in the plane, of surfaces in space. Throws Error(wrongUse) for any other dimension.
NetworkRules networkRules(int dimension);

/// The rules of the stages that follow where fog is this share of the cloud.
NetworkRules rulesInFog(NetworkRules rules, double share);

/// The rules of the stages that judge the branches of a sparse map.
NetworkRules rulesOfSparse(NetworkRules rules);

/// The local radius after this many of `radiusSteps`.
double steppedRadius(double r1, int step);

}  // namespace arete
