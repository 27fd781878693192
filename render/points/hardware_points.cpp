#include <bit>

#include "compute/core/error.h"
#include "render/gl.h"
#include "render/points/points_image.h"
#include "render/points/points_shower.h"

namespace arete {

namespace {

struct QueryTraits {
  static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};

class HardwarePoints : public PointsImage {
 public:
  HardwarePoints() : drawProgram_("points.vert", "points.frag") {
    GLuint query = 0;
    glCreateQueries(GL_TIME_ELAPSED, 1, &query);
    query_ = gl::Object<QueryTraits>(query);
  }

  void setPoints(const CloudPoints& points) override {
    const size_t bytes = size_t(points.size()) * sizeof(float);
    points_ = &points;
    uploaded_ = 0;
    if (bytes == 0) return;
    positions_.reserve(3 * bytes);
    for (GLuint axis = 0; axis < 3; ++axis) {
      glVertexArrayVertexBuffer(pointsArray_.name(), axis, positions_.name(), GLintptr(axis * bytes), sizeof(float));
      glEnableVertexArrayAttrib(pointsArray_.name(), axis);
      glVertexArrayAttribFormat(pointsArray_.name(), axis, 1, GL_FLOAT, GL_FALSE, 0);
      glVertexArrayAttribBinding(pointsArray_.name(), axis, axis);
    }
  }

  void begin(const RasterTarget& target) override {
    if (target.width != target_.width || target.height != target_.height || !framebuffer_) makeFramebuffer(target.width, target.height);
    target_ = target;
    const GLuint nobody[4] = {UINT32_MAX, 0, 0, 0};
    const GLfloat far = 1;
    glDepthMask(GL_TRUE);  // clearing obeys it
    glClearNamedFramebufferuiv(framebuffer_.name(), GL_COLOR, 0, nobody);
    glClearNamedFramebufferfv(framebuffer_.name(), GL_DEPTH, 0, &far);
  }

  void add(uint32_t begin, uint32_t end) override {
    upload(end);
    GLint shown = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &shown);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.name());
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);  // ties go to the point drawn first
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glEnable(GL_PROGRAM_POINT_SIZE);
    drawProgram_.set("uToClip", target_.toClip);
    drawProgram_.set("uSize", glm::vec2(target_.width, target_.height));
    drawProgram_.set("uPointSize", float(target_.pointSize));
    drawProgram_.set("uSmallestDisc", float(PointRasteriser::kSmallestDisc));
    drawProgram_.use();
    glBindVertexArray(pointsArray_.name());
    const bool measure = timed_ == 0;  // one query at a time: results come a frame or more later
    if (measure) glBeginQuery(GL_TIME_ELAPSED, query_.name());
    glDrawArrays(GL_POINTS, GLint(begin), GLsizei(end - begin));
    if (measure) glEndQuery(GL_TIME_ELAPSED), timed_ = end - begin;
    glDisable(GL_PROGRAM_POINT_SIZE);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, GLuint(shown));
  }

  bool isPicture() const override { return false; }

  void show(const Shading& shading, bool, const Backdrop&) override {
    glBindTextureUnit(0, numbers_.name());
    glBindTextureUnit(1, depths_.name());
    shower_.show(shading, 0);
  }

  std::vector<uint64_t> words(int x, int y, int width, int height) override {
    const size_t count = size_t(width) * size_t(height);
    std::vector<uint32_t> numbers(count);
    std::vector<float> depths(count);
    GLint shown = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &shown);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    glReadPixels(x, y, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT, numbers.data());
    glReadPixels(x, y, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(shown));
    std::vector<uint64_t> words(count, PointRasteriser::kEmpty);
    for (size_t i = 0; i < count; ++i)
      if (numbers[i] != UINT32_MAX) words[i] = uint64_t(std::bit_cast<uint32_t>(depths[i])) << 32 | numbers[i];
    return words;
  }

  std::optional<Measured> measured() override {
    GLuint ready = 0;
    if (timed_ != 0) glGetQueryObjectuiv(query_.name(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (!ready) return {};
    constexpr double kNanosecondsPerMillisecond = 1e6;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query_.name(), GL_QUERY_RESULT, &nanoseconds);
    return Measured{double(std::exchange(timed_, 0)), double(nanoseconds) / kNanosecondsPerMillisecond};
  }

 private:
  /// Uploads coordinates of the points before `end` that are still missing: a large cloud is uploaded over several frames.
  void upload(uint32_t end) {
    if (end <= uploaded_) return;
    for (size_t axis = 0; axis < 3; ++axis)
      positions_.write((axis * points_->size() + uploaded_) * sizeof(float), (end - uploaded_) * sizeof(float),
                       points_->coordinates(int(axis)).data() + uploaded_);
    uploaded_ = end;
  }

  void makeFramebuffer(int width, int height) {
    numbers_ = gl::makeTexture("cloud numbers", GL_R32UI, width, height);
    depths_ = gl::makeTexture("cloud depths", GL_DEPTH_COMPONENT32F, width, height);
    framebuffer_ = gl::makeFramebuffer(numbers_, depths_);
    if (!framebuffer_)
      throw Error(ErrorKind::internal, "cannot draw the cloud", "", "the driver refuses a framebuffer of numbers and depths",
                  "force the software path");
  }

  gl::Program drawProgram_;
  PointsShower shower_;
  gl::Buffer positions_{"cloud positions"};
  gl::VertexArray pointsArray_ = gl::makeVertexArray("cloud points");
  gl::Texture numbers_, depths_;
  gl::Framebuffer framebuffer_;
  gl::Object<QueryTraits> query_;
  RasterTarget target_;
  const CloudPoints* points_ = nullptr;
  uint32_t uploaded_ = 0;  // points whose coordinates the buffer holds
  uint32_t timed_ = 0;     // points that the running query times; 0: none runs
};

}  // namespace

std::unique_ptr<PointsImage> makeHardwarePoints() { return std::make_unique<HardwarePoints>(); }

}  // namespace arete
