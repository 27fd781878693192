#include "app/window/edge_question.h"

#include <algorithm>
#include <utility>

#include "app/window/post.h"

namespace arete {

EdgeQuestion::EdgeQuestion(Worker::Failed failed)
    : worker_("cannot explain this edge", "close other programs", std::move(failed), postToThisThread()) {}

void EdgeQuestion::ask(std::shared_ptr<const Frame> frame, uint32_t a, uint32_t b) {
  const std::pair<uint32_t, uint32_t> nodes = std::minmax(a, b);
  if (frame->hash == hash_ && nodes == nodes_ && (answer_ || busy())) return;
  hash_ = frame->hash, nodes_ = nodes;
  answer_.reset();
  worker_.start([this, frame = std::move(frame), nodes = nodes_](const std::stop_token& stop) -> Worker::Then {
    Frame onCpu = *frame;
    onCpu.job = frame->job.onCpu();  // the GPU is the picture's and the detection's
    const auto device = makeDevice(onCpu.job);
    return [this, story = edgeStory(onCpu, nodes.first, nodes.second, {*device, stop, {}})] {
      answer_ = story;
      Q_EMIT answered();
    };
  });
}

void EdgeQuestion::forget() {
  worker_.cancel();
  hash_.clear();
  answer_.reset();
}

}  // namespace arete
