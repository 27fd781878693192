// Forges stores: makes the checksums of an altered one right again, so that the error is met after they have been checked.
#pragma once

#include <cstring>
#include <span>
#include <string>

#include "compute/chains/evolve/strip_file.h"
#include "compute/chains/paged/store_format.h"

namespace arete::test {

/// For a store of one block of coordinates. `was`: its header before, which says where things are. What is not there any more is left.
inline void sealStore(std::string& bytes, const cpu::StorePlaces& places, const cpu::StoreHeader& was) {
  if (bytes.size() < sizeof was) return;
  cpu::StoreHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto seal = [&](uint64_t& sum, uint64_t at, uint64_t size) {
    if (at + size <= bytes.size()) sum = cpu::blockSum(std::as_bytes(std::span(bytes)).subspan(at, size));
  };
  seal(header.textSum, places.texts, was.textBytes);
  seal(header.cellSum, places.cells, was.cells * cpu::kCellWords * sizeof(uint32_t));
  seal(header.chosenSum, places.chosen, was.chosen * (sizeof(uint64_t) + was.dimension * was.scalarBytes));
  uint64_t ofBlock = 0;
  seal(ofBlock, places.coordinates, was.points * was.dimension * was.scalarBytes);
  if (places.sums + sizeof ofBlock <= bytes.size()) std::memcpy(&bytes[places.sums], &ofBlock, sizeof ofBlock);
  seal(header.blockSum, places.sums, sizeof ofBlock);
  header.sum = cpu::sumOf(header);
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace arete::test
