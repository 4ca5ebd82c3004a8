/// All of it is in nvToolsExt.h here.
#pragma once

#include "../nvToolsExt.h"
