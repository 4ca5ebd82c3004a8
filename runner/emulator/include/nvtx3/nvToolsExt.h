/// Everything is in nvToolsExt.h here.
#pragma once

#include "../nvToolsExt.h"
