// With CUDA. Each array lies between two pages of canaries in a buffer of its own.
#include "app/worker/device.h"

#include <cstring>
#include <vector>

namespace arete::mine {

namespace {

struct DeviceArray {
  std::byte* buffer = nullptr;
  size_t bytes = 0, room = 0;

  std::byte* begin() const { return buffer + kPage; }
};

DeviceArray known[kSlots];
cudaStream_t stream = nullptr;
cudaEvent_t began = nullptr, ended = nullptr;

bool isDone(cudaError_t error, std::string& reason) {
  if (error != cudaSuccess) reason = std::string("CUDA: ") + cudaGetErrorString(error);
  return error == cudaSuccess;
}

bool makeRoom(DeviceArray& array, size_t bytes, std::string& reason) {
  array.bytes = bytes;
  if (array.buffer != nullptr && bytes <= array.room) return true;
  if (array.buffer != nullptr && !isDone(cudaFree(array.buffer), reason)) return false;
  array.buffer = nullptr, array.room = bytes;
  return isDone(cudaMalloc(&array.buffer, bytes + 2 * kPage), reason);
}

/// The pages around the array, of which the one behind begins where the array ends.
bool setCanaries(const DeviceArray& array, std::string& reason) {
  return isDone(cudaMemsetAsync(array.buffer, kCanary, kPage, stream), reason) &&
         isDone(cudaMemsetAsync(array.begin() + array.bytes, kCanary, kPage, stream), reason);
}

/// Bytes from the array to the nearest canary that has changed.
bool findChanged(const DeviceArray& array, Slot slot, Control& control, std::string& reason) {
  std::vector<uint8_t> page(kPage);
  for (const bool isBehind : {true, false}) {
    const std::byte* const from = isBehind ? array.begin() + array.bytes : array.buffer;
    if (!isDone(cudaMemcpy(page.data(), from, kPage, cudaMemcpyDeviceToHost), reason)) return false;
    for (size_t i = 0; i < kPage; ++i) {
      const size_t at = isBehind ? i : kPage - 1 - i;
      if (page[at] == kCanary) continue;
      control.fault = isBehind ? Fault::behind : Fault::before, control.faultSlot = slot, control.faultBytes = int64_t(isBehind ? i : i + 1);
      return true;
    }
  }
  return true;
}

}  // namespace

bool startDevice(std::string& reason) {
  return isDone(cudaStreamCreate(&stream), reason) && isDone(cudaEventCreate(&began), reason) && isDone(cudaEventCreate(&ended), reason);
}

bool bringToDevice(const Control& control, GuardedArrays& host, Places& places, std::string& reason) {
  places.stream = stream;
  for (size_t i = 0; i < kSlots; ++i) {
    const size_t bytes = control.bytes[i];
    const bool isAnswer = Slot(i) == Slot::answer;
    if (bytes == 0 && !isAnswer) continue;
    const bool isSame = !isAnswer && known[i].buffer != nullptr && known[i].bytes == bytes && control.isNew[i] == 0;
    if (!isSame && (!makeRoom(known[i], bytes, reason) || !setCanaries(known[i], reason))) return false;
    places.arrays[i] = known[i].begin();
    if (isAnswer ? !isDone(cudaMemsetAsync(known[i].begin(), kUnwritten, bytes, stream), reason)
                 : !isSame && !isDone(cudaMemcpyAsync(known[i].begin(), host.at(Slot(i), bytes), bytes, cudaMemcpyHostToDevice, stream), reason))
      return false;
  }
  return isDone(cudaStreamSynchronize(stream), reason);
}

bool runOnDevice(void (*function)(const void*), const void* task, double& milliseconds, std::string& reason) {
  if (!isDone(cudaEventRecord(began, stream), reason)) return false;
  function(task);
  float elapsed = 0;
  const bool isSound = isDone(cudaGetLastError(), reason) && isDone(cudaEventRecord(ended, stream), reason) &&
                       isDone(cudaEventSynchronize(ended), reason) && isDone(cudaDeviceSynchronize(), reason) &&
                       isDone(cudaEventElapsedTime(&elapsed, began, ended), reason);
  milliseconds = double(elapsed);
  return isSound;
}

bool fetchFromDevice(Control& control, GuardedArrays& host, std::string& reason) {
  for (size_t i = 0; i < kSlots && control.fault == Fault::none; ++i)
    if (control.bytes[i] > 0 && !findChanged(known[i], Slot(i), control, reason)) return false;
  const size_t bytes = control.bytes[size_t(Slot::answer)];
  return isDone(cudaMemcpy(host.at(Slot::answer, bytes), known[size_t(Slot::answer)].begin(), bytes, cudaMemcpyDeviceToHost), reason);
}

}  // namespace arete::mine
