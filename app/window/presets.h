// Presets: all parameters and versions under a name, for other clouds. Each is a session without a cloud, so `arete-cli detect --preset` takes it
// too.
#pragma once

#include <string>

#include <QString>
#include <QStringList>

#include "compute/engine/job.h"

namespace arete {

/// By name, sorted.
QStringList presetNames();
/// Where it is kept.
QString presetPath(const QString& name);
/// Why a preset cannot be called so; "" when it can.
QString nameObstacle(const QString& name);
/// Keeps parameters, versions and backend, except the radii: those belong to a cloud. Replaces one of this name. Throws Error(io).
void savePreset(const QString& name, const Job& job);
void removePreset(const QString& name);
/// The job with a preset's parameters, versions and backend; radii, filter and edits stay. Throws what readSession throws.
Job withPreset(const Job& job, const QString& name);

}  // namespace arete
