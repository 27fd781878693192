#include "app/window/radius_search.h"

#include <utility>

#include "app/window/post.h"
#include "compute/engine/run_job.h"

namespace arete {

RadiusSearch::RadiusSearch(const Document& document, Worker::Failed failed)
    : document_(document), worker_("cannot search R1", "set R1 by hand", std::move(failed), postToThisThread()) {}

static Job withoutRadius(Job job) {
  job.params.reset(kR1Param);
  return job;
}

/// Also once it was taken, which may have set more than R1.
RadiusSuggestion RadiusSearch::found() const {
  const Job now = withoutRadius(document_.session().job);
  Job taken = job_;
  takeSuggestion(found_, taken);
  return now.detectsLike(job_) || now.detectsLike(withoutRadius(taken)) ? found_ : RadiusSuggestion{};
}

void RadiusSearch::forget() {
  worker_.cancel();
  found_ = {};
}

void RadiusSearch::search() {
  const Job job = withoutRadius(document_.session().job);
  worker_.start([this, cloud = document_.cloud(), job](const std::stop_token& stop) -> Worker::Then {
    const auto device = makeDevice(job.onCpu());  // the GPU is the picture's and the detection's
    const RadiusSuggestion found = suggestR1(cloud, job.onCpu(), {*device, stop, {}});
    return [this, job, found] {
      job_ = job;
      found_ = found;
      Q_EMIT finished();
    };
  });
}

}  // namespace arete
