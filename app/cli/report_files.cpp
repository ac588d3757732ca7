// SPDX-License-Identifier: MIT
#include "app/cli/report_files.h"

#include "app/cli/console.h"
#include "app/cli/options/readers.h"
#include "core/document/document_json.h"
#include "core/platform/other_program.h"

#include <algorithm>
#include <utility>

namespace jitterscope::cli {

ReportFiles::ReportFiles(OptionSet& options)
    : m_markdown(options.add("--markdown", "FILE", kFileRange, "Write the report for an issue")),
      m_html(options.add("--html", "FILE", kFileRange, "Write the report with its pictures, in one file")),
      m_pdf(options.add("--pdf", "FILE", kFileRange,
                        "Write the report on paper; the window's program, jitterscope, makes it")) {}

std::array<ReportFiles::Form, 3> ReportFiles::forms() {
    return {Form{&m_markdown, &m_markdownFile}, Form{&m_html, &m_htmlFile}, Form{&m_pdf, &m_pdfFile}};
}

Result<Done> ReportFiles::check() const {
    for (const TextOption* const option : {&m_markdown, &m_html, &m_pdf}) {
        if (Result<Done> named = checkFileName(*option); !named)
            return named;
    }
    return Done{};
}

void ReportFiles::addTo(std::vector<NamedFile>& files) const {
    files.insert(files.end(),
                 {{"--markdown", m_markdown.text()}, {"--html", m_html.text()}, {"--pdf", m_pdf.text()}});
}

Result<Done> ReportFiles::open() {
    if (m_pdf.given()) {
        const std::optional<std::string> program = findProgram("jitterscope");
        if (!program)
            return Error{ErrorCode::Unsupported,
                         "--pdf: the window's program, jitterscope, makes the PDF and is not here",
                         "install it, or write --html: a browser prints that"};
        m_printer = *program;
    }
    for (const Form& form : forms()) {
        Result<ResultFile> opened = ResultFile::open(form.option->text());
        if (!opened)
            return opened.error();
        *form.file = std::move(opened).value();
    }
    return Done{};
}

bool ReportFiles::commit(const std::function<Document()>& document) {
    if (std::ranges::none_of(forms(), [](const Form& form) { return form.file->wanted(); }))
        return true;
    const Document written = document();
    const bool done = allWritten({m_markdownFile.commit([&] { return markdown(written); }),
                                  m_htmlFile.commit([&] { return html(written); })});
    if (m_pdfFile.wanted()) {
        const Result<std::string> pdf = outputOf(m_printer, {"--print-report"}, documentJson(written));
        if (!pdf) {
            (void)report(
                Error{pdf.error().code, "cannot make the PDF: " + pdf.error().what,
                      pdf.error().hint.empty() ? "--html needs no other program" : pdf.error().hint});
            return false;
        }
        return allWritten({done, m_pdfFile.commit([&] { return pdf.value(); })});
    }
    return done;
}

} // namespace jitterscope::cli
