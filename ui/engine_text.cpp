#include "ui/engine_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "compute/text/translate.h"
#include "ui/error_texts.h"

namespace arete {

namespace {

/// For scripts/translations: the sentences of the engine that the window shows.
[[maybe_unused]] constexpr const char* kSentences[] = {
    // what is raced: compute/engine/race_entries.cpp
    mark("versions"),
    mark("step %1"),
    mark("Warm-up %1 of %2"),
    mark("Repeat %1 of %2"),
    mark("Repeats begin"),
    mark("Backends"),
    mark("Where stages run that have no version chosen for them."),
    mark("The fastest exact version of each stage on it."),
    mark("version"),
    mark("median"),
    mark("least"),
    mark("most"),
    mark("speed-up"),
    mark("result"),
    mark("iteration"),
    mark("checks per point"),
    mark("stage"),
    mark("counter"),
    mark("unit"),
    mark("from step"),
    mark("identical"),
    mark("missing"),
    mark("extra"),
    mark("farthest"),
    mark("reference"),
    mark("bit-identical"),
    mark("differ from step %1"),
    mark("differ at the end"),
    // what computes: compute/core/device.cpp
    mark("CPU, %1 threads"),
    mark("no NVIDIA driver, or one too old for CUDA %1"),
    mark("no NVIDIA GPU"),
    mark("this GPU makes no cooperative launches, in which all blocks run side by side"),
    // what a check of the machine tells: compute/check
    mark("the references"),
    mark("none: built without it"),
    mark("compiled for PTX of %1"),
    mark("PTX of %1"),
    mark("driver"),
    mark("%1 multiprocessors"),
    // why R1 is suggested: compute/network/radius, compute/engine/direct_radius.cpp
    mark("There are no two different points."),
    mark("Most points coincide: a share of the cloud's extent."),
    mark("No direction stands out anywhere: twice the distance within which a point has %1 neighbours."),
    mark("Twice the spread of the points around the curve."),
    mark("The points spread less around the curve than they are apart: the distance within which a point has %1 neighbours."),
    mark("No network could be judged."),
    mark("The mean of the radii whose networks best explain points that they were not made from."),
    mark("The radius whose network best explains points that it was not made from."),
    mark("The finest radius whose network does not follow single points: what explains other points best is finer."),
    mark("Up to a radius of %1 the cloud looks like a surface; R1 follows from how wide it is there."),
    mark("From a radius of %1 on the cloud looks like curves; R1 follows from how far its points spread there."),
    mark("Hardly any street was passed twice, and fixes are far apart: R1 follows from the ways between them."),
    mark("Parts of the cloud are far wider than others: try R1 %1 for these."),
    mark("At no radius do many places look like curves: compare other R1 (Tools › Explore R1…)."),
    // what speaks against a network: compute/engine/network_doubt.cpp
    mark("The network looks like hair on a surface: its branches are %1 local radii long on average."),
    mark("Try a larger R1, about %1."),
    mark("No network was found: R1 is too large for this cloud; compare other R1 (Tools › Explore R1…)."),
    mark("No network was found: R1 is too small for this cloud; compare other R1 (Tools › Explore R1…)."),
    mark("No network was found: R1 is too small or too large for this cloud; compare other R1 (Tools › Explore R1…)."),
    mark("The points come one after the other as fixes of tracks do. If they are fixes, name the column that numbers their tracks (File › Open with "
         "Options…), or add one: R1 and the network then follow from the tracks."),
    // compute/engine/steady_radii.cpp
    mark("At every other radius of these, components, loops, ends and junctions differ from those at R1 %1."),
    mark("From R1 %1 to %2, components, loops, ends and junctions stay as at %3, within a tenth."),
    // why two nodes are joined or not: compute/engine/edge_story.cpp
    mark("They are %1 apart, farther than it looks: %2 here."),
    mark("Between the two is a gap: the points are too sparse there."),
    mark("It found a better way for each of the two."),
    mark("The edge would close a loop, and that takes witnesses, points between the two: %1 at least, here are %2."),
    mark("Between nodes as dense as these there must be about %1 of them; here are %2."),
    mark("There is a way round already, of %1 local radii; a loop needs %2."),
    mark("When its turn came, the way round was still too short, or witnesses too few."),
    mark("Length %1, %2 local radii; witnesses %3; way round %4 local radii."),
    mark("Length %1, %2 local radii; witnesses %3; no other way."),
    // what became of an edit: compute/edit
    mark("no node is there any more"),
    mark("no edge is there any more"),
    mark("removed %1 node"),
    mark("removed %1 nodes"),
    mark("removed %1 edge"),
    mark("removed %1 edges"),
    mark("divided into %1 ends"),
    mark("inserted %1 node"),
    mark("kept: the nearest node was moved there"),
    mark("kept: put on the edge that passes there"),
    mark("kept: it stands alone, no curve passes within R1"),
    mark("moved and pinned"),
    mark("moved"),
    mark("neither node is there any more"),
    mark("one of the nodes is not there any more"),
    mark("both ends are one node now"),
    mark("the two are joined already"),
    mark("joined"),
    mark("no points lead from one to the other in steps of %1 R1"),
    mark("joined by %1 node"),
    mark("joined by %1 nodes"),
    mark("delete a node at %1, %2"),
    mark("delete a node at %1, %2, %3"),
    mark("delete an edge at %1, %2"),
    mark("delete an edge at %1, %2, %3"),
    mark("delete nodes: %1 nodes at %2, %3"),
    mark("delete edges: %1 at %2, %3"),
    mark("join straight at %1, %2 and %3, %4"),
    mark("join through the cloud at %1, %2 and %3, %4"),
    mark("split at %1, %2"),
    mark("insert a node at %1, %2"),
    mark("move a node at %1, %2 to %3, %4"),
    mark("move a node and pin it at %1, %2 to %3, %4"),
    mark("remove what is shorter than %1"),
    mark("remove edges longer than %1"),
    // what bounds a version: compute/core/roofline.cpp
    mark("It cannot be told what bounds it: there is no model of what this stage costs."),
    mark("It cannot be told what bounds it: the speed of this device with such numbers is not known."),
    mark("It leaves pairs out: comparing all of them would take at least %1 ms on this device."),
    mark("It cannot be told what bounds it: the work is so small that beginning and ending it takes as long."),
    mark("Try more points."),
    mark("Bound by memory: it reaches %1 % of the most."),
    mark("Bound by operations: it reaches %1 % of the most."),
    mark("It reaches %1 % of the most, so neither memory nor operations bound it alone."),
    mark("Times cannot tell what does."),
    // of versions of users that a session names: compute/io/session_versions.cpp
    mark("The version '%1' is another one than when the session was saved."),
    // the small tasks that they are tried on: compute/mine/trial_task.cpp
    mark("one point"),
    mark("three points"),
    mark("equal points"),
    mark("lattice"),
    mark("box"),
    mark("crowd"),
    mark("nothing chosen"),
    mark("clusters"),
    mark("far from the origin"),
    mark("the cloud"),
    // what of the links is drawn: compute/engine/link_finder.cpp
    mark("the nearest %1 of %2"),
    mark("%1 of %2 points, evenly spread"),
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where a number ends that begins at `at`; `at` where none does. The 1 of R1 is none.
size_t endOfNumber(std::string_view text, size_t at) {
  const bool minus = text[at] == '-' && at + 1 < text.size() && isDigit(text[at + 1]);
  if (!minus && !isDigit(text[at])) return at;
  if (at > 0 && (isWord(text[at - 1]) || isDigit(text[at - 1]) || text[at - 1] == '.')) return at;
  size_t end = at + 1;
  while (end < text.size()) {
    const bool fraction = text[end] == '.' && end + 1 < text.size() && isDigit(text[end + 1]);
    const bool exponent = text[end] == 'e' && end + 1 < text.size() && (isDigit(text[end + 1]) || text[end + 1] == '-' || text[end + 1] == '+');
    const bool thousands = text.substr(end).starts_with("\u2009") && end + 3 < text.size() && isDigit(text[end + 3]);
    if (!isDigit(text[end]) && !fraction && !exponent && !thousands) break;
    end += exponent ? 2 : thousands ? 3 : 1;
  }
  return end;
}

std::string sentenceText(std::string_view english) {
  std::string pattern;
  std::vector<std::string_view> numbers;
  for (size_t at = 0; at < english.size();) {
    const size_t end = endOfNumber(english, at);
    if (end > at && numbers.size() < 9) {
      numbers.push_back(english.substr(at, end - at));
      pattern.append("%").append(std::to_string(numbers.size()));
    } else {
      pattern += english[at];
    }
    at = std::max(end, at + 1);
  }
  numbers.resize(9);
  const std::string_view text = tr(std::string_view(pattern));
  const size_t aside = english.find(" (");  // "CPU, 8 threads (its name)"
  if (text == pattern && aside != english.npos) return sentenceText(english.substr(0, aside)).append(english.substr(aside));
  return filled(text, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8]);
}

using Values = std::array<std::string_view, 9>;

/// What stands in the places of a pattern, each as short as it can be; nothing where the text is not of that pattern.
std::optional<Values> valuesIn(std::string_view text, std::string_view pattern) {
  Values values;
  for (size_t place = 0; !pattern.empty();) {
    const bool atPlace = pattern.size() > 1 && pattern[0] == '%' && isDigit(pattern[1]);
    if (atPlace) pattern.remove_prefix(2);
    const size_t next = std::min(pattern.find('%'), pattern.size());
    const std::string_view literal = pattern.substr(0, std::max<size_t>(next, atPlace ? 0 : 1));
    const size_t at = !atPlace ? 0 : literal.size() == pattern.size() ? text.size() - std::min(text.size(), literal.size()) : text.find(literal);
    if (at == text.npos || !text.substr(at).starts_with(literal) || (atPlace && at == 0)) return {};
    if (atPlace) values[place++] = text.substr(0, at);
    text.remove_prefix(at + literal.size());
    pattern.remove_prefix(literal.size());
  }
  return text.empty() ? std::optional(values) : std::nullopt;
}

}  // namespace

std::string engineName(std::string_view english) {
  std::string whole = sentenceText(english);
  const size_t comma = english.rfind(", "), colon = english.rfind(": ");
  if (whole != english || comma == colon) return whole;  // "Brute force, loop on the GPU" is one name; and where there is no separator
  const size_t at = comma == english.npos ? colon : colon == english.npos ? comma : std::max(comma, colon);
  return engineName(english.substr(0, at)).append(english.substr(at, 2)).append(sentenceText(english.substr(at + 2)));
}

std::string errorText(std::string_view english) {
  if (const std::string_view whole = tr(english); whole != english) return std::string(whole);
  std::string_view best;  // the pattern that says most
  Values values;
  for (const std::string_view pattern : kErrorTexts) {
    if (pattern.size() <= best.size() || pattern.find('%') == pattern.npos) continue;
    if (const std::optional<Values> found = valuesIn(english, pattern)) best = pattern, values = *found;
  }
  if (best.empty()) return std::string(english);
  std::array<std::string, 9> shown;
  std::ranges::transform(values, shown.begin(), [](std::string_view value) { return value.empty() ? std::string() : errorText(value); });
  return filled(tr(best), shown[0], shown[1], shown[2], shown[3], shown[4], shown[5], shown[6], shown[7], shown[8]);
}

std::string engineText(std::string_view english) {
  std::string text;
  while (!english.empty()) {
    size_t end = english.find(". ");
    end = end == english.npos ? english.size() : end + 1;
    text += sentenceText(english.substr(0, end));
    const size_t next = english.find_first_not_of(' ', end);
    if (next != english.npos) text += ' ';
    english = next == english.npos ? std::string_view() : english.substr(next);
  }
  return text;
}

std::string versionName(const Version& version) {
  if (version.ofUser) return filled(tr("%1 (yours)"), version.label.substr(0, version.label.rfind(" (")));
  return version.exact ? std::string(tr(version.label)) : filled(tr("%1 (inexact)"), tr(version.label));
}

}  // namespace arete
