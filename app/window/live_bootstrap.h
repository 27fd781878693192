// How sure the network on the picture is: resamples are made while nothing else computes, some at a time, and the picture shows what is known so far.
#pragma once

#include <memory>
#include <string>

#include <QObject>

#include "app/window/detection.h"
#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/engine/network_bootstrap.h"
#include "ui/support_report.h"

namespace arete {

class LiveBootstrap : public QObject {
  Q_OBJECT
 public:
  LiveBootstrap(const Document& document, Detection& detection, Worker::Failed failed);

  /// How many resamples a session asks for: its parameter, or the automatic number where that is 0.
  static uint32_t wanted(const Session& session);
  /// As many as are usual, if something on the picture shows how sure the network is; else none.
  static uint32_t automatic(const Session& session);
  /// Of the network on the picture: how many are known, and how many there will be; 0 of 0 where there is no network to resample.
  uint32_t known() const;
  uint32_t wantedNow() const;
  bool busy() const { return worker_.busy(); }
  /// For the panels.
  SupportReport report() const;
  /// Something has changed: goes on, waits while `othersCompute`, or begins anew.
  void follow(bool othersCompute);
  /// Another cloud is open.
  void forget();

 Q_SIGNALS:
  void changed();

 private:
  bool isOfTheFrame() const;
  void attach();
  void startNext();

  const Document& document_;
  Detection& detection_;
  std::string hash_;                                ///< of the network that the following is of
  std::shared_ptr<NetworkBootstrap> bootstrap_;     ///< of the worker's thread; null before its first request has come back
  std::shared_ptr<const NetworkSupport> support_;   ///< null while nothing is known
  std::shared_ptr<const NetworkSupport> attached_;  ///< to the frame, or the same with a consensus
  SupportReport figures_;                           ///< of what was attached last
  std::string refused_;                             ///< hash of a network that could not be resampled: told once
  Worker worker_;                                   ///< last: its thread ends before the rest goes
};

}  // namespace arete
