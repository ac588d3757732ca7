// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/accessible_widgets.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QLineEdit>

namespace jitterscope::ui {
namespace {

/// A combo box with its list, and its field where it has one.
class AccessibleChoice final : public QAccessibleWidget {
public:
    explicit AccessibleChoice(QWidget* box) : QAccessibleWidget(box, QAccessible::ComboBox) {}

    [[nodiscard]] QString text(QAccessible::Text what) const override {
        return what == QAccessible::Value ? box().currentText() : QAccessibleWidget::text(what);
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = box().view()->isVisible();
        state.editable = box().isEditable();
        return state;
    }
    [[nodiscard]] int childCount() const override { return box().isEditable() ? 2 : 1; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override {
        if (index == 0)
            return QAccessible::queryAccessibleInterface(box().view());
        return index == 1 && box().isEditable() ? QAccessible::queryAccessibleInterface(box().lineEdit())
                                                : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        if (child->object() == box().view())
            return 0;
        return box().isEditable() && child->object() == box().lineEdit() ? 1 : -1;
    }
    [[nodiscard]] QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString& name) override {
        if (name != showMenuAction() && name != pressAction())
            return QAccessibleWidget::doAction(name);
        if (box().view()->isVisible())
            box().hidePopup();
        else
            box().showPopup();
    }

private:
    [[nodiscard]] QComboBox& box() const { return *static_cast<QComboBox*>(widget()); }
};

QAccessibleInterface* makeChoice(const QString& className, QObject* object) {
    auto* box = className == QLatin1String("QComboBox") ? qobject_cast<QComboBox*>(object) : nullptr;
    return box != nullptr ? new AccessibleChoice(box) : nullptr;
}

/// What is in it is painted: it has no parts to be read one by one.
class AccessiblePicture final : public QAccessibleWidget {
public:
    AccessiblePicture(QWidget* widget, QAccessible::Role role) : QAccessibleWidget(widget, role) {}
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
};

/// Painted widgets that say their name and description.
struct Painted {
    const char* className;
    QAccessible::Role role;
};
constexpr Painted kPainted[] = {{"jitterscope::ui::Plot", QAccessible::Chart},
                                {"jitterscope::ui::LabStage", QAccessible::Chart},
                                {"jitterscope::ui::PictureView", QAccessible::Graphic},
                                {"jitterscope::ui::KeyStrip", QAccessible::StaticText}};

QAccessibleInterface* makePainted(const QString& className, QObject* object) {
    for (const Painted& painted : kPainted) {
        if (className == QLatin1String(painted.className))
            return new AccessiblePicture(qobject_cast<QWidget*>(object), painted.role);
    }
    return nullptr;
}

} // namespace

void installAccessibleWidgets() {
    static const bool installed = [] {
        QAccessible::installFactory(makeChoice);
        QAccessible::installFactory(makePainted);
        return true;
    }();
    (void)installed;
}

} // namespace jitterscope::ui
