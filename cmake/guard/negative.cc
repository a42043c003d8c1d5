// Never part of a build: the test guard.negative tries to compile it and must see this include fail.
#include "lockstep/engine/base/result.h"
