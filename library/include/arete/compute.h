// All of the library.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include "arete/cloud.h"
#include "arete/control.h"
#include "arete/detect.h"
#include "arete/error.h"
#include "arete/neighbours.h"
#include "arete/session.h"
