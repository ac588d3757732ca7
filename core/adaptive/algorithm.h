// SPDX-License-Identifier: MIT
#pragma once

// The algorithm stands in the one header that people copy; the library has a clock of its own.
#define JITTERSCOPE_ADAPTIVE_WAIT_WITHOUT_CLOCK
#include "jitterscope/adaptive_wait.hpp"
#undef JITTERSCOPE_ADAPTIVE_WAIT_WITHOUT_CLOCK

namespace jitterscope {

using one_header::Achieved;
using one_header::Aim;
using one_header::CpuBudget;
using one_header::LatencyHistogram;
using one_header::LateShare;
using one_header::MarginPoint;
using one_header::NoSpin;
using one_header::Thrifty;
using one_header::Tuning;

} // namespace jitterscope
