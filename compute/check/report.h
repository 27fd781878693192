// The check of a machine in words: the lines that a terminal shows, the window copies, and a report of a fault holds.
#pragma once

#include <string>
#include <vector>

#include "compute/check/check_versions.h"

namespace arete {

/// "same", "DIFFERENT: 2 of 9 …", "error: …", "not run: …", "inexact by design: …".
std::string bitsWords(const CheckedVersion& row);
/// "12.3"; "" where nothing was timed.
std::string timeWords(const CheckedVersion& row);
/// Whether the machine is right, and what was counted: sentences.
std::string verdictOf(const CheckResult& result);

// Lines, without their end.
std::string lineOf(const MachineFact& fact);
std::string headOfRows();
std::string lineOf(const CheckedVersion& row);
/// That number as hexadecimal digits, in a sentence.
std::string referencesLine(const CheckResult& result);

}  // namespace arete
