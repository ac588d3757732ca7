// SPDX-License-Identifier: MIT
#include "app/cli/result_file.h"

#include "app/cli/command.h"
#include "app/cli/console.h"

#include <utility>

namespace jitterscope::cli {

Result<ResultFile> ResultFile::open(const std::string& path) {
    ResultFile result;
    if (path.empty())
        return result;
    Result<AtomicFile> file = AtomicFile::open(path);
    if (!file)
        return file.error();
    result.m_file.emplace(std::move(file).value());
    return result;
}

Result<ResultFile> ResultFile::openForEverybody(const std::string& path) {
    Result<ResultFile> result = open(path);
    if (result && result.value().m_file)
        result.value().m_file->letEverybodyRead();
    return result;
}

bool ResultFile::commit(const std::function<std::string()>& text) {
    if (!m_file)
        return true;
    const Result<Done> written = m_file->write(text());
    const Result<Done> done = written ? m_file->commit() : written;
    if (!done)
        (void)report(done.error());
    return done.ok();
}

int printBeside(const std::vector<NamedFile>& files, const Lines& text) {
    if (!anyToStandardOutput(files))
        return printLines(text);
    printLinesAside(text);
    return kDone;
}

} // namespace jitterscope::cli
