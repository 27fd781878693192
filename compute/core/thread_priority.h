// Computing threads give way to the one that draws the window: with as many busy threads as cores it would wait for several
// frames each time something happens.
#pragma once

namespace arete {

/// From now on the calling thread, and those that it starts, run after others that want the same core. This costs nothing while a core is free.
void giveWay();

}  // namespace arete
