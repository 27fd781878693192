// The menu of presets: parameters and versions under a name.
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>

#include "app/window/main_window.h"
#include "app/window/presets.h"
#include "compute/text/translate.h"

namespace arete {

void MainWindow::fillPresets() {
  QMenu& menu = menuAt(kPresetsMenu);
  menu.clear();
  const QStringList names = presetNames();
  const auto label = [](QString name) { return name.replace('&', "&&"); };
  for (const QString& name : names) menu.addAction(label(name), this, [this, name] { usePreset(name); });
  if (names.isEmpty()) return menu.addAction(tr("None yet: Save as Preset keeps one"))->setEnabled(false);
  menu.addSeparator();
  QMenu* remove = menu.addMenu(tr("&Remove"));
  for (const QString& name : names) remove->addAction(label(name), this, [name] { removePreset(name); });
}

void MainWindow::usePreset(const QString& name) {
  withVersionsOf(presetPath(name).toStdString(), [this, name] {
    try {
      Session next = controller_.session();
      next.job = withPreset(next.job, name);
      controller_.document().change(std::move(next));
    } catch (const Error& error) {
      controller_.showError(error);
    }
  });
}

void MainWindow::savePresetDialog() {
  QString name, problem;
  do {
    bool accepted = false;
    name = QInputDialog::getText(this, tr("Save as Preset"), problem + tr("Name of the preset:"), QLineEdit::Normal, name, &accepted);
    if (!accepted) return;
    problem = nameObstacle(name);
    if (!problem.isEmpty()) problem += "\n";
  } while (!problem.isEmpty());
  if (presetNames().contains(name) &&
      QMessageBox::question(this, tr("Save as Preset"), QString(tr("There is a preset called %1. Replace it?")).arg(name)) != QMessageBox::Yes)
    return;
  try {
    savePreset(name, controller_.session().job);
    controller_.reportSaved(presetPath(name).toStdString(), {});
  } catch (const Error& error) {
    controller_.showError(error);
  }
}

}  // namespace arete
