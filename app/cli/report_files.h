// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/result_file.h"
#include "app/options/option_set.h"
#include "core/document/document.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// The files in which a command writes its result for people: --markdown, --html, and --svg with --figure.
class ReportFiles {
public:
    /// `figures`: the ids that --figure takes; the first is the default. Without any there is no --svg; with
    /// one there is no --figure.
    explicit ReportFiles(OptionSet& options, std::vector<std::string> figures = {});

    /// Error (Usage): an option without a file's name, an unknown figure, or --pdf, which is gone.
    [[nodiscard]] Result<Done> check() const;
    /// Adds the files that were asked for.
    void addTo(std::vector<NamedFile>& files) const;
    /// Opens them, before anything is measured. Error: a file cannot be written.
    [[nodiscard]] Result<Done> open();
    [[nodiscard]] bool given() const { return m_markdown.given() || wantPictures(); }
    /// Whether a file shows pictures.
    [[nodiscard]] bool wantPictures() const { return m_html.given() || m_svg.given(); }
    /// Writes all of them. `document` is called once, and only if a file is wanted. False: one failed, and
    /// the error has been printed.
    [[nodiscard]] bool commit(const std::function<Document()>& document);

private:
    struct Form {
        const TextOption* option;
        ResultFile* file;
    };
    [[nodiscard]] std::array<Form, 3> forms();
    [[nodiscard]] bool commitFigure(const Document& document);

    std::vector<std::string> m_figures;
    TextOption& m_markdown;
    TextOption& m_html;
    TextOption& m_svg;
    TextOption& m_figure;
    TextOption& m_pdf;
    ResultFile m_markdownFile;
    ResultFile m_htmlFile;
    ResultFile m_svgFile;
};

} // namespace jitterscope::cli
