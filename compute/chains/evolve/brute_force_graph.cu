// evolve.cuda.brute_force_graph: the kernels of evolve.cuda.brute_force, but the loop is driven by the device.
//
// Idea. A CUDA graph with a conditional while node holds one iteration: nearest kernel, shift kernel, and a kernel of one thread that
// says whether to go on. The host launches the graph and reads the result when it is done; between two iterations nothing waits for
// the host. The graph is captured once per S; how far it may go is read from device memory. A launch ends when S stands still, or after
// as many iterations as take about kLaunch_ms, so that it can be cancelled; where one alone takes longer, the host drives the loop.
// Memory: that of brute_force, and S of kStepsInGraph iterations where every step is wanted. Cost: that of brute_force, minus the host's
// wait in each iteration. Loses to it for single steps. Source: thesis, 3.3.2; conditional nodes: CUDA programming guide, graphs.
#include <chrono>

#include "compute/chains/evolve/brute_force.cuh"
#include "compute/chains/evolve/contract.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kFirstInGraph = 8, kStepsInGraph = 64;
constexpr double kLaunch_ms = 40;

__global__ void advanceKernel(BruteProgress* progress, cudaGraphConditionalHandle handle) {
  const uint32_t moved = progress->moved[progress->done++];
  cudaGraphSetConditional(handle, moved > 0 && progress->done < progress->limit ? 1 : 0);
}

struct DestroyGraph {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
struct DestroyExecutable {
  void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;
using Executable = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, DestroyExecutable>;

/// A graph that does what `launch` puts on the stream, again and again while the condition holds.
template <class Launch>
Executable makeLoop(cudaStream_t stream, BruteProgress* progress, const Launch& launch) {
  cudaGraph_t made = nullptr;
  CUDA_CHECK(cudaGraphCreate(&made, 0));
  const Graph graph(made);
  cudaGraphConditionalHandle handle{};
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&handle, made, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  CUDA_CHECK(cudaGraphAddNode(&node, made, nullptr, nullptr, 0, &parameters));
#else
  CUDA_CHECK(cudaGraphAddNode(&node, made, nullptr, 0, &parameters));
#endif
  CUDA_CHECK(cudaStreamBeginCaptureToGraph(stream, parameters.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
  launch();
  advanceKernel<<<1, 1, 0, stream>>>(progress, handle);
  cudaGraph_t captured = nullptr;
  CUDA_CHECK(cudaStreamEndCapture(stream, &captured));
  cudaGraphExec_t executable = nullptr;
  CUDA_CHECK(cudaGraphInstantiate(&executable, made, 0));
  return Executable(executable);
}

template <class T>
class BruteForceGraph final : public BruteForceBase<T> {
 public:
  using BruteForceBase<T>::BruteForceBase;

  void reset(const PointArray& chosen, const StageContext& context) override {
    loop_.reset();
    BruteForceBase<T>::reset(chosen, context);
  }

  PointArray chosen() const override { return shown_.empty() ? BruteForceBase<T>::chosen() : PointArray::fromRows(shown_, this->points_.dimension); }

  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit detail, const StageContext& context) override {
    if (this->m_ == 0 || limit == 1 || this->isLong()) return Evolver::run(limit, visit, detail, context);
    const bool steps = detail == EvolveVisit::chosen;
    const size_t elements = size_t(this->m_) * size_t(this->points_.dimension);
    if (steps) history_.reserve(elements * kStepsInGraph, this->stream_);
    if (!loop_ || steps != keepsSteps_) {
      loop_ = makeLoop(this->stream_, this->progress_.data(), [&] { this->launchIteration(steps ? history_.data() : nullptr, context); });
      keepsSteps_ = steps;
    }
    uint32_t atOnce = kFirstInGraph;
    for (uint32_t done = 0; done < limit;) {
      context.checkStop();
      const auto begin = std::chrono::steady_clock::now();
      const BruteProgress now = launch(std::min(atOnce, limit - done));
      const double each = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / now.done;
      std::vector<T> rows;
      if (steps) rows = history_.download(elements * now.done);
      for (uint32_t i = 0; i < now.done; ++i) {
        if (steps) shown_.assign(rows.begin() + ptrdiff_t(i * elements), rows.begin() + ptrdiff_t((i + 1) * elements));
        visit({now.moved[i], this->points_.count});
      }
      shown_.clear();
      if (now.moved[now.done - 1] == 0) return;
      done += now.done;
      atOnce = std::clamp(uint32_t(kLaunch_ms / each), 1u, std::min(2 * atOnce, steps ? kStepsInGraph : kMostIterations));
    }
  }

 private:
  BruteProgress launch(uint32_t limit) {
    this->progress_.clear();
    CUDA_CHECK(cudaMemcpyAsync(&this->progress_.data()->limit, &limit, sizeof limit, cudaMemcpyHostToDevice, this->stream_));
    CUDA_CHECK(cudaGraphLaunch(loop_.get(), this->stream_));
    return *reinterpret_cast<const BruteProgress*>(this->device_.download(this->progress_.data(), sizeof(BruteProgress)));
  }

  Executable loop_;
  bool keepsSteps_ = false;
  Buffer<T> history_;
  std::vector<T> shown_;  // S of the iteration that is being visited
};

}  // namespace

std::unique_ptr<Evolver> evolveBruteForceGraph(const EvolveInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<BruteForceGraph<T>>(in, device); });
}

}  // namespace arete::cuda
