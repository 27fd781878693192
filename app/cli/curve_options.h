// Flags that single formats of curves take.
#pragma once

#include <memory>

#include "app/cli/command.h"
#include "compute/io/write_curve.h"

namespace arete::cli {

void addCurveOptions(CommandApp& app, const char* group, const std::shared_ptr<CurveOptions>& options);

}  // namespace arete::cli
