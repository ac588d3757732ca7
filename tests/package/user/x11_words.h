// SPDX-License-Identifier: MIT
// Words that <X11/Xlib.h> takes from everybody; games include it before all else.
#pragma once

#define None 0L
#define Always 2
#define Success 0
#define Bool int
#define Status int
#define True 1
#define False 0
#define Unsorted 0
#define Above 0
#define Below 1
