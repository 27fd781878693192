#include "ui/window_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <string_view>
#include <vector>

#include "compute/catalog/stage_table.h"
#include "compute/engine/job.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/parameter_words.h"

namespace arete {

namespace {

/// Clauses that say another thing here, since they name commands.
struct Phrase {
  std::string_view said, here;
};
constexpr Phrase kPhrases[] = {
    {"'arete-cli versions' lists those that can", "choose another one, or Auto"},
    {"give the file with --version-file", "add the file (Algorithm › Add Version…), or choose another one"},
    {" (arete-cli sweep, Shift+R in the window)", " (Tools › Explore R1…)"},
    {" (Test background, --test-background off)", " (--test-background)"},
    {"tracks (--track-column), or add one", "tracks (File › Open with Options…), or add one"},
    {"arete-cli convert makes one unit of them: --to-crs with ", "Bring the file into one unit before it is opened: into "},
    {"arete-cli convert makes metres of them (--to-crs utm) or a sphere (--to-crs sphere).",
     "Bring the file into metres before it is opened where lengths matter."},
    {"arete-cli convert --to-crs sphere makes places on a sphere of them.", "Bring the file onto a sphere before it is opened where lengths matter."},
    {"is better, or --to-crs sphere", "is better, or a sphere"},
    {"thin the files first (arete-cli convert)", "thin the files first"},
    {"see --help for what may be written", "the tooltip of the field says what may be written"},
    {"GeoJSON stays in the cloud's own with --geojson-crs keep", "or write another format"},
    {"GeoJSON stays in the cloud's own system with --geojson-crs keep", "or write another format"},
    {"if an index was used that was there before, build it again (--rebuild-index)", "if an index was used that was there before, remove it"},
    {"build it again (--rebuild-index), or give another name", "remove it"},
    {"info shows", "the panel Filter shows"},
};

/// The field of a flag that is no parameter, and where the field is.
struct Field {
  std::string_view flag, field, place;
};
constexpr std::string_view kOpenOptions = mark("File › Open with Options…"), kFilter = mark("Edit › Filter"),
                           kExperiments = mark("Tools › Experiments…");
constexpr std::string_view kParameters = mark("panel at the right, or Algorithm › Edit Parameters…");
constexpr Field kFields[] = {
    {"dim", mark("Dimension"), kOpenOptions},
    {"columns", mark("Coordinate columns"), kOpenOptions},
    {"separator", mark("Separator"), kOpenOptions},
    {"decimal-comma", mark("Decimal separator"), kOpenOptions},
    {"skip-lines", mark("Skip lines"), kOpenOptions},
    {"scalar", mark("Store coordinates as"), kOpenOptions},
    {"track-column", mark("Track column"), kOpenOptions},
    {"withheld", mark("Withheld points"), kOpenOptions},
    {"max-points", mark("the limit of points"), ""},
    {"crs", mark("Coordinate system"), mark("File › Coordinate System…")},
    {"where", mark("Condition"), kFilter},
    {"class", mark("Classes"), kFilter},
    {"box", mark("Keep box"), kFilter},
    {"point-order", mark("Ignore file order"), kFilter},
    {"every", mark("every n-th point"), ""},
    {"thin", mark("thinning"), ""},
    {"max-memory", mark("the limit of memory"), ""},
    {"backend", mark("Backend"), mark("tab Lab")},
    {"swc-loops", mark("open loops"), ""},
    {"swc-root", mark("root"), ""},
    {"to-crs", mark("another coordinate system"), ""},
    {"scale", mark("Scale"), kExperiments},
    {"repeat", mark("Repeats"), kExperiments},
};
/// Words that are the value of the flag before them. Numbers, systems and quoted texts are values too.
constexpr std::array<std::string_view, 13> kValues = {"double", "float", "none", "auto",   "cuda",  "cpu",      "utm",
                                                      "sphere", "keep",  "open", "refuse", "dealt", "scattered"};

bool isValue(std::string_view word, const ParamInfo* parameter) {
  if (word.empty()) return false;
  if (word[0] < 'a' || word[0] > 'z') return true;
  if (parameter != nullptr && parameter->kind == ParamKind::choice) return std::ranges::find(parameter->choices, word) != parameter->choices.end();
  return std::ranges::find(kValues, word) != kValues.end() || (parameter != nullptr && (word == "on" || word == "off"));
}

/// A choice by its words.
std::string shownValue(std::string value, const ParamInfo* parameter) {
  if (parameter == nullptr || parameter->kind != ParamKind::choice) return value;
  const auto choice = std::ranges::find(parameter->choices, value);
  return choice == parameter->choices.end() ? value : choiceText(*parameter, size_t(choice - parameter->choices.begin()));
}

struct Named {
  std::string field;
  std::string_view place;
  const ParamInfo* parameter = nullptr;
};

const ParamInfo* parameterOf(std::string flag) {
  std::ranges::replace(flag, '-', '_');
  const std::vector<const ParamInfo*> all = allParameters();
  const auto found = std::ranges::find(all, flag, [](const ParamInfo* info) { return std::string(info->id); });
  return found == all.end() ? nullptr : *found;
}

/// What is called so here; the flag's own words where nothing is.
Named nameOf(const std::string& flag) {
  if (const auto row = std::ranges::find(kFields, flag, &Field::flag); row != std::end(kFields))
    return {arete::quoted(tr(row->field)), tr(row->place)};
  if (const ParamInfo* info = parameterOf(flag)) {
    const bool radius = info == &kR1Param || info == &kR2Param;
    return {radius ? std::string(tr(info->label)) : arete::quoted(tr(info->label)), tr(kParameters), info};
  }
  const std::string stage = flag.ends_with("-version") ? flag.substr(0, flag.size() - std::string_view("-version").size()) : flag;
  for (const Stage each : kStages)
    if (name(each) == stage) return {filled(tr("the version of %1"), arete::quoted(tr(stageInfo(each).title))), tr(kParameters)};
  return {"--" + flag, ""};
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
}

/// Puts the fields' names in the place of flags; a value goes with "set … to" where it was asked to be given.
std::string withFields(const std::string& text, std::vector<std::string_view>& places) {
  static const std::regex flag(
      R"((\b(?:[Gg]ive|[Aa]dd|[Ss]ay|e\.g\.|as in) )?(^|[^\w'-])?--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[ =]("[^"]*"|[A-Z]+:\d+|-?\d[\w.,]*|[a-z]+))?)");
  std::string result;
  auto at = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), flag), end; match != end; ++match) {
    result.append(at, (*match)[0].first);
    at = (*match)[0].second;
    const Named named = nameOf((*match)[3]);
    const std::string verb = (*match)[1], before = (*match)[2], following = (*match)[4];
    const bool valued = isValue(following, named.parameter), example = verb == "e.g. " || verb == "as in ";
    std::string value = following;
    if (valued && (value.ends_with('.') || value.ends_with(','))) value.pop_back(), --at;
    if (valued) value = shownValue(std::move(value), named.parameter);
    if (example && valued) result += verb + before + value;
    else if (valued && !verb.empty()) result += "set " + before + named.field + " to " + value;
    else result += (verb.empty() || example ? verb : "set ") + before + named.field + (valued ? " " + value : "");
    if (!valued && !following.empty()) result += ' ' + following;
    if (!named.place.empty() && std::ranges::find(places, named.place) == places.end()) places.push_back(named.place);
  }
  return result.append(at, text.cend());
}

}  // namespace

