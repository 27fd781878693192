// The bytes of an E57 file without the checksums that end each of its pages. Offsets in the file are physical (checksums counted) or
// logical (not counted); lengths are logical. Source: ASTM E2807-11, sections 6 and 7.
#pragma once

#include <span>
#include <vector>

#include "compute/io/read/source.h"

namespace arete::e57 {

class Pages {
 public:
  /// Reads the header. Refuses what is no E57, of another major version, or shorter than it says.
  explicit Pages(const Source& source);

  uint64_t xmlBegin() const { return xmlBegin_; }  ///< logical, as all below
  uint64_t xmlBytes() const { return xmlBytes_; }
  uint64_t size() const { return pages_ * kept_; }
  /// Refuses an offset that lies outside the file or in a checksum; `what` is there, for the message.
  uint64_t logical(uint64_t physical, std::string_view what) const;
  uint64_t physical(uint64_t logical) const { return logical / kept_ * page_ + logical % kept_; }

  /// Fills `bytes` from `at` on. Refuses what lies outside the file, and pages whose checksum is wrong.
  void read(uint64_t at, std::span<std::byte> bytes, std::string_view what);

 private:
  void load(uint64_t page);

  const Source& source_;
  uint64_t page_ = 0, kept_ = 0, pages_ = 0;  // bytes of a page; without its checksum; how many whole pages
  uint64_t xmlBegin_ = 0, xmlBytes_ = 0;
  std::vector<std::byte> loaded_;  // whole pages from firstLoaded_ on, checked
  uint64_t firstLoaded_ = 0;
};

}  // namespace arete::e57
