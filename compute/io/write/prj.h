// The coordinate system in a file beside another one, for formats that have no place for it: programs of Esri, QGIS and our own reader look for it.
// What is written as a pair is replaced as a pair, or else the file would be read in the system of one that is gone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compute/crs/crs.h"

namespace arete::write {

class PrjBeside {
 public:
  /// Before the file itself is written. A .prj of ours that says something else goes with the file that is replaced. One that may belong to
  /// another file, or that somebody else wrote, stays, and Error(wrongUse) says so. Beside streams and links there is none.
  PrjBeside(const std::filesystem::path& path, const Crs& crs) : PrjBeside(path, crs, true) {}
  /// For a file that gets none, as a curve or a table of neighbours: one of ours that says something else goes, and every other one stays.
  static PrjBeside ofNone(const std::filesystem::path& path, const Crs& crs) { return {path, crs, false}; }
  /// After it: writes the .prj, or removes one that says what is not so any more. Throws Error(io).
  void commit(std::vector<std::string>& warnings) const;

 private:
  PrjBeside(const std::filesystem::path& path, const Crs& crs, bool written);

  enum class Fate : uint8_t { none, written, removed };
  std::filesystem::path beside_;
  std::string text_;
  Fate fate_ = Fate::none;
};

}  // namespace arete::write
