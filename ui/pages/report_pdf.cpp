// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/picture/chart.h"
#include "ui/format/outside_text.h"
#include "ui/pages/report_export.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontDatabase>
#include <QLocale>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextObjectInterface>
#include <QTextTable>

#include <deque>
#include <optional>
#include <vector>

namespace jitterscope::ui {
namespace {

constexpr int kResolution = 300; // units of the layout to an inch
constexpr double kMargin = 15;   // mm
constexpr double kText = 10;     // pt
constexpr double kSmall = 8;     // pt
constexpr int kPictureObject = QTextFormat::UserObject;
constexpr int kPicture = QTextFormat::UserProperty;

/// A length in CSS pixels (96 to an inch) in units of the layout.
double units(double pixels) {
    return pixels * kResolution / 96;
}

QColor colour(Ink ink) {
    return inked(ink, false);
}

QString shown(std::string_view text, bool lines = false) {
    return format::text(shownText(text, lines));
}

/// Paints the picture that a character of the text stands for.
class PictureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    QSizeF intrinsicSize(QTextDocument* document, int, const QTextFormat& format) override {
        const Picture& picture = pictureOf(format);
        const QSizeF size = QSizeF(picture.width, picture.height) * units(1);
        const double most = document->pageSize().width();
        return size.width() > most ? size * (most / size.width()) : size;
    }

    void drawObject(QPainter* painter, const QRectF& place, QTextDocument*, int,
                    const QTextFormat& format) override {
        paintPicture(*painter, pictureOf(format), place, false);
    }

private:
    /// The report outlives its text.
    static const Picture& pictureOf(const QTextFormat& format) {
        return *static_cast<const Picture*>(format.property(kPicture).value<const void*>());
    }
};

/// The positions of two blocks. The first must not stand alone at the end of a page.
struct KeptTogether {
    int first = 0;
    int next = 0;
};

/// Writes the blocks of a report into a text document.
class Typesetter {
public:
    /// `figures` keeps what is drawn of figures; it must live as long as the document is painted.
    Typesetter(QTextDocument& document, std::deque<Picture>& figures)
        : m_cursor(&document), m_figures(figures) {}

    /// Headings with the block after them, and pictures with their captions.
    [[nodiscard]] const std::vector<KeptTogether>& kept() const { return m_kept; }

    void heading(const QString& text, double size, bool newPage = false) {
        QTextBlockFormat block = spaced(newPage ? 0 : units(14), units(4));
        if (newPage)
            block.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        block.setNonBreakableLines(false);
        begin(block, styled(size, true));
        m_cursor.insertText(text);
        m_heading = m_cursor.block().position();
    }

    void operator()(const Paragraph& paragraph) {
        const bool lead = paragraph.role == Paragraph::Role::Lead;
        const bool note = paragraph.role == Paragraph::Role::Note;
        begin(spaced(0, units(5)), styled(lead   ? 12
                                          : note ? kSmall
                                                 : kText,
                                          lead, note ? Ink::Muted : Ink::Text));
        m_cursor.insertText(shown(paragraph.text));
    }

    void operator()(const Table& whole) {
        const Table table = inWords(whole);
        if (table.columns.empty())
            return; // of a list of minor rows
        if (!table.title.empty())
            (*this)(plain(table.title));
        if (table.columns.empty()) // Qt makes no table without columns
            return;
        begin(spaced(0, 0), styled(1), false);
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(units(3));
        format.setHeaderRowCount(1);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setBottomMargin(0); // a margin beyond the page would repeat the header there, without rows
        QTextTable* const grid = m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1,
                                                      static_cast<int>(table.columns.size()), format);
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            cell(*grid, 0, i, table, table.columns[i].label);
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            for (std::size_t column = 0; column < table.columns.size(); ++column)
                cell(*grid, static_cast<int>(i) + 1, column, table, wordOf(table.rows[i].at(column)));
        keepHeading(grid->cellAt(table.rows.empty() ? 0 : 1, 0).firstPosition());
        m_cursor.movePosition(QTextCursor::End);
        m_cursor.setBlockFormat(spaced(0, units(6))); // Qt has put a block after the table
        m_cursor.setBlockCharFormat(styled(1));
    }

    void operator()(const CodeBlock& code) {
        QTextCharFormat format = styled(kSmall);
        format.setFontFamilies(fixedFont().families());
        format.setFontFixedPitch(true);
        QString text = shown(code.text, true);
        if (text.endsWith(u'\n'))
            text.chop(1);
        begin(spaced(units(4), units(6)), format);
        m_cursor.insertText(text.replace(u'\n', QChar::LineSeparator));
    }

    void operator()(const PictureBlock& block) { picture(block.picture, block.caption); }
    void operator()(const FigureBlock& block) {
        picture(m_figures.emplace_back(figurePicture(block.figure)),
                block.caption.empty() ? block.figure.description : block.caption);
    }
    void operator()(const CountsBlock&) {} // a figure shows the same values
    void operator()(const RowList& list) { (*this)(tableOf(list)); }

private:
    void picture(const Picture& drawn, const std::string& caption) {
        QTextBlockFormat block = spaced(units(6), 0);
        block.setPageBreakPolicy(QTextFormat::PageBreak_Auto);
        begin(block, styled(kText));
        QTextCharFormat object;
        object.setObjectType(kPictureObject);
        object.setProperty(kPicture, QVariant::fromValue<const void*>(&drawn));
        m_cursor.insertText(QString(QChar::ObjectReplacementCharacter), object);
        if (caption.empty())
            return;
        m_heading = m_cursor.block().position();
        (*this)(note(caption));
    }

    static QTextBlockFormat spaced(double above, double below) {
        QTextBlockFormat format;
        format.setTopMargin(above);
        format.setBottomMargin(below);
        return format;
    }

