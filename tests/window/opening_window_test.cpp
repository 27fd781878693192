// What opening another file changes and what it keeps: quality, the suggested radius, colours.
#include "compute/network/radius/suggest_radius.h"
#include "tests/window/window_support.h"

namespace arete {

class OpeningWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void qualityIsOfTheCloudThatIsOpenAndOfNoOther() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("itself.ply").toStdString();
    open.exportCurve(path);
    LoadedCloud another{"another.xyz", {.cloud = PointCloud(PointArray::fromRows(std::vector<float>{0, 0, 1, 1}, 2))}, {}};
    open.controller().loadReference(path);  // measures
    open.controller().take(another);        // R1 is not known: nothing is computed or measured
    QTest::qWait(500);                      // figures of the cloud before would have come by now
    QVERIFY(open.controller().reference().quality().empty());
  }

  void whatRunsOnTheCloudBeforeEndsWithItAlsoWhereNothingFollows() {
    OpenWindow open;
    LoadedCloud another{"another.xyz", {.cloud = PointCloud(PointArray::fromRows(std::vector<float>{0, 0, 1, 1}, 2))}, {}};
    open.controller().perform(Action::toEnd);
    open.controller().take(another);  // R1 is not known: there is nothing to compute
    QVERIFY(!open.controller().busy());
    open.key(Qt::Key_Right);  // nor to step through
    QTest::qWait(500);        // frames of the cloud before would be here by now
    QVERIFY(open.controller().frame() == nullptr);
    QVERIFY(!open.controller().busy());
  }

  void aSessionThatCannotBeReadLeavesTheOneThatIsBeingReadAsItIs() {
    constexpr double kR1 = 0.125;
    const QTemporaryDir folder;
    const QString session = folder.filePath("long.arete"), bad = folder.filePath("bad.arete");
    QFile file(bad);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no session");
    file.close();
    SessionFile saved;
    saved.cloud = writeLongFile(folder, 1'000'000).toStdString();
    saved.job.params.set(kR1Param, kR1);
    writeSession(session.toStdString(), saved);
    OpenWindow open;
    open.window.open(session);
    open.window.open(bad);
    QCOMPARE(open.controller().activity(), Activity::failed);
    open.key(Qt::Key_Escape);
    QVERIFY(waitFor([&] { return open.session().file == saved.cloud; }));
    QCOMPARE(open.session().job.r1(), kR1);
    QCOMPARE(open.controller().document().sessionFile(), std::filesystem::path(session.toStdString()));
  }

  void theSuggestionSaysHowItWasMade() {
    OpenWindow open;
    QCOMPARE(open.controller().panelInput().radius.because, explainRadius(open.controller().cloud()).reason);
  }

  void theChoiceOfColoursOutlivesFilesThatDoNotHaveIt() {
    OpenWindow open;
    const Attribute& attribute = open.controller().cloud().attributes().front();
    View view = open.session().view;
    view.colourBy = ColourBy::attribute;
    view.attribute = attribute.name;
    open.controller().changeView(view);
    const auto opens = [&](const QString& file) {
      open.window.open(file);
      return waitFor([&] { return QString::fromStdString(open.session().file.string()) == file; }) && open.waitIdle();
    };
    QVERIFY(opens(QString(ARETE_SOURCE_DIR) + "/assets/clouds/spiral.npy"));
    QCOMPARE(open.session().view.colourBy, ColourBy::uniform);
    QVERIFY(opens(kQuakes));
    QCOMPARE(open.session().view.colourBy, ColourBy::attribute);
    QCOMPARE(open.session().view.attribute, view.attribute);
    view = open.session().view;
    view.colourBy = ColourBy::height;
    open.controller().changeView(view);
    QVERIFY(opens(QString(ARETE_SOURCE_DIR) + "/assets/clouds/spiral.npy"));
    QCOMPARE(open.session().view.colourBy, ColourBy::height);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::OpeningWindowTest)
#include "opening_window_test.moc"
