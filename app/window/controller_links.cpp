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
    linkSearch_->cancel();
    linkRequest_ = 0;
    linking_ = false;
    if (!links_) return;
    links_.reset();
    Q_EMIT linksChanged();
    return;
  }
  linking_ = true;
  linkRequest_ = linkSearch_->start({cloud(), frame_, session_.job, selected_, drawsLinks()});
}

void Controller::linksDone(uint64_t number, std::shared_ptr<const Links> links, std::optional<Error> error) {
  if (number != linkRequest_) return;  // of a point or a cloud that is no longer asked for
  linking_ = false;
  if (error) return showError(std::move(*error));
  links_ = drawsLinks() || selected_ ? std::move(links) : nullptr;
  Q_EMIT linksChanged();
  Q_EMIT stateChanged();
}

}  // namespace arete
