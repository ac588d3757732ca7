// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/options/option_set.h"
#include "app/cli/result_file.h"
#include "core/document/document.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// The files in which a command writes its report for people: --markdown, --html, --pdf.
class ReportFiles {
public:
    explicit ReportFiles(OptionSet& options);

    /// Error (Usage): an option without a file's name.
    [[nodiscard]] Result<Done> check() const;
    /// Adds the files that were asked for.
    void addTo(std::vector<NamedFile>& files) const;
    /// Opens them, before anything is measured. Error: a file cannot be written, or the program that makes
    /// PDF is missing.
    [[nodiscard]] Result<Done> open();
    /// Whether a file shows the report's pictures.
    [[nodiscard]] bool wantPictures() const { return m_html.given() || m_pdf.given(); }
    /// Writes all of them. `document` is called once, and only if a file is wanted. False: one failed, and
    /// the error has been printed.
    [[nodiscard]] bool commit(const std::function<Document()>& document);

private:
    struct Form {
        const TextOption* option;
        ResultFile* file;
    };
    [[nodiscard]] std::array<Form, 3> forms();

    TextOption& m_markdown;
    TextOption& m_html;
    TextOption& m_pdf;
    ResultFile m_markdownFile;
    ResultFile m_htmlFile;
    ResultFile m_pdfFile;
    std::string m_printer; ///< path of the window's program; empty without --pdf
};

} // namespace jitterscope::cli
