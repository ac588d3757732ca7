// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_lines.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope::logs {

/// What a JSON reader hears, value by value. `path`: names of the objects around a value, without arrays:
/// `Runs`, `CaptureData`, `MsBetweenPresents`. False ends the reading.
class JsonListener {
public:
    virtual ~JsonListener() = default;
    using Path = std::vector<std::string>;

    virtual bool number(const Path& path, double value) = 0;
    virtual bool text(const Path& path, std::string_view value) = 0;
    virtual bool truth(const Path& path, bool value) = 0;
    virtual bool nothing(const Path& path) = 0; ///< null
    virtual bool beginObject(const Path& path) = 0;
    virtual bool endObject(const Path& path) = 0;
};

/// Reads a JSON file as a stream, so in bounded memory. Error: not valid JSON (with its line), too deep, a
/// text of more than 1 MiB, or Cancelled. A listener that ends the reading has its own error.
[[nodiscard]] Result<Done> readJson(const LogRequest& request, JsonListener& listener);

} // namespace jitterscope::logs
