// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/outside_text.h"

#include "core/base/text.h"

#include <QFileInfo>

namespace jitterscope::ui::format {

QString text(std::string_view view) {
    return exact(shownText(view, true));
}

QString shown(const QString& text) {
    return format::text(text.toStdString());
}

QString fileName(const QString& path) {
    return shown(QFileInfo(path).fileName());
}

QString exact(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString joinedLines(const QStringList& texts) {
    QStringList lines;
    for (QString text : texts)
        lines << text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
                     .replace(QLatin1Char('\n'), QLatin1String("\\n"));
    return lines.join(QLatin1Char('\n'));
}

QStringList splitLines(const QString& joined) {
    QStringList texts;
    for (const QString& line : joined.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        QString& text = texts.emplace_back();
        for (qsizetype i = 0; i < line.size(); ++i) {
            const bool escaped = line[i] == QLatin1Char('\\') && i + 1 < line.size();
            text += !escaped ? line[i] : line[++i] == QLatin1Char('n') ? QLatin1Char('\n') : line[i];
        }
    }
    return texts;
}

} // namespace jitterscope::ui::format
