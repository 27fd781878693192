#include "app/window/help_dialogs.h"

#include <algorithm>

#include <QDialog>
#include <QDialogButtonBox>
#include <QLibraryInfo>
#include <QTextBrowser>
#include <QThread>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/numbers.h"
#include "ui/window_words.h"

namespace arete {

namespace {

// The words of the kind of curve that is looked for, and of all kinds.
constexpr const char* kHelpBegin[] = {
    mark("Arete in five minutes"),
    mark("Arete finds the <b>ridge</b> of a point cloud: the curve that the points crowd around."),
    mark("<b>Open</b> a cloud: drop a file on the window, press <b>Ctrl+O</b>, or take an example from the File menu."),
};
constexpr const char* kHelpChains[] = {
    mark("Press <b>Space</b> and watch: <i>chosen points</i> (yellow) move to the mean of the points around them (<i>evolve</i>), then those that "
         "are too crowded or too lonely are removed (<i>decimate</i>), round after round, until nothing changes. <b>Right</b> and <b>Left</b> go "
         "step by step."),
    mark("Press <b>End</b> for the finished curve at once."),
    mark("Drag <b>R1</b> at the right and the curve follows. R1 is how far a chosen point sees: about twice the noise around the curve. Too small "
         "and the curve falls to pieces; too large and it cuts corners. <b>Ctrl+G</b> suggests one. Chains have no junctions, by their definition; "
         "<i>Network</i> finds curves that branch."),
};
constexpr const char* kHelpNetwork[] = {
    mark("Press <b>Space</b> and watch: <i>nodes</i> (yellow) move across the curve onto its crest (<i>Shift</i>), one of many stays (<i>Thin</i>), "
         "the best pairs are joined (<i>Join</i>), and branches and loops go that the points do not support (<i>Prune</i>, <i>Background</i>). "
         "<b>Right</b> and <b>Left</b> go step by step."),
    mark("Press <b>End</b> for the finished network at once: lines, junctions (blue) and ends (rings)."),
    mark("Drag <b>R1</b> at the right and the network follows. R1 is how far a node sees where points are dense: about twice the noise around the "
         "lines. Where points are sparse, nodes see farther by themselves. Too small and lines fall to pieces; too large and those side by side run "
         "together. <b>Ctrl+G</b> suggests one."),
    mark("<b>Confidence</b>: the network is found again from resampled points, a hundred times. Magenta is uncertain: most of these networks lack "
         "it. <i>Hide below</i> leaves it out of the picture."),
};
constexpr const char* kHelpEnd[] = {
    mark("<b>Ctrl+E</b> exports the curve (PLY, CSV, OBJ, DXF, GeoJSON, SVG, GeoPackage, VTP, GraphML, SWC), the chosen points, a report, or a "
         "picture of any size."),
    mark("The share of the points near the curve is under <i>Result</i>, <i>Explained</i>; <b>Shift+V</b> colours the points by their distance, so "
         "that those which no curve explains stand out. <b>Shift+R</b> detects over a ladder of R1 and plots what changes: point at a radius to see "
         "its curve, click to take it. <b>Shift+P</b> plots density and width along the curve. <b>Shift+D</b> measures: click points, or take them "
         "by arrows and Enter, for the length of the line between them and its parts along the axes. <b>Shift+X</b> puts a cross on the picture that "
         "arrows move, so that nothing needs a mouse."),
    mark("<b>Shift+C</b> races two to four versions of a stage, or values of a parameter: a table and a plot of their times, and the picture divided "
         "into views of what each has done after the same step or the same time (Space plays, Left and Right step, Esc brings the picture back)."),
    mark("The slider at the bottom goes to any step already computed. <b>Ctrl+Z</b> takes back any change of a parameter or of the view. A "
         "<b>click</b> on a point shows it in the inspector. With a reference curve (Tools menu) the quality of the result is measured at every "
         "step."),
    mark("<b>E</b> edits the finished curve: click a node or an edge (Shift adds, Tab goes on to its chain and component), <b>Del</b> removes it, "
         "<b>U</b> joins two nodes, and a selected node can be dragged. The panel Edit lists what was done."),
    mark("All keys, and how to change them: <b>H</b>."),
};

QString keyRow(const QString& key, const QString& text) {
  return "<tr><td width='170' style='padding:1px 14px 1px 0; white-space:nowrap'><b>" + key.toHtmlEscaped() + "</b></td><td>" + text.toHtmlEscaped() +
         "</td></tr>";
}

void showText(QWidget* parent, const QString& title, const QString& html, QSize size) {
  QDialog dialog(parent);
  dialog.setWindowTitle(title);
  auto* layout = new QVBoxLayout(&dialog);
  auto* text = new QTextBrowser;
  constexpr qreal kInset = 14;  // between the text and the edge
  text->document()->setDocumentMargin(kInset);
  text->setOpenExternalLinks(true);
  text->setHtml(html);
  text->setFrameShape(QFrame::NoFrame);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  layout->addWidget(text);
  layout->addWidget(buttons);
  // As high as the text needs, up to `size`, and never larger than the window.
  const QMargins around = layout->contentsMargins();
  text->document()->setTextWidth(size.width() - around.left() - around.right());
  const int needed = int(text->document()->size().height()) + around.top() + around.bottom() + layout->spacing() + buttons->sizeHint().height() + 4;
  dialog.resize(QSize(size.width(), std::min(size.height(), needed)).boundedTo(parent->window()->size()));
  dialog.exec();
}

}  // namespace

static QString heading(const char* text) { return QString("<h3>%1</h3>").arg(text); }

static QString labelOf(const Version& version) {
  const QString label = toQt(versionName(version));
  return version.available() ? label : QString(tr("%1 – not here: %2")).arg(label, toQt(engineText(version.unavailable())));
}

QString graphicsHtml(const PictureWidget& picture, const Controller& controller) {
  const GlInfo& gl = picture.glInformation();
  const QString drawnBy = translated(name(const_cast<PictureWidget&>(picture).scene().activePointsPath()));
  QString html = heading(tr("Drawing")) + "<table>";
  html += keyRow("OpenGL", QString::fromStdString(gl.version));
  html += keyRow(tr("Renderer"), QString::fromStdString(gl.renderer));
  html += keyRow(tr("Vendor"), QString::fromStdString(gl.vendor));
  html += keyRow(tr("Points are drawn by"), gl.software ? QString(tr("%1 (no graphics card is used)")).arg(drawnBy) : drawnBy);
  html +=
      keyRow(tr("Screen"),
             QString(tr("%1 × %2 pixels, scale %3")).arg(picture.viewport().width).arg(picture.viewport().height).arg(picture.devicePixelRatioF()));
  html += "</table>" + heading(tr("Computing")) + "<table>";
  html += keyRow(tr("Device"), controller.frame() ? QString::fromStdString(controller.frame()->device)
                                                  : QString(tr("CPU, %1 threads")).arg(QThread::idealThreadCount()));
  for (const Stage stage : kStages)
    for (const Version& version : versions(stage)) html += keyRow(toQt(version.id), labelOf(version));
  return html + "</table>";
}

static QString inTags(const char* tag, std::span<const char* const> paragraphs) {
  QString html;
  for (const char* paragraph : paragraphs) html += QString("<%1>%2</%1>").arg(tag, tr(paragraph));
  return html;
}

QString helpHtml(CurveKind kind) {
  const std::span<const char*const> begin = kHelpBegin, end = kHelpEnd;
  const std::span<const char* const> steps = kind == CurveKind::network ? std::span<const char* const>(kHelpNetwork) : kHelpChains;
  return inTags("h2", begin.first(1)) + inTags("p", begin.subspan(1, 1)) + "<ol>" + inTags("li", begin.subspan(2)) + inTags("li", steps) +
         inTags("li", end.first(1)) + "</ol>" + inTags("p", end.subspan(1));
}

void showHelp(QWidget* parent, CurveKind kind) { showText(parent, tr("Help"), helpHtml(kind), {620, 560}); }

void showGraphicsInfo(QWidget* parent, const PictureWidget& picture, const Controller& controller) {
  showText(parent, tr("Graphics"), graphicsHtml(picture, controller), {680, 560});
}

void showWarningList(QWidget* parent, std::span<const std::string> warnings) {
  QString html = QString("<p>%1</p><ul>").arg(tr("What was noticed when the file was read:"));
  for (const std::string& warning : warnings) html += "<li>" + toQt(inWindowWords(errorText(warning))).toHtmlEscaped() + "</li>";
  showText(parent, tr("Warnings"), html + "</ul>", {560, 320});
}

void showQualityTable(QWidget* parent, std::span<const QualityLine> rows) {
  constexpr int kDigits = 6;
  QString html = QString("<p>%1</p><table>").arg(tr("How close the curve at this step is to the reference curve:"));
  for (const QualityLine& line : rows)
    html += "<tr><td style='padding:1px 14px 1px 0; white-space:nowrap'><b>" + translated(line.label).toHtmlEscaped() +
            "</b></td><td style='padding-right:14px; white-space:nowrap'>" + toQt(withUnit(formatNumber(line.value, kDigits), line.unit)) +
            "</td><td>" + toQt(line.help).toHtmlEscaped() + "</td></tr>";
  showText(parent, tr("Quality"), html + "</table>", {860, 560});
}

void showAbout(QWidget* parent) {
  showText(parent, tr("About Arete"),
           QString("<h2>Arete %1</h2><p>%2</p><p>%3</p><p>%4</p>")
               .arg(ARETE_VERSION, tr("Ridge detection in point clouds, step by step."),
                    tr("The algorithm is M. W. Rupniewski's (<i>Curve reconstruction from noisy and unordered samples</i>, ICPRAM 2014), as "
                       "parallelised in "
                       "A. Rogowiec's thesis of 2016; the exact accelerated versions are Arete's own."),
                    QString(tr("Licence: Apache 2.0. Built with Qt %1, Dear ImGui, GLM, nlohmann/json, fast_float and libepoxy."))
                        .arg(QLibraryInfo::version().toString())),
           {480, 300});
}

}  // namespace arete
