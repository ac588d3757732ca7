// SPDX-License-Identifier: MIT
#pragma once

/// The program's own file, which bears the name of one of the library's.
struct Pacer {
    int stride = 1;
};
