// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/report_pdf.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QTextDocument>

namespace jitterscope::ui::format {

QByteArray reportPdf(const Document& document) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    QTextDocument text;
    text.setMarkdown(QString::fromStdString(markdown(document)));
    text.print(&writer);
    return bytes;
}

} // namespace jitterscope::ui::format
