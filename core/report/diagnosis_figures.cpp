// SPDX-License-Identifier: MIT
#include "core/report/diagnosis_figures.h"

namespace jitterscope {

std::string verdictFigure(const Diagnosis&) {
    return {};
}
std::string anatomyFigure(const Diagnosis&) {
    return {};
}
std::string trialsFigure(const Diagnosis&) {
    return {};
}

} // namespace jitterscope
