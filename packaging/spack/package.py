# Of a Spack repository: packages/arete/package.py. `spack dev-build arete@0.2.0` builds the sources of the folder it is run in.
from spack.package import *


class Arete(CMakePackage, CudaPackage):
    """Ridge detection in point clouds, step by step: the command line, the library for C and C++, and arete-mpi."""

    url = "file:///srv/releases/arete-0.2.0.tar.gz"
    license("Apache-2.0")
    version("0.2.0")

    variant("mpi", default=False, description="Build arete-mpi, which shares a cloud among the processes of many machines")
    variant("offscreen", default=False, description="Draw pictures without a window, by OpenGL")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("nlohmann-json@3.11:")
    depends_on("cli11@2:")
    depends_on("fast-float")
    depends_on("glm")
    depends_on("googletest")
    depends_on("openssl@3:")
    depends_on("sqlite")
    depends_on("pugixml+shared")
    depends_on("proj@9:")
    depends_on("libepoxy+glx", when="+offscreen")
    depends_on("egl", when="+offscreen")
    depends_on("mpi", when="+mpi")
    depends_on("cuda@12:", when="+cuda")

    def cmake_args(self):
        args = [
            self.define("ARETE_WINDOW", False),
            self.define("ARETE_PYTHON", False),
            self.define_from_variant("ARETE_OFFSCREEN", "offscreen"),
            self.define_from_variant("ARETE_MPI", "mpi"),
            self.define_from_variant("ARETE_CUDA", "cuda"),
        ]
        if self.spec.satisfies("+cuda") and self.spec.variants["cuda_arch"].value[0] != "none":
            args.append(self.define("ARETE_CUDA_ARCHITECTURES", ";".join(self.spec.variants["cuda_arch"].value)))
        return args

    @property
    def build_targets(self):
        return ["arete-cli", "arete_library", "arete-version-worker"] + (["arete-mpi"] if self.spec.satisfies("+mpi") else [])

    def install(self, spec, prefix):
        parts = ["libraries", "development", "cli"] + (["mpi"] if spec.satisfies("+mpi") else [])
        with working_dir(self.build_directory):
            for part in parts:
                cmake("--install", ".", "--prefix", prefix, "--component", part)
