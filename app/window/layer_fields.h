// What the rows of the list of layers are made of.
#pragma once

#include <QDoubleSpinBox>
#include <QToolButton>

#include "render/view.h"

namespace arete {

/// `name`: for those who do not see its icon.
QToolButton* layerButton(const QString& name, const QString& tip);
/// Diameters or widths that the layer may have.
QDoubleSpinBox* layerSizeField(const LayerInfo& info, const QString& name);

}  // namespace arete
