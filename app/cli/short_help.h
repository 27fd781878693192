// Which flags -h shows of a command that has many: those that most need, by task.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace arete::cli {

struct HelpTask {
  std::string_view title;
  std::vector<std::string_view> flags;  ///< without dashes, as the command has them
};

/// Twelve flags at most. None for a command whose flags are all shown.
std::span<const HelpTask> tasksOf(std::string_view command);

}  // namespace arete::cli
