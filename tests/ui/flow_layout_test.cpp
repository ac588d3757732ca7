// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/forms/flow_layout.h"

#include <QLabel>
#include <QTest>

namespace jitterscope::flow_layout_test {

using jitterscope::ui::FlowLayout;

namespace {

constexpr int kGap = 10;

/// 40 px high.
QWidget* part(int width) {
    auto* made = new QWidget;
    made->setFixedSize(width, 40);
    made->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return made;
}

} // namespace

class FlowLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void inOneLineWhereThereIsRoom() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        for (const int width : {100, 80, 120})
            flow->addWidget(part(width));
        QCOMPARE(flow->sizeHint(), QSize(320, 40));
        QCOMPARE(flow->minimumSize(), QSize(120, 40));
        QCOMPARE(flow->heightForWidth(320), 40);
        flow->setGeometry({0, 0, 320, 40});
        QCOMPARE(flow->itemAt(1)->geometry(), QRect(110, 0, 80, 40));
        QCOMPARE(flow->itemAt(2)->geometry(), QRect(200, 0, 120, 40));
    }
    void whatHasNoRoomBeginsALine() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        for (const int width : {100, 80, 120})
            flow->addWidget(part(width));
        QCOMPARE(flow->heightForWidth(319), 90);
        QCOMPARE(flow->heightForWidth(189), 140);
        flow->setGeometry({5, 7, 319, 90});
        QCOMPARE(flow->itemAt(1)->geometry(), QRect(115, 7, 80, 40));
        QCOMPARE(flow->itemAt(2)->geometry(), QRect(5, 57, 120, 40));
    }
    void whatExpandsTakesTheRest() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        flow->addWidget(part(100));
        flow->addExpanding(new QWidget, 50);
        flow->addExpanding(new QWidget, 60);
        flow->setGeometry({0, 0, 400, 40}); // 400 − 100 − 50 − 60 − 2 · 10 = 170 are left, 85 for each
        QCOMPARE(flow->itemAt(0)->geometry(), QRect(0, 0, 100, 40));
        QCOMPARE(flow->itemAt(1)->geometry(), QRect(110, 0, 135, 40));
        QCOMPARE(flow->itemAt(2)->geometry(), QRect(255, 0, 145, 40));
    }
    void theRestIsSharedByStretch() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        flow->addExpanding(new QWidget, 50, 3);
        flow->addExpanding(new QWidget, 60, 1);
        flow->setGeometry({0, 0, 320, 40}); // 320 − 50 − 60 − 10 = 200 are left
        QCOMPARE(flow->itemAt(0)->geometry().width(), 200);
        QCOMPARE(flow->itemAt(1)->geometry().width(), 110);
    }
    void whatIsHiddenTakesNoRoom() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        QWidget* const first = part(100);
        flow->addWidget(first);
        flow->addWidget(part(80));
        first->hide();
        QCOMPARE(flow->sizeHint(), QSize(80, 40));
        flow->setGeometry({0, 0, 200, 40});
        QCOMPARE(flow->itemAt(1)->geometry(), QRect(0, 0, 80, 40));
    }
    void edgesAreKept() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        flow->setContentsMargins(4, 3, 2, 1);
        flow->addWidget(part(100));
        QCOMPARE(flow->sizeHint(), QSize(106, 44));
        QCOMPARE(flow->heightForWidth(106), 44);
        flow->setGeometry({0, 0, 106, 44});
        QCOMPARE(flow->itemAt(0)->geometry(), QRect(4, 3, 100, 40));
    }
    /// A text that wraps makes its line higher.
    void aLineIsAsHighAsItsTextNeeds() {
        QWidget row;
        auto* flow = new FlowLayout(kGap, &row);
        auto* text = new QLabel(QStringLiteral("one two three four five six seven eight nine ten"));
        text->setWordWrap(true);
        flow->addWidget(part(100));
        flow->addExpanding(text, 60);
        QCOMPARE(flow->heightForWidth(250), std::max(40, text->heightForWidth(140)));
        QVERIFY(flow->heightForWidth(250) > flow->heightForWidth(1000));
    }
};

JITTERSCOPE_TEST(FlowLayoutTest)

} // namespace jitterscope::flow_layout_test

#include "flow_layout_test.moc"
