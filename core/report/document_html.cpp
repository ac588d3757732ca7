// SPDX-License-Identifier: MIT
#include "core/report/document.h"

namespace jitterscope {

std::string html(const Document& document) {
    return markdown(document);
}

} // namespace jitterscope
