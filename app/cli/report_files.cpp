// SPDX-License-Identifier: MIT
#include "app/cli/report_files.h"

#include "app/cli/console.h"
#include "app/options/readers.h"
#include "core/base/said.h"
#include "core/picture/picture.h"

#include <algorithm>
#include <utility>

namespace jitterscope::cli {

ReportFiles::ReportFiles(OptionSet& options, std::vector<std::string> figures)
    : m_figures(std::move(figures)),
      m_markdown(options.add("--markdown", "FILE", kFileRange, "Write the result as text for an issue")),
      m_html(options.add("--html", "FILE", kFileRange, "Write the result with its figures, in one file")),
      m_svg(options.addIf(!m_figures.empty(), "--svg", "FILE", kFileRange, "Write the figure")),
      m_figure(options.addIf(m_figures.size() > 1, "--figure", "ID", "one of " + said::joined(m_figures),
                             "Which figure --svg writes; default: the first that there is")),
      m_pdf(options.addGone("--pdf", "write --html, which a browser prints; the window saves PDF")) {}

std::array<ReportFiles::Form, 3> ReportFiles::forms() {
    return {Form{&m_markdown, &m_markdownFile}, Form{&m_html, &m_htmlFile}, Form{&m_svg, &m_svgFile}};
}

Result<Done> ReportFiles::check() const {
    for (const TextOption* const option : {&m_markdown, &m_html, &m_svg}) {
        if (Result<Done> named = checkFileName(*option); !named)
            return named;
    }
    if (m_figure.given() && std::ranges::find(m_figures, m_figure.text()) == m_figures.end())
        return m_figure.refusal(m_figure.text(), "unknown");
    if (m_figure.given() && !m_svg.given())
        return Error{ErrorCode::Usage, "--figure says what --svg writes", "add --svg FILE"};
    return Done{};
}

void ReportFiles::addTo(std::vector<NamedFile>& files) const {
    files.insert(files.end(),
                 {{"--markdown", m_markdown.text()}, {"--html", m_html.text()}, {"--svg", m_svg.text()}});
}

Result<Done> ReportFiles::open() {
    for (const Form& form : forms()) {
        Result<ResultFile> opened = ResultFile::open(form.option->text());
        if (!opened)
            return opened.error();
        *form.file = std::move(opened).value();
    }
    return Done{};
}

bool ReportFiles::commitFigure(const Document& document) {
    const std::vector<NamedPicture> pictures = picturesOf(document);
    auto found = pictures.begin(); // where there is one kind, it may be called otherwise
    if (m_figures.size() > 1) {
        const auto wanted = m_figure.given() ? std::vector{m_figure.text()} : m_figures;
        found = pictures.end();
        for (auto id = wanted.begin(); id != wanted.end() && found == pictures.end(); ++id)
            found = std::ranges::find(pictures, *id, &NamedPicture::id);
    }
    if (found == pictures.end()) {
        printMessage(m_figure.given() ? "--svg: there is nothing to draw as " + m_figure.text()
                                      : "--svg: there is nothing to draw");
        return false;
    }
    return m_svgFile.commit([&] { return svgText(found->picture); });
}

bool ReportFiles::commit(const std::function<Document()>& document) {
    if (std::ranges::none_of(forms(), [](const Form& form) { return form.file->wanted(); }))
        return true;
    const Document written = document();
    return allWritten({m_markdownFile.commit([&] { return markdown(written); }),
                       m_htmlFile.commit([&] { return html(written); }),
                       !m_svgFile.wanted() || commitFigure(written)});
}

} // namespace jitterscope::cli
