// What a program has in place of E57 when it was built without pugixml.
#include "compute/io/read/readers.h"

namespace arete {

CloudFile readE57(const Source& source) {
  source.refuse("", "this program was built without pugixml, so it cannot read E57",
                "install libpugixml-dev and build it again, or convert the file to LAS or PLY");
}

}  // namespace arete
