// The GPU's part of the worker: arrays in its memory with canaries around them, and times by its own clock. Where a function gives false, `reason`
// says why, and the worker ends.
#pragma once

#include <string>

#include "app/worker/arrays.h"

namespace arete::mine {

/// The addresses of a task's arrays, and the stream.
struct Places {
  void* arrays[kSlots] = {};
  void* stream = nullptr;
};

/// Begins to use the GPU, which takes a moment.
bool startDevice(std::string& reason);
/// Copies the inputs that are new, and marks the answer as not given.
bool bringToDevice(const Control& control, GuardedArrays& host, Places& places, std::string& reason);
/// Calls the function, waits for its work, and measures it.
bool runOnDevice(void (*function)(const void*), const void* task, double& milliseconds, std::string& reason);
/// Copies the answer back. A canary that has changed is described in the block.
bool fetchFromDevice(Control& control, GuardedArrays& host, std::string& reason);

}  // namespace arete::mine
