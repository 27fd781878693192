#include "compute/core/coordinate_names.h"

#include <algorithm>
#include <optional>

namespace arete {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
bool isLetter(char c) { return isCapital(c) || (c >= 'a' && c <= 'z') || (uint8_t(c) & 0x80) != 0; }  // of UTF-8, too
char lower(char c) { return isCapital(c) ? char(c - 'A' + 'a') : c; }

/// Whether character i is one of two bytes of a sign: °, ², µ and their like, which UTF-8 begins with 0xC2.
bool isSign(std::string_view name, size_t i) {
  constexpr uint8_t kLead = 0xC2;
  return uint8_t(name[i]) == kLead || (i > 0 && uint8_t(name[i - 1]) == kLead);
}

constexpr uint8_t kWesternLead = 0xC3;  // of À to ÿ in UTF-8
/// À to Þ, by their second byte.
bool isWesternCapital(uint8_t second) {
  constexpr uint8_t kFirst = 0x80, kLast = 0x9E, kTimes = 0x97;
  return second >= kFirst && second <= kLast && second != kTimes;
}

/// In lower case, the letters of western Europe too.
std::string lowered(std::string text) {
  constexpr uint8_t kToSmall = 0x20;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool second = i > 0 && uint8_t(text[i - 1]) == kWesternLead;
    text[i] = second && isWesternCapital(uint8_t(text[i])) ? char(uint8_t(text[i]) + kToSmall) : lower(text[i]);
  }
  return text;
}

/// Whether byte i is one of a capital letter.
bool isCapitalAt(std::string_view name, size_t i) {
  const std::string_view two = uint8_t(name[i]) == kWesternLead ? name.substr(i, 2) : i == 0 ? "" : name.substr(i - 1, 2);
  return isCapital(name[i]) || (two.size() == 2 && uint8_t(two[0]) == kWesternLead && isWesternCapital(uint8_t(two[1])));
}

/// Whether a word begins with byte i, which is of a letter or digit as the one before it is.
bool beginsWord(std::string_view name, size_t i) {
  const char before = name[i - 1], here = name[i];
  if (isDigit(before) != isDigit(here)) return true;
  if (uint8_t(before) == kWesternLead || !isCapitalAt(name, i)) return false;
  const bool lastOfCapitals = i + 1 < name.size() && isLetter(name[i + 1]) && !isCapitalAt(name, i + 1);  // the L of GPSLatitude
  return !isCapitalAt(name, i - 1) || lastOfCapitals;
}

// Whole names

using Spellings = std::array<std::string_view, 4>;
struct Family {
  std::array<Spellings, 3> axes;  // an empty third axis: always two-dimensional
  bool heights = false;           ///< the third axis may be any word for height
};

constexpr std::array<Family, 9> kFamilies = {{
    {{{{"x"}, {"y"}, {"z"}}}},
    {{{{"px"}, {"py"}, {"pz"}}}},
    {{{{"points:0"}, {"points:1"}, {"points:2"}}}},
    {{{{"point_x", "pos_x", "x_coord", "coord_x"}, {"point_y", "pos_y", "y_coord", "coord_y"}, {"point_z", "pos_z", "z_coord", "coord_z"}}}},
    {{{{"easting", "east", "x_utm", "utm_x"}, {"northing", "north", "y_utm", "utm_y"}, {"elevation", "height", "altitude", "z"}}}, true},
    {{{{"rechtswert", "ostwert", "rechts", "ost"}, {"hochwert", "nordwert", "hoch", "nord"}, {"z", "elevation", "height"}}}, true},
    {{{{"e"}, {"n"}, {"h", "u", "z", "elevation"}}}, true},
    {{{{"longitude", "lon", "long", "lng"}, {"latitude", "lat"}, {}}}},
    {{{{"ra", "right_ascension", "raj2000"}, {"dec", "declination", "dej2000"}, {}}}},
}};

