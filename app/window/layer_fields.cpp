#include "app/window/layer_fields.h"

#include "app/window/number_field.h"
#include "compute/text/translate.h"

namespace arete {

QToolButton* layerButton(const QString& name, const QString& tip) {
  auto* button = new QToolButton;
  button->setAutoRaise(true);
  button->setProperty("flat", true);  // styled in theme.cpp
  button->setIconSize(QSize(16, 16));
  button->setAccessibleName(name);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);  // a click must not take the keys away from the picture
  return button;
}

QDoubleSpinBox* layerSizeField(const LayerInfo& info, const QString& name) {
  constexpr double kStep = 0.5;
  constexpr int kWidth = 42;  // logical pixels
  auto* field = new DecimalField;
  field->setRange(double(info.minimumSize), double(info.maximumSize));
  field->setSingleStep(kStep);
  field->setDecimals(1);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);  // arrows and wheel do the same, and the dock stays narrow
  field->setFixedWidth(kWidth);
  field->setAlignment(Qt::AlignRight);
  field->setAccessibleName(QString(tr("Size of %1")).arg(name));
  field->setToolTip(tr("Diameter or width in pixels"));
  field->setFocusPolicy(Qt::StrongFocus);
  QObject::connect(field, &QDoubleSpinBox::editingFinished, field, &QWidget::clearFocus);
  return field;
}

}  // namespace arete
