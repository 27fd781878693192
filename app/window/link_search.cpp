#include "app/window/link_search.h"

#include <utility>

#include "app/window/post.h"

namespace arete {

LinkSearch::LinkSearch(const Document& document, const Detection& detection, Worker::Failed failed)
    : document_(document),
      detection_(detection),
      worker_("cannot search neighbours", "take fewer neighbours", std::move(failed), postToThisThread()) {}

void LinkSearch::select(std::optional<SelectedPoint> selected) {
  if (selected == selected_) return;
  selected_ = selected;
  search();
}

void LinkSearch::forget() {
  found_.reset();
  selected_.reset();
}

void LinkSearch::followFrame() {
  const Session& session = document_.session();
  const auto of = LinksOf(int(session.job.params.get(kLinksOfParam)));
  const bool drawn = draws(session) && (of == LinksOf::chosen || of == LinksOf::toChosen), listed = selected_ && selected_->chosen;
  if (drawn || listed) search();
}

void LinkSearch::search() {
  const Session& session = document_.session();
  if (document_.cloud().empty() || (!draws(session) && !selected_)) {
    worker_.cancel();
    if (std::exchange(found_, nullptr)) Q_EMIT changed();
    return;
  }
  const LinkRequest request{document_.cloud(), detection_.frame(), session.job, selected_, draws(session)};
  worker_.start([this, request, finder = finder_](const std::stop_token& stop) -> Worker::Then {
    const auto links = std::make_shared<const Links>(finder->find(request, stop));
    return [this, links] {
      found_ = links;
      Q_EMIT changed();
    };
  });
}

}  // namespace arete
