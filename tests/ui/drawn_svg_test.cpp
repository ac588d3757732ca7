// SPDX-License-Identifier: GPL-3.0-or-later
// Icons are read without Qt's reader of SVG. Where that is, it draws the same.
#include "tests/support/test_program.h"
#include "tests/ui/drawn_svg.h"
#include "ui/theme/icons.h"

#include <QBuffer>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <cstdlib>

namespace jitterscope::drawn_svg_test {

using namespace jitterscope::ui;

namespace {

/// The largest difference of a colour's part, 0 … 255, after smoothing over `blur` pixels.
int farthest(const QImage& a, const QImage& b, int blur) {
    const QSize size = a.size() / blur;
    const auto small = [&](const QImage& image) {
        return image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_ARGB32_Premultiplied);
    };
    const QImage first = small(a);
    const QImage second = small(b);
    int far = 0;
    for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
            const QRgb one = first.pixel(x, y);
            const QRgb two = second.pixel(x, y);
            far = std::max({far, std::abs(qRed(one) - qRed(two)), std::abs(qGreen(one) - qGreen(two)),
                            std::abs(qBlue(one) - qBlue(two)), std::abs(qAlpha(one) - qAlpha(two))});
        }
    }
    return far;
}

QByteArray iconText(const QString& name) {
    QFile file(QStringLiteral(":/icons/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().replace("currentColor", "#2060a0") : QByteArray();
}

QImage iconImage(const QByteArray& svg, int size, bool* known) {
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    *known = paintIcon(painter, svg, QRectF(0, 0, size, size));
    return image;
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// An icon file of Windows, its small sizes as those of every Windows: 32 bits a pixel, rows from the bottom.
QByteArray iconFile(const QVector<QImage>& images) {
    QVector<QByteArray> parts;
    for (const QImage& image : images) {
        QByteArray part;
        if (image.width() >= 256) {
            QBuffer buffer(&part);
            buffer.open(QIODevice::WriteOnly);
            image.save(&buffer, "PNG");
        } else {
            QDataStream out(&part, QIODevice::WriteOnly);
            out.setByteOrder(QDataStream::LittleEndian);
            out << qint32(40) << qint32(image.width()) << qint32(2 * image.height()) << qint16(1)
                << qint16(32) << qint32(0) << qint32(0) << qint32(0) << qint32(0) << qint32(0) << qint32(0);
            const QImage straight = image.convertToFormat(QImage::Format_ARGB32).mirrored();
            for (int y = 0; y < straight.height(); ++y) {
                for (int x = 0; x < straight.width(); ++x)
                    out << quint32(straight.pixel(x, y));
            }
            part += QByteArray((image.width() + 31) / 32 * 4 * image.height(), '\0'); // the mask
        }
        parts << part;
    }
    QByteArray file;
    QDataStream out(&file, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    out << qint16(0) << qint16(1) << qint16(parts.size());
    qsizetype at = 6 + 16 * parts.size();
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const auto side = static_cast<quint8>(images[i].width() % 256);
        out << side << side << quint16(0) << qint16(1) << qint16(32) << qint32(parts[i].size()) << qint32(at);
        at += parts[i].size();
    }
    for (const QByteArray& part : parts)
        out.writeRawData(part.constData(), static_cast<int>(part.size()));
    return file;
}

/// What such a file holds.
QVector<QImage> iconImages(const QByteArray& file) {
    QVector<QImage> images;
    QDataStream in(file);
    in.setByteOrder(QDataStream::LittleEndian);
    qint16 none = 0;
    qint16 kind = 0;
    qint16 count = 0;
    in >> none >> kind >> count;
    for (int i = 0; i < count; ++i) {
        in.skipRawData(8);
        qint32 size = 0;
        qint32 at = 0;
        in >> size >> at;
        const QByteArray part = file.mid(at, size);
        const auto side = static_cast<quint8>(file[6 + 16 * i]);
        if (side == 0) {
            images << QImage::fromData(part, "PNG");
            continue;
        }
        const QByteArray pixels = part.mid(40, qsizetype(4) * side * side);
        images << QImage(reinterpret_cast<const uchar*>(pixels.constData()), side, side,
                         QImage::Format_ARGB32)
                      .mirrored();
    }
    return images;
}

} // namespace

class DrawnSvgTest : public QObject {
    Q_OBJECT

private slots:
    void everyIconIsKnown_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void everyIconIsKnown() {
        QFETCH(const QString, name);
        for (const int size : {16, 24, 48, 96}) {
            bool known = false;
            const QImage image = iconImage(iconText(name), size, &known);
            QVERIFY(known);
            QVERIFY(image.pixel(0, 0) == qRgb(255, 255, 255));
            if (kSvgIsDrawn)
                // Arcs lie a quarter of a pixel apart. A shape that is missing differs by 100 and more.
                QCOMPARE_LE(farthest(image, drawnSvg(iconText(name), {size, size}, Qt::white), 4), 40);
        }
    }
    void whatIsNoIconIsRefused() {
        bool known = true;
        for (const QByteArray& text : {QByteArray("nonsense"), QByteArray("<svg viewBox='0 0 24'/>"),
                                       QByteArray("<svg viewBox='0 0 24 24'><text>a</text></svg>"),
                                       QByteArray("<svg viewBox='0 0 24 24'><path d='M1 2Q3 4 5 6'/></svg>"),
                                       QByteArray("<svg viewBox='0 0 24 24'><path d='M1 2L3'/></svg>")}) {
            (void)iconImage(text, 16, &known);
            QVERIFY2(!known, text.constData());
        }
    }
    /// Small ones are drawn apart. What is wanted lies where the test ran.
    void theIconOfWindowsIsTheProgramsIcon() {
        const QString tree = QStringLiteral(JITTERSCOPE_TREE "/resources/");
        QVector<QImage> wanted;
        for (const int size : {16, 20, 24, 32, 40, 48, 64, 256}) {
            const char* name = size < 32 ? "icons/desktop/org.jitterscope.Jitterscope-small.svg"
                                         : "icons/org.jitterscope.Jitterscope.svg";
            QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            QVERIFY(paintIcon(painter, bytesOf(tree + QLatin1String(name)), QRectF(0, 0, size, size)));
            wanted << image;
        }
        const QVector<QImage> held = iconImages(bytesOf(tree + QStringLiteral("windows/jitterscope.ico")));
        bool same = held.size() == wanted.size();
        for (qsizetype i = 0; same && i < held.size(); ++i)
            same = held[i].size() == wanted[i].size() && farthest(held[i], wanted[i], 1) <= 3;
        if (same)
            return;
        QFile file(QStringLiteral("jitterscope.ico"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(iconFile(wanted));
        QFAIL(qPrintable(QFileInfo(file).absoluteFilePath() +
                         QStringLiteral(" belongs into resources/windows")));
    }
};

JITTERSCOPE_TEST(DrawnSvgTest)

} // namespace jitterscope::drawn_svg_test

#include "drawn_svg_test.moc"