size_t findAny(const std::vector<std::string>& names, const Spellings& spellings) {
  for (std::string_view spelling : spellings)
    if (!spelling.empty())
      if (const auto found = std::ranges::find(names, spelling); found != names.end()) return size_t(found - names.begin());
  return names.size();
}

std::string numberedName(size_t k) { return std::string("x").append(std::to_string(k)); }

/// x1 x2 … or x0 x1 …: at least four of them, or no other columns.
std::vector<size_t> findNumbered(const std::vector<std::string>& names) {
  constexpr size_t kEnough = 4;
  for (size_t first : {1, 0}) {
    std::vector<size_t> columns;
    for (size_t k = first; k < first + size_t(kMaxDimension); ++k) {
      const auto found = std::ranges::find(names, numberedName(k));
      if (found == names.end()) break;
      columns.push_back(size_t(found - names.begin()));
    }
    if (columns.size() >= kEnough || (!columns.empty() && columns.size() == names.size())) return columns;
  }
  return {};
}

/// x, y, z, x4, x5 …, as this program writes them.
void appendBeyondZ(const std::vector<std::string>& names, std::vector<size_t>& columns) {
  for (size_t k = 4; columns.size() == k - 1 && k <= size_t(kMaxDimension); ++k)
    if (const auto found = std::ranges::find(names, numberedName(k)); found != names.end()) columns.push_back(size_t(found - names.begin()));
}

std::optional<size_t> onlyHeight(const std::vector<std::string>& names);

std::vector<NamedPlace> wholeNames(const std::vector<std::string>& names) {
  std::vector<NamedPlace> places;
  if (std::vector<size_t> numbered = findNumbered(names); !numbered.empty()) places.push_back({std::move(numbered)});
  for (const Family& family : kFamilies) {
    const size_t x = findAny(names, family.axes[0]), y = findAny(names, family.axes[1]), z = findAny(names, family.axes[2]);
    if (x == names.size() || y == names.size()) continue;
    std::vector<size_t> columns = {x, y};
    if (z != names.size()) columns.push_back(z);
    if (const auto height = family.heights && z == names.size() ? onlyHeight(names) : std::nullopt) columns.push_back(*height);
    if (&family == &kFamilies.front()) appendBeyondZ(names, columns);
    places.push_back({std::move(columns)});
  }
  return places;
}

// Single words

/// What two words together say; in the order in which they count.
enum class Pair : uint8_t {
  earth,
  sky,
  grid,
  plain,
  compass,  ///< short words, which mean other things too: e, ost, est (estimated)
  german    ///< Länge and Breite, which are also length and width
};
constexpr std::array kPairs = {Pair::earth, Pair::sky, Pair::grid, Pair::plain, Pair::compass, Pair::german};

