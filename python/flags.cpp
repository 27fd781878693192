#include "python/flags.h"

#include <algorithm>
#include <map>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/detect_on_disk.h"
#include "app/cli/flags.h"
#include "app/cli/job_flags.h"
#include "app/cli/measure.h"
#include "app/cli/read_flags.h"
#include "compute/core/error.h"
#include "compute/generate/generate.h"
#include "python/errors.h"

namespace arete::python {

namespace {

using cli::CommandApp;

void addQualityFlags(CommandApp& app) {
  cli::PathsFlag().add(app, "Measures");
  cli::ParamFlags().add(app, qualityParameters(), "Measures", "quality-");
}

void addGenerateFlags(CommandApp& app) {
  cli::ParamFlags params;
  params.add(app, generateParameters(), "The cloud");
  for (const ShapeInfo& shape : shapes()) params.add(app, shape.parameters, "Shape");
}

#if defined(ARETE_OFFSCREEN)

using SharedWish = std::shared_ptr<PictureWish>;

bool isOfAnimations(const PictureFlag& flag) {
  return std::ranges::any_of(animationFlags(), [&](const PictureFlag& each) { return each.names == flag.names; });
}

void addPictureFlags(CommandApp& app, const SharedWish& wish = std::make_shared<PictureWish>()) {
  for (const PictureFlag& flag : pictureFlags())
    if (!flag.isOutput && !isOfAnimations(flag)) cli::addFlag(app, flag, wish);
}

void addAnimationFlags(CommandApp& app, const SharedWish& wish = std::make_shared<PictureWish>()) {
  for (const PictureFlag& flag : animationFlags()) cli::addFlag(app, flag, wish);
}

#else

void addPictureFlags(CommandApp&) {}
void addAnimationFlags(CommandApp&) {}

#endif

void addJobFlags(CommandApp& app) {
  cli::JobFlags flags;
  flags.add(app);
  flags.addPreset(app);
}

void addLongFlags(CommandApp& app) {
  cli::MemoryFlags().add(app);
  cli::CheckpointFlags().add(app);
}

/// Adds the flags that a word stands for.
void addFlagsOf(const std::string& what, CommandApp& app) {
  static const std::map<std::string, void (*)(CommandApp&)> kGroups = {
      {"read", [](CommandApp& to) { cli::ReadFlags().add(to); }},
      {"job", addJobFlags},
      {"long", addLongFlags},
      {"measures", addQualityFlags},
      {"shapes", addGenerateFlags},
      {"picture", [](CommandApp& to) { addPictureFlags(to); }},
      {"animation", [](CommandApp& to) { addAnimationFlags(to); }},
  };
  if (const auto group = kGroups.find(what); group != kGroups.end()) return group->second(app);
  for (const cli::Command& command : cli::commands())
    if (command.name == what) return void(command.add(app));
  throw Error(ErrorKind::internal, "no such group of flags", what, "");
}

/// "move_rule" of --move-rule; of positional arguments their name in small letters.
std::string keywordOf(const CLI::Option& option) {
  std::string name = option.get_lnames().empty() ? option.get_name(true) : option.get_lnames().front();
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c == '-' ? '_' : char(std::tolower(c)); });
  return name;
}

/// Those that CLI11 tells with the type, as in "TEXT:{cpu,cuda,auto}"; none where it tells none.
py::list choicesIn(const std::string& type) {
  py::list choices;
  const size_t open = type.find(":{"), close = type.find('}', open);
  if (open == type.npos || close == type.npos) return choices;
  for (size_t at = open + 2; at < close;) {
    const size_t end = std::min(type.find(',', at), close);
    choices.append(textOf(type.substr(at, end - at)));
    at = end + 1;
  }
  return choices;
}

py::list describe(const std::string& what) {
  CommandApp app(what, "");
  addFlagsOf(what, app);
  py::list rows;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() || option->get_group().empty()) continue;  // no group: a former name
    py::dict row;
    std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
    row["name"] = textOf(keywordOf(*option));
    row["flag"] = option->get_lnames().empty() ? py::str("") : textOf("--" + option->get_lnames().front());
    row["value"] = textOf(type.substr(0, type.find(':')));
    row["choices"] = choicesIn(type);
    row["help"] = textOf(option->get_description());
    row["group"] = textOf(option->get_group());
    row["repeated"] = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll || option->get_items_expected_max() > 1;
    rows.append(row);
  }
  return rows;
}

}  // namespace

void parse(CLI::App& app, const Arguments& arguments) {
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the end
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::wrongUse, "wrong use", "", error.what());
  }
}

Job jobFrom(const Arguments& arguments) {
  CommandApp app("detect", "");
  cli::JobFlags flags;
  flags.add(app);
  flags.addPreset(app);
  parse(app, arguments);
  return flags.job();
}

Reading readingFrom(const Arguments& arguments, const std::filesystem::path& file) {
  CommandApp app("read", "");
  cli::ReadFlags flags;
  flags.add(app);
  parse(app, arguments);
  return {flags.options(), flags.filter(file)};
}

#if defined(ARETE_OFFSCREEN)
PictureWish wishFrom(const Arguments& arguments) {
  CommandApp app("picture", "");
  const auto wish = std::make_shared<PictureWish>();
  addPictureFlags(app, wish);
  addAnimationFlags(app, wish);
  parse(app, arguments);
  return *wish;
}
#endif

void addFlags(py::module_& module) { module.def("flags", &describe); }

}  // namespace arete::python
