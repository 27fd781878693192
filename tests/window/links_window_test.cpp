// Links to neighbours: shown and hidden, of the point that was clicked and of a share of the cloud, without a new detection.
#include <QLabel>

#include "tests/window/window_support.h"

namespace arete {

class LinksWindowTest : public QObject {
  Q_OBJECT

  static void set(OpenWindow& open, const ParamInfo& info, double value) {
    Session next = open.session();
    next.job.params.set(info, value);
    open.controller().document().change(std::move(next));
    QVERIFY(open.waitIdle());
  }

 private Q_SLOTS:
  void aPointThatIsSelectedShowsItsNeighbours() {
    OpenWindow open;
    open.window.picture().select(Pick{PickTarget::cloudPoint, 5, {}, 0, 0});
    QVERIFY(open.waitIdle());
    QVERIFY(open.controller().linkSearch().found() != nullptr);
    QCOMPARE(open.controller().linkSearch().found()->neighbours.size(), size_t(kLinkNeighboursParam.defaultValue));
    QVERIFY(open.controller().linkSearch().found()->distances.empty());  // the layer is off: listed, not drawn
    const auto* text = open.window.findChild<QLabel*>("inspector_text");
    QVERIFY(text != nullptr && text->text().contains("Nearest cloud points"));

    open.key(Qt::Key_N);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().linkSearch().found()->distances.size(), size_t(kLinkNeighboursParam.defaultValue));
    open.window.picture().select({});
    QVERIFY(open.waitIdle());
    QVERIFY(open.controller().linkSearch().found()->distances.empty());
  }

  void aLayerThatShowsNothingYetSaysWhatItNeeds() {
    OpenWindow open;
    QString said;
    connect(&open.controller(), &Controller::noticed, this, [&](const QString& text) { said = text; });
    open.key(Qt::Key_N);
    QVERIFY(said.startsWith("Click a point"));
    said.clear();
    open.key(Qt::Key_N);
    QVERIFY2(said.isEmpty(), "switched off");
    open.key(Qt::Key_I);  // off
    QVERIFY(said.isEmpty());
    open.key(Qt::Key_I);
    QVERIFY(said.contains("Tiling"));
    said.clear();
    open.window.picture().select(Pick{PickTarget::cloudPoint, 5, {}, 0, 0});
    open.key(Qt::Key_N);
    QVERIFY2(said.isEmpty(), "its neighbours show");
  }

  void linksChangeWithoutANewDetectionAndCanBeUndone() {
    OpenWindow open;
    open.key(Qt::Key_N);
    const uint64_t generation = open.frame().generation;
    set(open, kLinksOfParam, double(LinksOf::share));
    const size_t links = open.controller().linkSearch().found()->distances.size();
    QVERIFY(links > 1000);
    set(open, kLinkNeighboursParam, 1);
    QCOMPARE(open.controller().linkSearch().found()->distances.size() * size_t(kLinkNeighboursParam.defaultValue), links);
    QCOMPARE(open.frame().generation, generation);
    open.controller().perform(Action::undo);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().linkSearch().found()->distances.size(), links);

    Session next = open.session();
    next.job.versionIds[size_t(Stage::knn)] = "knn.cpu.v9";
    open.controller().document().change(std::move(next));
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().linkSearch().found()->version, std::string("knn.cpu.v9"));
    QCOMPARE(open.controller().linkSearch().found()->distances.size(), links);
    QCOMPARE(open.frame().generation, generation);
  }

  void theBallOfAPointIsListedAndFollowsR1() {
    OpenWindow open;
    open.key(Qt::Key_N);
    open.window.picture().select(Pick{PickTarget::cloudPoint, 5, {}, 0, 0});
    set(open, kLinksByParam, double(LinksBy::radius));
    const auto& found = open.controller().linkSearch().found();
    QCOMPARE(found->radius, open.session().job.r1());
    QVERIFY(!found->ball.empty());
    const size_t inR1 = found->neighbours.size();
    const auto* text = open.window.findChild<QLabel*>("inspector_text");
    QVERIFY(text != nullptr && text->text().contains(" within "));
    set(open, kLinkRadiusParam, 2 * open.session().job.r1());
    QVERIFY(open.controller().linkSearch().found()->neighbours.size() > inR1);
  }

  void linksOfChosenPointsFollowTheSteps() {
    OpenWindow open;
    open.key(Qt::Key_N);
    set(open, kLinksOfParam, double(LinksOf::chosen));
    QCOMPARE(open.controller().linkSearch().found()->distances.size(), size_t(open.frame().chosen.size() * kLinkNeighboursParam.defaultValue));
    open.key(Qt::Key_End);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().linkSearch().found()->distances.size(), size_t(open.frame().chosen.size() * kLinkNeighboursParam.defaultValue));
    open.key(Qt::Key_N);
    QVERIFY(open.controller().linkSearch().found() == nullptr);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::LinksWindowTest)
#include "links_window_test.moc"
