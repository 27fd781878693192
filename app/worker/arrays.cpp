#include "app/worker/arrays.h"

#include <sys/mman.h>
#include <unistd.h>

namespace arete::mine {

bool GuardedArrays::map(Slot slot, int descriptor, size_t bytes) {
  Mapping& mapping = mappings_[size_t(slot)];
  if (mapping.begin != nullptr) ::munmap(mapping.begin - kPage, mapping.bytes + 2 * kPage);
  mapping = {};
  void* const room = ::mmap(nullptr, bytes + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  std::byte* const begin = static_cast<std::byte*>(room) + kPage;
  const int access = slot == Slot::answer ? PROT_READ | PROT_WRITE : PROT_READ;
  const void* const mapped = ::mmap(begin, bytes, access, MAP_SHARED | MAP_FIXED, descriptor, 0);
  ::close(descriptor);
  if (mapped == MAP_FAILED) return false;
  mapping = {begin, bytes, 0};
  return true;
}

void* GuardedArrays::at(Slot slot, size_t bytes) {
  Mapping& mapping = mappings_[size_t(slot)];
  mapping.arrayBytes = bytes;
  return mapping.begin == nullptr ? nullptr : mapping.begin + arrayBegin(mapping.bytes, bytes);
}

void GuardedArrays::describe(const void* address, Control& control) const {
  const auto* const place = static_cast<const std::byte*>(address);
  control.fault = size_t(place) < kPage ? Fault::null : Fault::elsewhere;
  for (size_t i = 0; i < kSlots; ++i) {
    const Mapping& mapping = mappings_[i];
    if (mapping.begin == nullptr || place < mapping.begin - kPage || place >= mapping.begin + mapping.bytes + kPage) continue;
    const std::byte* const begin = mapping.begin + arrayBegin(mapping.bytes, mapping.arrayBytes);
    const std::byte* const end = begin + mapping.arrayBytes;
    control.faultSlot = Slot(i);
    control.fault = place < begin ? Fault::before : place >= end ? Fault::behind : Fault::readOnly;
    control.faultBytes = place < begin ? begin - place : place >= end ? place - end : place - begin;
  }
}

}  // namespace arete::mine
