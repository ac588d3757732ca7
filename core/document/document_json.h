// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <string>
#include <string_view>

namespace jitterscope {

// How jitterscope-cli hands a report to the window's program, the only one that can make PDF. It is no file
// format: both programs are of the same version, and nothing is kept.

/// The report as JSON; its pictures stay lines and texts.
[[nodiscard]] std::string documentJson(Document document);

/// The report back. Error: it is no such text, is cut off, or was made by another version.
[[nodiscard]] Result<Document> documentFromJson(std::string_view text);

} // namespace jitterscope
