// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"

#include "core/base/nearest.h"
#include "core/base/parse.h"

#include <algorithm>
#include <vector>

namespace jitterscope {

Error unknownEntry(std::string_view what, std::string_view id, const std::string& ids) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < ids.size();) {
        const std::size_t end = std::min(ids.find(", ", begin), ids.size());
        names.push_back(ids.substr(begin, end - begin));
        begin = end + 2;
    }
    return Error{ErrorCode::Usage,
                 "unknown " + std::string(what) + " " + inQuotes(id) + didYouMean(id, names),
                 "one of " + ids};
}

} // namespace jitterscope
