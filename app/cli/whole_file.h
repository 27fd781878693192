// A text that becomes a file where its flag was given.
#pragma once

#include <stop_token>
#include <string>

namespace arete::cli {

/// Writes all of it or nothing; with an empty path nothing at all. Throws like AtomicFile.
void writeWholeFile(const std::string& path, const std::string& text, const std::stop_token& stop);

}  // namespace arete::cli
