// Constants of wire_follow.h: where wires have too few points for a line to be seen, their ends follow single ones. Lengths are in units of R1.
#pragma once

#include <cstddef>

#include "compute/network/rules/network_profile.h"

namespace arete {

struct WireFollowRules {
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

  constexpr void fit(NetworkProfile profile) { wireFollow = profile == NetworkProfile::wires; }
};

}  // namespace arete
