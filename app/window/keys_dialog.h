// Help › Keys: every action with its keys, what the mouse does, and a way to change keys.
#pragma once

#include <map>
#include <optional>

#include <QDialog>

#include "ui/actions.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace arete {

class KeysDialog : public QDialog {
  Q_OBJECT
 public:
  explicit KeysDialog(QWidget* parent);

 Q_SIGNALS:
  void changed();  ///< keys are different now, and kept

 private:
  void fill();
  QTreeWidgetItem* groupOf(const QString& menu);
  void showKeys();
  void find(const QString& text);
  void showSelected();
  void showOwner();
  void give(const QString& key);
  std::optional<Action> selected() const;

  std::map<Action, QTreeWidgetItem*> items_;
  QTreeWidget* list_;
  QLineEdit* search_;
  QKeySequenceEdit* key_;
  QLabel *chosen_, *problem_;
  QPushButton *take_, *none_, *original_, *allOriginal_;
};

}  // namespace arete
