// SPDX-License-Identifier: MIT
#pragma once

/// Whether a Pacer waits on a clock that was compiled without run-time type information.
bool pacesOnItsOwnClock();