struct AxisWord {
  std::string_view word;
  Pair pair;
  int axis;
};
constexpr AxisWord kAxisWords[] = {
    {"longitude", Pair::earth, 0},
    {"lon", Pair::earth, 0},
    {"long", Pair::earth, 0},
    {"lng", Pair::earth, 0},
    {"längengrad", Pair::earth, 0},
    {"laengengrad", Pair::earth, 0},
    {"lengtegraad", Pair::earth, 0},
    {"længdegrad", Pair::earth, 0},
    {"lengdegrad", Pair::earth, 0},
    {"latitude", Pair::earth, 1},
    {"lat", Pair::earth, 1},
    {"breitengrad", Pair::earth, 1},
    {"breedtegraad", Pair::earth, 1},
    {"breddegrad", Pair::earth, 1},
    {"ra", Pair::sky, 0},
    {"raj", Pair::sky, 0},
    {"ascension", Pair::sky, 0},
    {"glon", Pair::sky, 0},
    {"dec", Pair::sky, 1},
    {"decl", Pair::sky, 1},
    {"de", Pair::sky, 1},
    {"dej", Pair::sky, 1},
    {"declination", Pair::sky, 1},
    {"glat", Pair::sky, 1},
    {"easting", Pair::grid, 0},
    {"rechtswert", Pair::grid, 0},
    {"ostwert", Pair::grid, 0},
    {"east", Pair::grid, 0},
    {"northing", Pair::grid, 1},
    {"hochwert", Pair::grid, 1},
    {"nordwert", Pair::grid, 1},
    {"north", Pair::grid, 1},
    {"elevation", Pair::grid, 2},
    {"elev", Pair::grid, 2},
    {"height", Pair::grid, 2},
    {"altitude", Pair::grid, 2},
    {"alt", Pair::grid, 2},
    {"höhe", Pair::grid, 2},
    {"hoehe", Pair::grid, 2},
    {"hauteur", Pair::grid, 2},
    {"altura", Pair::grid, 2},
    {"altitud", Pair::grid, 2},
    {"quota", Pair::grid, 2},
    {"cota", Pair::grid, 2},
    {"hoogte", Pair::grid, 2},
    {"x", Pair::plain, 0},
    {"y", Pair::plain, 1},
    {"z", Pair::plain, 2},
    {"e", Pair::compass, 0},
    {"est", Pair::compass, 0},
    {"este", Pair::compass, 0},
    {"ost", Pair::compass, 0},
    {"rechts", Pair::compass, 0},
    {"oost", Pair::compass, 0},
    {"n", Pair::compass, 1},
    {"nord", Pair::compass, 1},
    {"norte", Pair::compass, 1},
    {"hoch", Pair::compass, 1},
    {"noord", Pair::compass, 1},
    {"länge", Pair::german, 0},
    {"laenge", Pair::german, 0},
    {"breite", Pair::german, 1},
};
/// A name with one of these is no place.
constexpr std::string_view kNoPlace[] = {
    "error",     "err",         "std",      "stdev",   "sigma",     "se",    "var",         "variance", "cov",          "accuracy",
    "precision", "uncertainty", "velocity", "vel",     "speed",     "rate",  "accel",       "acc",      "acceleration", "gyro",
    "mag",       "force",       "normal",   "normals", "rotation",  "rot",   "orientation", "quat",     "angular",      "angle",
    "delta",     "diff",        "offset",   "bias",    "count",     "valid", "flag",        "quality",  "scale",        "size",
    "width",     "name",        "motion",   "pm",      "direction", "dir",   "gradient",
};
/// Words that say nothing of which names go together.
constexpr std::string_view kUnits[] = {"e", "n", "w", "s", "deg", "degree", "degrees", "dd", "m", "right"};

/// Words of other languages begin alike: longitud, longitudine, latitud.
const AxisWord* axisWord(std::string_view word) {
  for (const AxisWord& each : kAxisWords)
    if (word == each.word) return &each;
  const auto has = [&](std::string_view part) { return word.find(part) != word.npos; };
  if (has("longitud")) return &kAxisWords[0];
  if (has("latitud")) return std::ranges::find(kAxisWords, "latitude", &AxisWord::word);
  return nullptr;
}

template <class List>
bool isAmong(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

struct WordOfName {
  Pair pair;
  int axis;
  std::string rest;  ///< the other words
};

/// The axis that one word of a name says: nothing where none or two of them do.
std::optional<WordOfName> wordOfName(std::string_view name) {
  const std::vector<std::string> words = wordsOf(name);
  if (std::ranges::any_of(words, [](std::string_view word) { return isAmong(kNoPlace, word); })) return {};
  const AxisWord* best = nullptr;
  size_t at = 0;
  bool twice = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const AxisWord* const found = axisWord(words[i]);
    if (found == nullptr || (best != nullptr && found->pair > best->pair)) continue;
    twice = best != nullptr && found->pair == best->pair;
    best = found, at = i;
  }
  if (best == nullptr || twice) return {};
  std::string rest;
  for (size_t i = 0; i < words.size(); ++i)
    if (i != at && !isAmong(kUnits, words[i])) rest += words[i] + ' ';
  return WordOfName{best->pair, best->axis, std::move(rest)};
}

/// Words for heights go with short words of the ground, too.
bool belongsTo(Pair pair, const WordOfName& word) {
  return word.pair == pair || (pair == Pair::compass && word.pair == Pair::grid && word.axis == 2);
}

