// Why two nodes of the network are joined or not: asked by clicking one after the other, answered by making the network once more.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QObject>

#include "compute/core/worker.h"
#include "compute/engine/edge_story.h"

namespace arete {

class EdgeQuestion : public QObject {
  Q_OBJECT
 public:
  explicit EdgeQuestion(Worker::Failed failed);

  /// Of a finished network; the same question again is answered at once. Then answered().
  void ask(std::shared_ptr<const Frame> frame, uint32_t a, uint32_t b);
  void forget();
  bool busy() const { return worker_.busy(); }
  /// Hash of the network that was asked about last; "" after forget().
  const std::string& network() const { return hash_; }
  /// Of these two in this network; empty while it is not known.
  const std::optional<EdgeStory>& answer() const { return answer_; }

 Q_SIGNALS:
  void answered();

 private:
  std::string hash_;  ///< of the network asked about
  std::pair<uint32_t, uint32_t> nodes_;
  std::optional<EdgeStory> answer_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
