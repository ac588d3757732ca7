// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/import_question.h"

#include "ui/forms/form_parts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {

ImportQuestion::ImportQuestion(const QString& path, const ImportOptions& said, const Error& error,
                               QWidget* parent)
    : QDialog(parent),
      m_said(said),
      m_process(new QLineEdit),
      m_column(new QLineEdit),
      m_unit(new QComboBox),
      m_quantity(new QComboBox) {
    setObjectName(QStringLiteral("import_question"));
    setWindowTitle(tr("What does %1 hold?").arg(QFileInfo(path).fileName()));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* why = new QLabel(
        QString::fromStdString(error.what) + QLatin1Char('\n') +
        QString::fromStdString(error.hint).remove(QRegularExpression(QStringLiteral(" with --\\w+"))));
    why->setObjectName(QStringLiteral("import_why"));
    why->setTextFormat(Qt::PlainText);
    why->setWordWrap(true);
    why->setMinimumWidth(420);
    m_process->setText(QString::fromStdString(said.process));
    m_column->setText(QString::fromStdString(said.column));
    m_unit->addItem(tr("as the file says"), QString());
    for (const auto& [id, name] : {std::pair{"s", tr("seconds")}, std::pair{"ms", tr("milliseconds")},
                                   std::pair{"us", tr("microseconds")}, std::pair{"ns", tr("nanoseconds")}})
        m_unit->addItem(name, QLatin1String(id));
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(QString::fromStdString(said.unit))));
    m_quantity->addItem(tr("times of something"), QStringLiteral("duration"));
    m_quantity->addItem(tr("frame times"), QStringLiteral("frame-time"));
    m_quantity->addItem(tr("lateness of wake-ups"), QStringLiteral("lateness"));
    if (said.quantity)
        m_quantity->setCurrentIndex(
            m_quantity->findData(QString::fromUtf8(quantityId(*said.quantity).data())));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addWidget(why);
    all->addWidget(makeField(tr("&Process"), m_process, QStringLiteral("import_process"),
                             tr("Name or number, where a log holds several; empty: any")));
    all->addWidget(makeField(tr("&Column"), m_column, QStringLiteral("import_column"),
                             tr("Name, or number from 1, of the column of times")));
    all->addWidget(makeField(tr("&Unit"), m_unit, QStringLiteral("import_unit"), tr("Of the times")));
    all->addWidget(makeField(tr("&They are"), m_quantity, QStringLiteral("import_quantity"),
                             tr("What the times are, where the file does not say")));
    all->addWidget(buttons);
}

ImportOptions ImportQuestion::answer() const {
    ImportOptions answer = m_said;
    answer.process = m_process->text().trimmed().toStdString();
    answer.column = m_column->text().trimmed().toStdString();
    answer.unit = m_unit->currentData().toString().toStdString();
    answer.quantity = quantityFrom(m_quantity->currentData().toString().toStdString());
    return answer;
}

} // namespace jitterscope::ui
