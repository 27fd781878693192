#include "tests/support/waiting_kernels.h"

namespace arete::test {

static __global__ void spinForEver() {
  for (volatile int once = 1; once != 0;) __nanosleep(1000);
}

static __global__ void waitInVain(cuda::Patience patience, const volatile uint32_t* never, uint32_t* left) {
  if (threadIdx.x < warpSize) patience.until([&] { return *never != 0; });
  __syncthreads();
  left[threadIdx.x] = 1;
}

void launchSpin(cudaStream_t stream) { spinForEver<<<1, 1, 0, stream>>>(); }

void launchWaitInVain(cuda::Patience patience, const uint32_t* never, uint32_t* left, cudaStream_t stream) {
  waitInVain<<<1, 64, 0, stream>>>(patience, never, left);
}

}  // namespace arete::test
