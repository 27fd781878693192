#include "app/cli/short_help.h"

namespace arete::cli {

struct CommandTasks {
  std::string_view command;
  std::vector<HelpTask> tasks;
};

/// Points of text files, and those that take part: the same in every command that reads clouds.
static const HelpTask kReadTask{"To read points", {"columns", "crs", "where", "class"}};

static const CommandTasks kTasks[] = {
    {"info", {kReadTask, {"To plan a detection", {"r1", "max-memory"}}, {"For programs", {"json"}}}},
    {"generate", {{"To choose a cloud", {"points", "dim", "noise", "seed", "background"}}, {"To write", {"output", "truth", "format"}}}},
    {"convert", {kReadTask, {"To take fewer points", {"thin", "every", "box", "polygon"}}, {"To write", {"output", "format", "to-crs"}}}},
    {"detect",
     {{"To write the curve", {"output", "report", "session"}},
      {"To find it", {"curve", "r1", "bootstrap"}},
      {"To read points", {"columns", "crs", "where"}},
      {"To compute", {"backend", "threads", "max-memory"}}}},
    {"knn",
     {{"To search", {"neighbours", "within", "exclude-self"}},
      {"To write", {"output", "distances", "json"}},
      {"To read points", {"columns", "where"}},
      {"To compute", {"version", "backend", "threads", "max-memory"}}}},
    {"project", {{"To measure", {"reach", "step"}}, {"To write", {"output", "profile", "plot", "json"}}, kReadTask}},
    {"sweep",
     {{"To choose radii", {"from", "to", "steps"}},
      {"To write", {"output", "plot", "json"}},
      {"To find curves", {"curve", "reference"}},
      {"To read points", {"columns", "where"}},
      {"To compute", {"backend", "threads"}}}},
    {"race",
     {{"To choose who races", {"versions", "vary", "repeat"}},
      {"To write", {"output", "plot", "page", "json"}},
      {"What is computed", {"curve", "r1", "threads"}},
      {"To read points", {"columns", "where"}}}},
    {"replay", {{"To write the curve", {"output", "format", "chosen", "report"}}, {"To compare", {"reference", "compare-exact"}}}},
    {"render",
     {{"To draw a picture", {"picture", "picture-size", "white", "hide"}},
      {"To show a detection", {"r1", "curve", "run-to", "bootstrap"}},
      {"To make a film", {"animation", "mp4"}},
      {"To read points", {"columns", "where"}}}},
    {"bench",
     {{"To choose what is measured", {"points", "dim", "versions", "cloud"}},
      {"To measure", {"repeat", "backend", "threads"}},
      {"To write", {"json", "markdown"}}}},
};

std::span<const HelpTask> tasksOf(std::string_view command) {
  for (const CommandTasks& each : kTasks)
    if (each.command == command) return each.tasks;
  return {};
}

}  // namespace arete::cli