    static QTextCharFormat styled(double size, bool bold = false, Ink ink = Ink::Text) {
        QTextCharFormat format;
        format.setFontPointSize(size);
        format.setFontWeight(bold ? QFont::DemiBold : QFont::Normal);
        format.setForeground(colour(ink));
        return format;
    }

    /// Begins a block. The document has the first one already. `content`: the block belongs to the heading
    /// before it.
    void begin(const QTextBlockFormat& block, const QTextCharFormat& text, bool content = true) {
        if (m_first)
            m_cursor.setBlockFormat(block);
        else
            m_cursor.insertBlock(block);
        m_first = false;
        m_cursor.setCharFormat(text);
        m_cursor.setBlockCharFormat(text);
        if (content)
            keepHeading(m_cursor.block().position());
    }

    void keepHeading(int next) {
        if (m_heading)
            m_kept.push_back({*m_heading, next});
        m_heading.reset();
    }

    void cell(QTextTable& grid, int row, std::size_t column, const Table& table, std::string_view text) {
        const bool head = row == 0;
        QTextTableCell cell = grid.cellAt(row, static_cast<int>(column));
        QTextTableCellFormat line;
        line.setBottomBorder(units(0.75));
        line.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        line.setBottomBorderBrush(colour(Ink::Hairline));
        cell.setFormat(line);
        QTextCursor cursor = cell.firstCursorPosition();
        QTextBlockFormat block;
        block.setAlignment(table.columns[column].quantity == Quantity::Word ? Qt::AlignLeft : Qt::AlignRight);
        cursor.setBlockFormat(block);
        cursor.insertText(shown(text), styled(kSmall, head, head ? Ink::Muted : Ink::Text));
    }

    QTextCursor m_cursor;
    std::deque<Picture>& m_figures;
    bool m_first = true;
    std::optional<int> m_heading; ///< the last block, if it must not stand alone
    std::vector<KeptTogether> m_kept;
};

/// The page on which the block at `position` has its first line.
int pageOf(const QTextDocument& text, int position) {
    const QTextBlock block = text.findBlock(position);
    const double top = text.documentLayout()->blockBoundingRect(block).top();
    const double line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return static_cast<int>((top + line + 1) / text.pageSize().height());
}

/// Begins a page before each block that would be on another page than the one after it.
void keepTogether(QTextDocument& text, const std::vector<KeptTogether>& kept) {
    for (const KeptTogether& pair : kept) {
        if (pageOf(text, pair.first) == pageOf(text, pair.next))
            continue;
        QTextCursor cursor(text.findBlock(pair.first));
        QTextBlockFormat format = cursor.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        cursor.setBlockFormat(format);
    }
}

void typeset(const Document& document, QTextDocument& text, std::deque<Picture>& figures) {
    QTextCursor whole(&text);
    whole.beginEditBlock(); // laid out once, not after every cell
    Typesetter typesetter(text, figures);
    typesetter.heading(shown(document.title), 18);
    for (const Section& section : document.sections) {
        typesetter.heading(shown(section.title), 13, section.newPage);
        for (const Block& block : section.blocks)
            std::visit(typesetter, block);
    }
    whole.endEditBlock();
    keepTogether(text, typesetter.kept());
}

void drawPage(QPainter& painter, const QTextDocument& text, int page) {
    const QSizeF size = text.pageSize();
    QAbstractTextDocumentLayout::PaintContext context;
    // One unit short: the first line of the next page touches the end of this one, and would be in the text
    // of this page.
    context.clip = QRectF(0, page * size.height(), size.width(), size.height() - 1);
    context.palette.setColor(QPalette::Text, colour(Ink::Text));
    painter.save();
    painter.translate(0, -page * size.height());
    painter.setClipRect(context.clip);
    text.documentLayout()->draw(&painter, context);
    painter.restore();
}

void drawFooter(QPainter& painter, const QFont& font, const QRectF& place, int page, int pages) {
    painter.setFont(font);
    painter.setPen(colour(Ink::Muted));
    painter.drawText(place, Qt::AlignRight | Qt::AlignBottom,
                     QStringLiteral("Page %1 of %2").arg(page + 1).arg(pages));
}

QPageSize paper() {
    const bool inches = QLocale().measurementSystem() == QLocale::ImperialUSSystem;
    return QPageSize(inches ? QPageSize::Letter : QPageSize::A4);
}

} // namespace

QByteArray reportPdf(const Document& document) {
    QByteArray pdf;
    QBuffer buffer(&pdf);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kResolution);
    writer.setPageLayout(QPageLayout(paper(), QPageLayout::Portrait,
                                     QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter));
    writer.setTitle(shown(document.title));
    writer.setCreator(QStringLiteral("Jitterscope"));
    const QSizeF area = writer.pageLayout().paintRectPixels(kResolution).size();
    const double footer = units(28);

    PictureObject pictures;
    std::deque<Picture> figures;
    QTextDocument text;
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(kText);
    text.setDefaultFont(font);
    text.setDocumentMargin(0);
    text.documentLayout()->setPaintDevice(&writer);
    text.documentLayout()->registerHandler(kPictureObject, &pictures);
    text.setPageSize({area.width(), area.height() - footer});
    typeset(document, text, figures);

    QPainter painter(&writer);
    font.setPointSizeF(kSmall);
    const int pages = text.pageCount();
    for (int page = 0; page < pages; ++page) {
        if (page > 0)
            writer.newPage();
        drawPage(painter, text, page);
        drawFooter(painter, font, QRectF(QPointF(0, 0), area), page, pages);
    }
    painter.end();
    return pdf;
}

} // namespace jitterscope::ui

#include "report_pdf.moc"
