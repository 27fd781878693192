// How sure a network is, in the window: found out while nothing else computes, shown, hidden, exported; why two nodes are joined, how thick one is.
#include "tests/window/window_support.h"

#include "render/curve_colours.h"

#include <QComboBox>
#include <QLabel>

namespace arete {

class SupportWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theNetworkOnThePictureIsResampledWhileNothingElseComputes() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    toNetwork(open, 12);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 12; }));
    QVERIFY(waitFor([&] { return !open.controller().bootstrap().busy(); }));
    const Frame& frame = open.frame();
    QCOMPARE(frame.support->edgeSupport.size(), frame.curve.edges.size());
    QCOMPARE(open.controller().bootstrap().wantedNow(), 12u);
    open.controller().perform(Action::toStart);
    QVERIFY(open.waitIdle());
    QVERIFY(open.frame().support == nullptr);
    open.controller().perform(Action::toEnd);
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return open.frame().support != nullptr; }));
    QCOMPARE(open.frame().support->resamples, 12u);  // what is known of a network is not found out twice
  }

  void runsThatAreSetGoBackToTheAutomaticNumber() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    const auto taken = [&] {
      for (const AutomaticValue& each : open.controller().panelInput().cloud.automatic)
        if (each.info == &kBootstrapParam) return each.text;
      return std::string();
    };
    toNetwork(open, 0);
    QCOMPARE(taken(), std::string("100"));
    change(open, [](Session& session) { session.job.params.set(kBootstrapParam, 12); });
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() >= 12; }));
    QCOMPARE(taken(), std::string("100"));  // what a click on the arrow behind the 12 brings back
  }

  void anotherR1BeginsAnew() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    toNetwork(open, 8);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 8; }));
    const std::string before = open.frame().hash;
    change(open, [](Session& session) { session.job.params.set(kR1Param, 6); });
    QVERIFY(waitFor([&] { return open.frame().finished && open.frame().hash != before && open.controller().bootstrap().known() == 8; }));
  }

  void nothingIsResampledWhereNothingShowsIt() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    change(open, [](Session& session) {
      session.view.curveColour = CurveColour::degree;
      session.view.style(LayerId::bands).visible = false;
    });
    toNetwork(open, 0);
    QVERIFY(!open.controller().bootstrap().busy());
    QCOMPARE(open.controller().bootstrap().wantedNow(), 0u);
    change(open, [](Session& session) { session.view.leastSupport = 0.5; });
    QVERIFY(open.controller().bootstrap().busy());
    QCOMPARE(open.controller().bootstrap().wantedNow(), 100u);
  }

  void whatHasLessSupportCanBeHiddenAndTheChoiceOfColoursIsUndone() {
    OpenWindow open(cross());
    toNetwork(open, 8);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 8; }));
    open.paint();
    const QImage all = open.window.picture().grabFramebuffer();
    change(open, [](Session& session) { session.view.leastSupport = 1; });
    QVERIFY(waitFor([&] { return open.window.picture().settled(); }));
    open.paint();
    QVERIFY(difference(all, open.window.picture().grabFramebuffer()) > 0);
    auto* colours = open.window.findChild<QComboBox*>("curve_colour");
    QVERIFY(colours != nullptr);
    QCOMPARE(colours->count(), int(kCurveColourCount));
    QCOMPARE(colours->currentIndex(), int(CurveColour::support));
    Q_EMIT colours->activated(int(CurveColour::radius));
    QCOMPARE(open.session().view.curveColour, CurveColour::radius);
    open.controller().perform(Action::undo);
    QCOMPARE(open.session().view.curveColour, CurveColour::support);
  }

  void aConsensusIsMadeAndUnmadeWithoutNewResamples() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    toNetwork(open, 8);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 8; }));
    QVERIFY(open.frame().support->consensus.empty());
    change(open, [](Session& session) { session.job.params.set(kConsensusParam, 0.9); });
    QVERIFY(waitFor([&] { return open.frame().support && !open.frame().support->consensus.empty(); }));
    QVERIFY(!open.controller().busy());
    change(open, [](Session& session) { session.job.params.reset(kConsensusParam); });
    QVERIFY(waitFor([&] { return open.frame().support && open.frame().support->consensus.empty(); }));
  }

  void anEditKeepsWhatIsHiddenAndWhatIsKnownOfTheRest() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(cross());
    toNetwork(open, 8);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 8 && !open.controller().bootstrap().busy(); }));
    change(open, [](Session& session) { session.view.leastSupport = 0.9; });
    const auto before = open.controller().frame();
    const CurveLook look(open.session().view);
    const auto hidden = [&](const Frame& frame) { return std::ranges::count(shownEdges(frame, look), false); };
    const auto hiddenBefore = hidden(*before);
    QVERIFY(hiddenBefore > 0);
    const auto shown = shownEdges(*before, look);
    const auto gone = uint32_t(std::ranges::find(shown, true) - shown.begin());
    const Edge edge = before->curve.edges[gone];
    const auto place = [&](uint32_t node, int k) { return before->curve.nodes.coordinate(node, k) + before->cloud.origin()[size_t(k)]; };
    change(open, [&](Session& session) {
      Edit edit{.kind = EditKind::deleteEdges, .dimension = 2, .places = {place(edge.a, 0), place(edge.a, 1), place(edge.b, 0), place(edge.b, 1)}};
      edit.numbers = {edge.a, edge.b};
      edit.edges = {{0, 1}};
      session.job.edits = session.job.edits.with(edit);
    });
    bool everHidden = true;  // in every frame that is shown from now on
    QObject::connect(&open.controller(), &Controller::frameChanged, &open.window, [&] {
      if (open.frame().edited != nullptr) everHidden = everHidden && open.frame().support != nullptr && hidden(open.frame()) > 0;
    });
    QVERIFY(waitFor([&] { return open.frame().edited != nullptr; }));
    QCOMPARE(open.frame().curve.edges.size(), before->curve.edges.size() - 1);
    QVERIFY(waitFor([&] { return open.controller().bootstrap().known() == 8; }));
    QVERIFY(everHidden);
  }

  void twoNodesThatAreClickedOneAfterTheOtherAreExplained() {
    OpenWindow open(cross());
    toNetwork(open, 0);
    const Edge edge = open.frame().curve.edges.front();
    click(open, edge.a);
    const QString one = inspector(open);
    QVERIFY2(one.contains("local radius") && !one.contains("Between the two"), qPrintable(one));
    click(open, edge.b);
    QVERIFY(inspector(open).contains("Between the two"));
    QVERIFY(waitFor([&] { return inspector(open).contains("Joined by "); }));
    QVERIFY2(inspector(open).contains("witnesses"), qPrintable(inspector(open)));
  }

  void aNodeThatIsClickedTellsHowThickItsBranchIs() {
    OpenWindow open(tube());
    toNetwork(open, 0);
    QVERIFY(waitFor([&] { return open.controller().explaining().ofFrame() != nullptr; }));
    const Polyline& line = open.frame().curve.polylines.front();
    click(open, line.nodes[line.nodes.size() / 2]);
    for (const char* said :
         {"radius", "wall seen from", "100 % of all directions", "Branch 0", "mean radius", "surface", "volume", "Its piece, 1 branch"})
      QVERIFY2(inspector(open).contains(said), qPrintable(said + QString(" in ") + inspector(open)));
    const BodyBranch& branch = open.controller().explaining().ofFrame()->branches.branches.front();
    QVERIFY2(std::abs(branch.radius - 3) < 0.1, qPrintable(QString::number(branch.radius)));
  }

 private:
  /// The wall of a tube of radius 3 along x.
  QString tube() {
    QFile file(folder_.filePath("tube.csv"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    file.write("x,y,z\n");
    uint32_t state = 1;
    const auto uniform = [&] { return double((state = state * 1664525 + 1013904223) >> 8) / (1 << 24); };
    for (int i = 0; i < 3000; ++i) {
      const double along = 80 * uniform(), angle = 2 * 3.14159265358979 * uniform();
      const QByteArrayList row{QByteArray::number(along), QByteArray::number(3 * std::cos(angle)), QByteArray::number(3 * std::sin(angle))};
      file.write(row.join(',') + '\n');
    }
    return file.fileName();
  }

  /// A cross with points strewn around it.
  QString cross() {
    QFile file(folder_.filePath("cross.csv"));
    if (file.exists()) return file.fileName();
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    file.write("x,y\n");
    uint32_t state = 1;
    const auto uniform = [&] { return double((state = state * 1664525 + 1013904223) >> 8) / (1 << 24); };
    const auto write = [&](double x, double y) { file.write(QByteArray::number(x, 'f', 4) + ',' + QByteArray::number(y, 'f', 4) + '\n'); };
    for (int i = 0; i < 3000; ++i) {
      const double along = 200 * uniform() - 100, across = 3 * (uniform() + uniform() - 1);
      if (i % 2 == 0) write(along, across);
      else write(across, along);
    }
    for (int i = 0; i < 500; ++i) write(200 * uniform() - 100, 200 * uniform() - 100);
    return file.fileName();
  }

  template <class Change>
  static void change(OpenWindow& open, Change&& change) {
    Session session = open.session();
    change(session);
    open.controller().document().change(session);
  }

  static void toNetwork(OpenWindow& open, uint32_t resamples) {
    change(open, [&](Session& session) {
      session.job.params.set(kCurveParam, double(CurveKind::network));
      session.job.params.set(kR1Param, 4);
      session.job.params.set(kBootstrapParam, resamples);
    });
    open.controller().perform(Action::toEnd);
    QVERIFY(waitFor([&] { return !open.controller().busy() && open.controller().frame() && open.frame().finished; }));
    QVERIFY(open.frame().curve.edges.size() > 0);
  }

  static void click(OpenWindow& open, uint32_t node) {
    const View& view = open.session().view;
    const Viewport viewport = open.window.picture().viewport();
    const glm::dvec3 at(open.frame().chosen.coordinate(node, 0), open.frame().chosen.coordinate(node, 1),
                        open.frame().chosen.dimension() > 2 ? open.frame().chosen.coordinate(node, 2) : 0);
    const glm::dvec3 place = view.camera.toScreen(viewport, at);
    const double ratio = open.window.picture().devicePixelRatioF();
    QTest::mouseClick(&open.window.picture(), Qt::LeftButton, {}, QPoint(int(std::lround(place.x / ratio)), int(std::lround(place.y / ratio))));
  }

  static QString inspector(OpenWindow& open) { return open.window.findChild<QLabel*>("inspector_text")->text(); }

  QTemporaryDir folder_;
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::SupportWindowTest)

#include "support_window_test.moc"
