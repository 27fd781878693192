#include "app/window/animation_dialog.h"

#include <future>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QSpinBox>

#include "app/offscreen/picture_sink.h"
#include "app/window/exporting.h"
#include "app/window/file_places.h"
#include "app/window/number_field.h"
#include "app/window/overlay_painter.h"
#include "compute/text/translate.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr int kLargestFilmSide = 16384, kLargestFilmScale = 8;
constexpr int kWait_ms = 20;

/// On a thread of its own, while the window takes events: the progress has a Cancel.
void computeBeside(const std::function<void()>& work, const std::function<void()>& look) {
  std::future<void> done = std::async(std::launch::async, work);
  while (done.wait_for(std::chrono::milliseconds(kWait_ms)) != std::future_status::ready) {
    QCoreApplication::processEvents();
    look();
  }
  done.get();
}

QDoubleSpinBox* numberField(const char* name, double least, double most, double value, const QString& unit) {
  auto* field = new DecimalField;
  field->setObjectName(name);
  field->setRange(least, most);
  field->setDecimals(1);
  field->setValue(value);
  field->setSuffix(unit);
  return field;
}

QSpinBox* countField(const char* name, int most, int value, const QString& unit) {
  auto* field = new QSpinBox;
  field->setObjectName(name);
  field->setRange(1, most);
  field->setValue(value);
  field->setSuffix(unit);
  return field;
}

QHBoxLayout* inRow(std::initializer_list<QWidget*> widgets) {
  auto* row = new QHBoxLayout;
  for (QWidget* widget : widgets) row->addWidget(widget);
  row->addStretch();
  return row;
}

class AnimationDialog : public QDialog {
 public:
  AnimationDialog(QWidget& parent, Controller& controller, PictureWidget& picture);

 private:
  void makeSteps(QFormLayout& form);
  void makeTurn(QFormLayout& form);
  void makePictures(QFormLayout& form);
  void makeName(QFormLayout& form);
  void follow();
  void suggestName();
  void browse();
  void write();
  void note(const AnimationWish& wanted);
  bool isFilm() const { return format_->currentIndex() == 1; }
  AnimationWish wish() const;
  AnimationScene scene() const;
  void fail(const QString& text);

  Controller& controller_;
  PictureWidget& picture_;
  const QString filmObstacle_ = QString::fromStdString(filmObstacle());
  bool nameChosen_ = false;  ///< the user gave a name

