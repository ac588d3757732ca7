// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/document/document.h"
#include "core/privacy/redactor.h"

namespace jitterscope {

/// What was found of a program that was listened to, as a report: the verdict, what its loop is, where the
/// time of its frames goes, what makes frames long, code, cures, and all loops that were found.
[[nodiscard]] Document attachDocument(const AttachReport& whole, const Privacy& privacy = {});

} // namespace jitterscope
