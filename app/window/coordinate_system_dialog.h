// Asks which coordinate system the coordinates that are open are in: what the file says, one that the user types, or none.
#pragma once

class QWidget;

namespace arete {

class Controller;

/// One undo entry, unless it is cancelled or says what holds already.
void askCoordinateSystem(QWidget& parent, Controller& controller);

}  // namespace arete
