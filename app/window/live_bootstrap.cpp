#include "app/window/live_bootstrap.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/window/post.h"

namespace arete {

LiveBootstrap::LiveBootstrap(const Document& document, Detection& detection, Worker::Failed failed)
    : document_(document),
      detection_(detection),
      worker_(
          "cannot find out how sure the network is", "hide the layer Spread and colour the curve otherwise",
          [this, failed = std::move(failed)](Error error) {
            refused_ = hash_;
            failed(std::move(error));
          },
          postToThisThread()) {}

uint32_t LiveBootstrap::wanted(const Session& session) {
  const auto asked = uint32_t(session.job.params.get(kBootstrapParam));
  return session.job.curveKind() == CurveKind::network && asked > 0 ? asked : automatic(session);
}

uint32_t LiveBootstrap::automatic(const Session& session) {
  constexpr uint32_t kUsual = 100;
  if (session.job.curveKind() != CurveKind::network) return 0;
  const View& view = session.view;
  const bool coloured = view.style(LayerId::curve).visible && (view.curveColour == CurveColour::support || view.curveColour == CurveColour::spread);
  return coloured || view.style(LayerId::bands).visible || view.leastSupport > 0 || session.job.params.get(kConsensusParam) > 0 ? kUsual : 0;
}

/// After all edits: they are what resamples are compared with.
bool LiveBootstrap::isOfTheFrame() const {
  const Frame* frame = detection_.frame().get();
  if (frame == nullptr || !detection_.showsNewest() || frame->generation != detection_.found()->generation) return false;
  if (!frame->finished || !frame->curveKnown) return false;
  const EditList& edits = document_.session().job.edits;
  if (edits.empty() ? frame->edited != nullptr : frame->edited == nullptr || !(frame->job.edits == edits)) return false;
  return frame->job.curveKind() == CurveKind::network && !frame->curve.edges.empty();
}

uint32_t LiveBootstrap::known() const { return isOfTheFrame() && support_ && hash_ == detection_.frame()->hash ? support_->resamples : 0; }
uint32_t LiveBootstrap::wantedNow() const { return isOfTheFrame() ? std::max(wanted(document_.session()), known()) : 0; }

SupportReport LiveBootstrap::report() const {
  SupportReport report = figures_;
  report.known = known(), report.wanted = wantedNow();
  report.running = worker_.busy();
  return report;
}

void LiveBootstrap::forget() {
  worker_.cancel();
  hash_.clear(), refused_.clear();
  bootstrap_.reset();
  support_.reset(), attached_.reset();
}

void LiveBootstrap::follow(bool othersCompute) {
  if (!isOfTheFrame()) return worker_.cancel();
  if (hash_ != detection_.frame()->hash) {
    forget();
    hash_ = detection_.frame()->hash;
  }
  attach();
  const uint32_t known = support_ ? support_->resamples : 0;
  if (othersCompute || known >= wanted(document_.session()) || refused_ == hash_) return worker_.cancel();
  if (!worker_.busy()) startNext();
}

/// Found once, not for every picture.
static SupportReport figuresOf(const Curve& curve, const NetworkSupport& support) {
  constexpr double kHalf = 0.5;
  const std::array<double, 3> spread = support.spreadQuartiles(curve);
  SupportReport figures;
  figures.meanSupport = support.meanSupport(curve);
  figures.doubtedShare = curve.length > 0 ? support.lengthBelow(curve, kHalf) / curve.length : 0;
  figures.medianSpread = spread[1], figures.upperSpread = spread[2];
  figures.junctions = uint32_t(support.junctions.size());
  figures.doubtedJunctions = uint32_t(std::ranges::count_if(support.confidence, [](double each) { return each < kHalf; }));
  return figures;
}

/// What is known goes onto the frame, with the consensus that is asked for now.
void LiveBootstrap::attach() {
  if (!support_) return;
  const double share = document_.session().job.params.get(kConsensusParam);
  const Frame& frame = *detection_.frame();
  const uint32_t shown = frame.support ? frame.support->resamples : 0;  // of an edited network as many as were known before, at first
  if (shown > support_->resamples || (shown == support_->resamples && attached_ == support_ && frame.support->consensusShare == share)) return;
  attached_ = support_;
  auto support = std::make_shared<NetworkSupport>(*support_);
  support->consensusShare = share;
  support->consensus = share > 0 ? consensusOf(frame.curve, support->edgeSupport, share) : std::vector<uint8_t>{};
  figures_ = figuresOf(frame.curve, *support);
  detection_.addSupport(std::move(support));
  Q_EMIT changed();
}

/// Few at first, so that something is soon seen; then as many as are known, but so few that a cancel loses little.
void LiveBootstrap::startNext() {
  constexpr uint32_t kFirst = 4, kMost = 20;
  const uint32_t known = support_ ? support_->resamples : 0;
  const uint32_t next = std::min(known + std::clamp(known, kFirst, kMost), wanted(document_.session()));
  worker_.start([this, frame = detection_.frame(), bootstrap = bootstrap_, next](const std::stop_token& stop) -> Worker::Then {
    const Job job = frame->job.onCpu();  // the GPU is the picture's and the detection's
    const auto device = makeDevice(job);
    const StageContext context{*device, stop, {}};
    const auto present = bootstrap ? bootstrap : std::make_shared<NetworkBootstrap>(frame->cloud, job, frame->curve, context);
    if (present->resamples() < next) present->add(next - present->resamples(), context);  // a cancel may have come after they were made
    const auto support = std::make_shared<const NetworkSupport>(present->support());
    return [this, present, support] {
      bootstrap_ = present;
      support_ = support;
      if (!isOfTheFrame() || hash_ != detection_.frame()->hash) return;
      attach();
      Q_EMIT changed();  // also where an edited network shows more than that still: the next runs are started by follow()
    };
  });
}

}  // namespace arete