/// The one column that a word for height names.
std::optional<size_t> onlyHeight(const std::vector<std::string>& names) {
  std::optional<size_t> height;
  for (size_t i = 0; i < names.size(); ++i)
    if (const auto word = wordOfName(names[i]); word && word->pair == Pair::grid && word->axis == 2) {
      if (height) return {};
      height = i;
    }
  return height;
}

/// Names whose words go together: where an axis has one name only, whatever its other words are.
std::vector<NamedPlace> singleWords(std::span<const std::string> names) {
  std::vector<std::optional<WordOfName>> words;
  for (const std::string& name : names) words.push_back(wordOfName(name));
  std::vector<NamedPlace> places;
  for (const Pair pair : kPairs) {
    std::array<std::vector<size_t>, 3> axes;
    for (size_t i = 0; i < words.size(); ++i)
      if (words[i] && belongsTo(pair, *words[i])) axes[size_t(words[i]->axis)].push_back(i);
    const bool one = axes[0].size() == 1 && axes[1].size() == 1;
    for (const size_t x : axes[0]) {
      const auto goesWith = [&](size_t other) { return words[other]->rest == words[x]->rest; };
      const auto y = one ? axes[1].begin() : std::ranges::find_if(axes[1], goesWith);
      if (y == axes[1].end()) continue;
      NamedPlace place{{x, *y}, true};
      const auto z = one && axes[2].size() == 1 ? axes[2].begin() : std::ranges::find_if(axes[2], goesWith);
      if (z != axes[2].end()) place.columns.push_back(*z);
      places.push_back(std::move(place));
    }
  }
  return places;
}

}  // namespace

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words;
  bool within = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool belongs = (isLetter(name[i]) && !isSign(name, i)) || isDigit(name[i]);
    if (belongs && (!within || beginsWord(name, i))) words.emplace_back();
    if (belongs) words.back() += name[i];
    within = belongs;
  }
  std::ranges::transform(words, words.begin(), lowered);
  return words;
}

std::string plainName(std::string_view name) {
  const auto trim = [&] {
    while (!name.empty() && (name.front() == ' ' || name.front() == '\t')) name.remove_prefix(1);
    while (!name.empty() && (name.back() == ' ' || name.back() == '\t' || name.back() == '\r')) name.remove_suffix(1);
  };
  name = name.substr(0, name.find_first_of("[("));
  trim();
  if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
  trim();
  return lowered(std::string(name));
}

std::vector<NamedPlace> namedPlaces(std::span<const std::string> given) {
  std::vector<std::string> names;
  for (const std::string& name : given) names.push_back(plainName(name));
  std::vector<NamedPlace> places = wholeNames(names);
  return places.empty() ? singleWords(given) : places;
}

NamedDegrees namedDegrees(std::string_view x, std::string_view y) {
  const auto first = wordOfName(x), second = wordOfName(y);
  if (!first || !second || first->pair != second->pair || first->axis != 0 || second->axis != 1) return NamedDegrees::none;
  const auto inOther = [](std::string_view name) {  // radians and hours
    return std::ranges::any_of(wordsOf(name), [](std::string_view word) { return word.starts_with("rad") || word.starts_with("hour"); });
  };
  if (inOther(x) || inOther(y)) return NamedDegrees::none;
  return first->pair == Pair::earth || first->pair == Pair::german ? NamedDegrees::onEarth
         : first->pair == Pair::sky                                ? NamedDegrees::onSky
                                                                   : NamedDegrees::none;
}

bool isNameOfNumber(std::string_view name) {
  constexpr std::string_view kWords[] = {"id",  "ids", "fid",    "gid", "uid", "oid", "ogc",    "objectid", "rowid", "index",
                                         "idx", "row", "rownum", "nr",  "no",  "num", "number", "unnamed",  "uuid",  "serial"};
  return std::ranges::any_of(wordsOf(name), [&](std::string_view word) { return isAmong(kWords, word); });
}

}  // namespace arete
