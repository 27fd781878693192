// In a build without nvcc.
#include "app/worker/device.h"

namespace arete::mine {

static bool absent(std::string& reason) {
  reason = "this build has no CUDA";
  return false;
}

bool startDevice(std::string& reason) { return absent(reason); }
bool bringToDevice(const Control&, GuardedArrays&, Places&, std::string& reason) { return absent(reason); }
bool runOnDevice(void (*)(const void*), const void*, double&, std::string& reason) { return absent(reason); }
bool fetchFromDevice(Control&, GuardedArrays&, std::string& reason) { return absent(reason); }

}  // namespace arete::mine