  struct {
    QCheckBox* on = new QCheckBox(tr("&Steps"));
    QSpinBox* every = countField("animation_every", 10'000, 1, "");
    QDoubleSpinBox* hold = numberField("animation_hold", 0, 600, 1, " s");
  } steps_;
  struct {
    QCheckBox* on = new QCheckBox(tr("&Turn by"));
    QDoubleSpinBox* degrees = numberField("animation_degrees", -3600, 3600, 360, "°");
    QDoubleSpinBox* seconds = numberField("animation_seconds", 0.1, 600, 8, " s");
  } turn_;
  struct {
    QDoubleSpinBox* rate = numberField("animation_rate", 0.1, 240, 25, tr(" fps"));
    QSpinBox *width = countField("animation_width", kLargestFilmSide, 1920, tr(" px")),
             *height = countField("animation_height", kLargestFilmSide, 1080, tr(" px"));
    QDoubleSpinBox* scale = numberField("animation_scale", 0.5, kLargestFilmScale, 1, "");
    QComboBox* theme = new QComboBox;
    QCheckBox *transparent = new QCheckBox(tr("Transparent background")), *labels = new QCheckBox(tr("Numbers, scale bar and legend"));
  } pictures_;
  QComboBox* format_ = new QComboBox;
  QLineEdit* path_ = new QLineEdit;
  QLabel *length_ = new QLabel, *problem_ = new QLabel;
  QPushButton* exportButton_ = nullptr;
};

AnimationDialog::AnimationDialog(QWidget& parent, Controller& controller, PictureWidget& picture)
    : QDialog(&parent), controller_(controller), picture_(picture) {
  setWindowTitle(tr("Export Animation"));
  setObjectName("animation_dialog");
  auto* form = new QFormLayout(this);
  makeSteps(*form);
  makeTurn(*form);
  makePictures(*form);
  makeName(*form);
  length_->setObjectName("animation_length");
  problem_->setObjectName("animation_problem");
  problem_->setWordWrap(true);
  form->addRow("", length_);
  form->addRow(problem_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  exportButton_ = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  exportButton_->setObjectName("export_button");
  exportButton_->setDefault(true);
  form->addRow(buttons);
  for (QSpinBox* field : {steps_.every, pictures_.width, pictures_.height}) connect(field, &QSpinBox::valueChanged, this, [this] { follow(); });
  for (QDoubleSpinBox* field : {steps_.hold, turn_.degrees, turn_.seconds, pictures_.rate})
    connect(field, &QDoubleSpinBox::valueChanged, this, [this] { follow(); });
  for (QCheckBox* box : {steps_.on, turn_.on, pictures_.transparent}) connect(box, &QCheckBox::toggled, this, [this] { follow(); });
  connect(buttons, &QDialogButtonBox::accepted, this, [this] { write(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  suggestName();
  follow();
}

void AnimationDialog::makeSteps(QFormLayout& form) {
  const bool some = controller_.frame() != nullptr && controller_.frame()->step > 0;
  steps_.on->setObjectName("animation_steps");
  steps_.on->setChecked(some);
  steps_.on->setEnabled(some);
  steps_.on->setToolTip(some ? tr("From step 0 to the one that is shown") : tr("No step was made yet: press End, or Space"));
  steps_.every->setSpecialValueText(tr("every step"));  // 1
  steps_.every->setPrefix(tr("one in "));
  steps_.every->setToolTip(tr("1 shows every step, 2 every other one; the last one is always there"));
  steps_.hold->setToolTip(tr("How long the last step stays"));
  form.addRow(steps_.on, inRow({steps_.every, new QLabel(tr("hold last frame")), steps_.hold}));
}

void AnimationDialog::makeTurn(QFormLayout& form) {
  const bool can = controller_.session().view.camera.mode() != CameraMode::flat;
  turn_.on->setObjectName("animation_turn");
  turn_.on->setChecked(can && !steps_.on->isChecked());
  turn_.on->setEnabled(can);
  turn_.on->setToolTip(can ? tr("The camera goes around the point that it turns about") : tr("A flat view never turns: key 2 leaves it"));
  turn_.degrees->setToolTip(tr("Below 0 the other way round"));
  form.addRow(turn_.on, inRow({turn_.degrees, new QLabel("in"), turn_.seconds}));
}

void AnimationDialog::makePictures(QFormLayout& form) {
  const Viewport viewport = picture_.viewport();
  pictures_.width->setValue(viewport.width);
  pictures_.height->setValue(viewport.height);
  pictures_.scale->setValue(viewport.devicePixelRatio);
  pictures_.scale->setSingleStep(0.5);
  pictures_.scale->setToolTip(tr("Points, lines and text are drawn this much larger"));
  pictures_.labels->setChecked(true);
  pictures_.transparent->setObjectName("animation_transparent");
  pictures_.theme->addItem(tr("Dark"), int(Theme::dark));
  pictures_.theme->addItem(tr("White, for print"), int(Theme::white));
  pictures_.theme->setCurrentIndex(int(controller_.session().view.theme));
  form.addRow(tr("Frame &rate"), pictures_.rate);
  auto* size = new QLabel(tr("Si&ze"));
  size->setBuddy(pictures_.width);
  form.addRow(size, inRow({pictures_.width, new QLabel("×"), pictures_.height}));
  form.addRow(tr("Sca&le of points and text"), pictures_.scale);
  form.addRow(tr("T&heme"), pictures_.theme);
  form.addRow("", inRow({pictures_.labels, pictures_.transparent}));
}

void AnimationDialog::makeName(QFormLayout& form) {
  format_->setObjectName("animation_format");
  format_->addItem(tr("Numbered pictures (PNG) in a new folder"));
  format_->addItem(tr("Film (MP4)"));
  format_->setCurrentIndex(filmObstacle_.isEmpty() ? 1 : 0);
  path_->setObjectName("animation_path");
  path_->setMinimumWidth(360);
  auto* browse = new QPushButton(tr("&Browse…"));
  browse->setAutoDefault(false);  // Return exports
  auto* row = new QHBoxLayout;
  row->addWidget(path_, 1);
  row->addWidget(browse);
  form.addRow(tr("&Format"), format_);
  auto* label = new QLabel(tr("&Name"));
  label->setBuddy(path_);
  form.addRow(label, row);
  connect(browse, &QPushButton::clicked, this, [this] { this->browse(); });
  connect(path_, &QLineEdit::textEdited, this, [this] { nameChosen_ = true; });
  connect(path_, &QLineEdit::textChanged, this, [this] { follow(); });
  connect(format_, &QComboBox::currentIndexChanged, this, [this] {
    nameChosen_ = false;
    suggestName();
    follow();
  });
}

void AnimationDialog::suggestName() {
  if (nameChosen_) return;
  const std::filesystem::path& cloud = controller_.session().file;
  const std::filesystem::path folder = folderFor(QString::fromStdString(cloud.string())).toStdString();
  path_->setText(QString::fromStdString((folder / (cloud.stem().string() + (isFilm() ? ".mp4" : "-pictures"))).string()));
}

void AnimationDialog::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, isFilm() ? tr("Film") : tr("Folder for the pictures"), path_->text(),
                                   isFilm() ? tr("Films (*.mp4)") : tr("New folders (*)"), nullptr, QFileDialog::DontConfirmOverwrite);
  if (chosen.isEmpty()) return;
  nameChosen_ = true;
  path_->setText(isFilm() && QFileInfo(chosen).suffix().isEmpty() ? chosen + ".mp4" : chosen);
}

AnimationWish AnimationDialog::wish() const {
  AnimationWish wish{.steps = steps_.on->isChecked(), .turn = turn_.on->isChecked()};
  wish.every = uint32_t(steps_.every->value());
  wish.hold = steps_.hold->value();
  wish.degrees = turn_.degrees->value();
  wish.seconds = turn_.seconds->value();
  wish.framesPerSecond = pictures_.rate->value();
  (isFilm() ? wish.film : wish.folder) = path_->text().toStdString();
  return wish;
}

AnimationScene AnimationDialog::scene() const {
  const Viewport viewport{pictures_.width->value(), pictures_.height->value(), pictures_.scale->value()};
  return animationScene(viewport, Theme(pictures_.theme->currentData().toInt()), pictures_.transparent->isChecked(), controller_, picture_);
}

/// What is not used is grey, what cannot be is said.
void AnimationDialog::follow() {
  for (QWidget* field : {static_cast<QWidget*>(steps_.every), static_cast<QWidget*>(steps_.hold)}) field->setEnabled(steps_.on->isChecked());
  for (QWidget* field : {turn_.degrees, turn_.seconds}) field->setEnabled(turn_.on->isChecked());
  pictures_.transparent->setEnabled(!isFilm());
  if (isFilm()) pictures_.transparent->setChecked(false);
  pictures_.transparent->setToolTip(isFilm() ? tr("MP4 has no transparent pixels") : tr("What is behind the pictures shines through"));
  exportButton_->setText(isFilm() && QFileInfo(path_->text()).isFile() ? tr("R&eplace") : tr("&Export"));
  exportButton_->setEnabled(false);
  length_->clear();
  if (isFilm() && !filmObstacle_.isEmpty()) return fail(tr("No film can be made: %1.").arg(filmObstacle_));
  try {
    const size_t count = planAnimation(wish(), scene()).size();
    length_->setText(QString(tr("%1 pictures, %2 s")).arg(count).arg(double(count) / pictures_.rate->value(), 0, 'f', 1));
    exportButton_->setEnabled(!path_->text().isEmpty());
    fail({});
  } catch (const Error& error) {
    fail(toQt(textInWindow(error)));
  }
}

void AnimationDialog::write() {
  QProgressDialog progress(tr("Drawing…"), tr("Cancel"), 0, 1, this);
  progress.setObjectName("animation_progress");
  progress.setWindowModality(Qt::WindowModal);
  progress.setMinimumDuration(0);
  const auto told = [&](size_t done, size_t all) {
    progress.setMaximum(int(all) + 1);  // the files come after the last picture
    progress.setValue(int(done));
    progress.setLabelText(done < all ? QString(tr("Picture %1 of %2")).arg(done + 1).arg(all) : QString(tr("Writing…")));
    QCoreApplication::processEvents();
    if (progress.wasCanceled()) throw Cancelled{};
  };
  const QString problem = writeOrSayWhy([&] {
    const AnimationWish wanted = wish();
    const std::filesystem::path path = path_->text().toStdString();
    const std::vector<std::string> warnings = exportAnimation(wanted, scene(), pictures_.labels->isChecked(), controller_, picture_, told);
    note(wanted);
    controller_.reportSaved(path, warnings);
  });
  problem.isEmpty() ? accept() : fail(problem);
}

void AnimationDialog::note(const AnimationWish& wanted) {
  PictureWish wish;
  wish.animation = wanted;
  for (std::string* path : {&wish.animation.folder, &wish.animation.film})
    if (!path->empty()) *path = std::filesystem::absolute(*path).string();
  notePicture(std::move(wish),
              {.width = pictures_.width->value(),
               .height = pictures_.height->value(),
               .scale = pictures_.scale->value(),
               .transparent = pictures_.transparent->isChecked(),
               .labels = pictures_.labels->isChecked(),
               .theme = Theme(pictures_.theme->currentData().toInt())},
              controller_);
}

void AnimationDialog::fail(const QString& text) {
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
}

}  // namespace

AnimationScene animationScene(const Viewport& viewport, Theme theme, bool transparent, const Controller& controller, PictureWidget& picture) {
  AnimationScene scene{.cloud = controller.cloud(),
                       .axes = controller.axisWords(),
                       .coasts = controller.coasts(),
                       .points = controller.document().points(),
                       .end = controller.frame()};
  scene.leftOut = controller.document().leftOut();
  scene.beside = controller.beside().points();
  scene.explanation = controller.explaining().found();
  scene.view = controller.document().viewFor(viewport);
  scene.view.theme = theme;
  scene.view.style(LayerId::links).visible = false;  // of one point that was clicked, at one step
  scene.image.viewport = viewport;
  scene.image.transparentBackground = transparent;
  scene.path = picture.scene().activePointsPath();
  return scene;
}

std::vector<std::string> exportAnimation(const AnimationWish& wish, const AnimationScene& scene, bool labels, const Controller& controller,
                                         PictureWidget& picture, const std::function<void(size_t done, size_t all)>& progress) {
  std::stop_source stop;
  size_t pictures = 0, made = 0;
  AnimationDoor door;
  door.makeCurrent = [&] { picture.makeCurrent(); };
  door.progress = [&](size_t done, size_t all) { progress(made = done, pictures = all); };
  door.compute = [&](const std::function<void()>& work) {
    computeBeside(work, [&] {
      try {
        progress(made, pictures);
      } catch (...) {
        stop.request_stop();  // the step ends, and with it the animation
      }
    });
  };
  if (labels)
    door.label = [&](Image& image, const Overlay& overlay, Theme theme) {
      paintOverlay(image, overlay, theme, scene.image.viewport.devicePixelRatio);
    };
  std::vector<std::filesystem::path> outputs;
  std::error_code ignored;
  for (const std::filesystem::path path : {wish.folder, wish.film})
    if (!path.empty()) outputs.push_back(std::filesystem::is_directory(path, ignored) ? path / "0001.png" : path);
  controller.guardOutputs(outputs);
  std::vector<std::string> warnings = makeAnimation(scene, wish, door, stop.get_token());
  picture.update();
  return warnings;
}

bool showAnimationDialog(QWidget& parent, Controller& controller, PictureWidget& picture) {
  return AnimationDialog(parent, controller, picture).exec() == QDialog::Accepted;
}

}  // namespace arete
