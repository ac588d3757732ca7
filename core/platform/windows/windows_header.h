// SPDX-License-Identifier: MIT
#pragma once

// The one place that includes <windows.h>; inside platform/windows only.
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
