// SPDX-License-Identifier: MIT
#include "core/files/separate_files.h"

#include "core/platform/file_system.h"

#include <algorithm>

namespace jitterscope {
namespace {

/// Every path that the file uses: a recording also has its partial name.
std::vector<FileIdentity> placesOf(const NamedFile& file) {
    std::vector<FileIdentity> places;
    if (file.path.empty())
        return places;
    if (const auto place = fileIdentity(file.path))
        places.push_back(*place);
    if (file.use != NamedFile::Use::Recording || isStandardOutput(file.path))
        return places;
    if (const auto partial = fileIdentity(file.path + ".partial"); partial && !partial->name.empty())
        places.push_back(*partial);
    return places;
}

} // namespace

Result<Done> checkSeparate(const std::vector<NamedFile>& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::vector<FileIdentity> places = placesOf(files[i]);
        for (std::size_t j = 0; j < i; ++j) {
            if (files[i].use == NamedFile::Use::Input && files[j].use == NamedFile::Use::Input)
                continue;
            for (const FileIdentity& other : placesOf(files[j])) {
                if (std::ranges::find(places, other) != places.end())
                    return Error{ErrorCode::Usage,
                                 files[i].option + " " + pathText(files[i].path) + ": the same file as " +
                                     files[j].option + " " + pathText(files[j].path),
                                 "takes another file"};
            }
        }
    }
    return Done{};
}

bool anyToStandardOutput(const std::vector<NamedFile>& files) {
    return std::ranges::any_of(files, [](const NamedFile& file) {
        return file.use != NamedFile::Use::Input && !file.path.empty() && isStandardOutput(file.path);
    });
}

} // namespace jitterscope
