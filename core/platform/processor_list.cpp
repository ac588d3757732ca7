// SPDX-License-Identifier: MIT
#include "core/platform/thread_control.h"

namespace jitterscope {

std::string processorList(const std::vector<int>& processors) {
    std::string list;
    for (std::size_t i = 0; i < processors.size();) {
        std::size_t last = i;
        while (last + 1 < processors.size() && processors[last + 1] == processors[last] + 1)
            ++last;
        list += (list.empty() ? "" : ",") + std::to_string(processors[i]);
        if (last > i)
            list += "-" + std::to_string(processors[last]);
        i = last + 1;
    }
    return list;
}

} // namespace jitterscope
