// Neighbours for the links layer and the inspector: when to search, and what to do with what was found.
#include "app/window/controller.h"

namespace arete {

void Controller::select(std::optional<SelectedPoint> selected) {
  if (selected == selected_) return;
  selected_ = selected;
  findLinks();
}

/// Whether what is drawn or listed hangs on the chosen points.
bool Controller::linksFollowFrames() const {
  const auto of = LinksOf(int(session_.job.params.get(kLinksOfParam)));
  return (drawsLinks() && (of == LinksOf::chosen || of == LinksOf::toChosen)) || (selected_ && selected_->chosen);
}

void Controller::findLinks() {
  if (cloud().empty() || (!drawsLinks() && !selected_)) {
    linkWorker_->cancel();
    if (!links_) return;
    links_.reset();
    Q_EMIT linksChanged();
    return;
  }
  const LinkRequest request{cloud(), frame_, session_.job, selected_, drawsLinks()};
  linkWorker_->start([this, request, finder = linkFinder_](const std::stop_token& stop) -> Worker::Then {
    const auto found = std::make_shared<const Links>(finder->find(request, stop));
    return [this, found] { linksDone(found); };
  });
}

void Controller::linksDone(std::shared_ptr<const Links> links) {
  links_ = std::move(links);
  Q_EMIT linksChanged();
  Q_EMIT stateChanged();
}

}  // namespace arete