std::string asSentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
  return text;
}

std::string inWindowWords(std::string text) {
  for (const Phrase& phrase : kPhrases) replaceAll(text, phrase.said, phrase.here);
  if (text.find("--") == text.npos) return text;
  std::vector<std::string_view> places;
  std::string result = withFields(text, places);
  if (places.empty()) return result;
  const bool ends = result.ends_with('.');
  if (ends) result.pop_back();
  for (size_t i = 0; i < places.size(); ++i) result.append(i == 0 ? " (" : "; ").append(places[i]);
  return result + (ends ? ")." : ")");
}

/// "cloud.csv, line 7"; names of files stay as they are.
static std::string placeText(const std::string& where) {
  constexpr std::string_view kLine = "line ";
  const size_t at = where.rfind(kLine);
  if (at == where.npos || where.find_first_not_of("0123456789", at + kLine.size()) != where.npos) return where;
  if (at > 0 && !where.substr(0, at).ends_with(", ")) return where;
  return where.substr(0, at) + filled(tr("line %1"), where.substr(at + kLine.size()));
}

Error inWindowWords(const Error& error) {
  const bool flag = error.where().starts_with("--");  // else a file, whatever it is called
  std::vector<std::string_view> unsaid;
  const auto said = [](std::string_view english) { return inWindowWords(errorText(english)); };
  return {error.kind(), said(error.failed()), flag ? withFields(error.where(), unsaid) : placeText(error.where()), said(error.reason()),
          said(error.hint())};
}

bool isAboutReading(const Error& error) { return inWindowWords(errorText(error.hint())).find(tr(kOpenOptions)) != std::string::npos; }

std::string textInWindow(const Error& error) {
  const Error here = inWindowWords(error);
  std::string text = asSentence(here.failed());
  if (!here.where().empty()) text += ": " + here.where();
  if (!here.reason().empty()) text += ": " + here.reason();
  text += '.';
  return here.hint().empty() ? text : text + '\n' + asSentence(here.hint()) + '.';
}

}  // namespace arete
