// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experiments/experiments_page.h"

#include "core/base/catalog.h"
#include "ui/charts/experiment_sketch.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/front_stack.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace jitterscope::ui {
namespace {

QString nameOf(std::string_view id) {
    const ExperimentEntry* entry = findEntry(experimentCatalog(), id);
    return format::text(entry != nullptr ? entry->name : id);
}

QString duration(const ExperimentEntry& entry) {
    if (entry.onlySimulated)
        return ExperimentsPage::tr("simulated · a moment");
    return ExperimentsPage::tr("here: %1")
        .arg(format::aboutDuration(estimatedSeconds(experimentPlan(entry.id))));
}

Gallery* makeGallery() {
    auto* gallery = new Gallery(
        ExperimentsPage::tr("Experiments"),
        ExperimentsPage::tr("Each measures one figure of the articles again, on this machine or on a "
                            "simulated one. Choose one; nothing starts before you press Run."),
        QStringLiteral("experiments_gallery"));
    for (const ExperimentEntry& entry : experimentCatalog()) {
        if (!entry.inGallery)
            continue;
        gallery->add({.id = std::string(entry.id),
                      .name = format::text(entry.name),
                      .asks = format::text(entry.asks),
                      .tooltip = format::text(entry.asks) + QLatin1Char('\n') + format::text(entry.article),
                      .foot = duration(entry),
                      .sketch = [id = entry.id](QPainter& painter, const QRectF& area) {
                          sketchExperiment(painter, area, id);
                      }});
    }
    return gallery;
}

} // namespace

ExperimentsPage::ExperimentsPage(Session& session, Settings& settings)
    : m_session(session),
      m_settings(settings),
      m_runner(new ExperimentRunner(this)),
      m_stack(new FrontStack),
      m_gallery(makeGallery()) {
    setObjectName(QStringLiteral("experiments_page"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    m_stack->addWidget(m_gallery);
    connect(m_stack, &QStackedWidget::currentChanged, this, [this] {
        emit historyChanged();
        emit headChanged(); // whether there is a report
    });
    follow();
}

void ExperimentsPage::follow() {
    connect(m_gallery, &Gallery::chosen, this, &ExperimentsPage::openExperiment);
    connect(m_runner, &ExperimentRunner::started, this, [this] {
        refreshAll();
        emit measuringChanged();
    });
    connect(m_runner, &ExperimentRunner::progressed, this, [this] {
        if (seen())
            refreshAll();
    });
    connect(m_runner, &ExperimentRunner::finished, this, &ExperimentsPage::take);
    connect(m_runner, &ExperimentRunner::failed, this, [this](const QString& message) {
        refreshAll();
        emit measuringChanged();
        emit failed(message);
    });
    connect(&m_session, &Session::started, this, &ExperimentsPage::refreshAll);
    connect(&m_session, &Session::finished, this, &ExperimentsPage::runNext);
}

ExperimentView* ExperimentsPage::view(const std::string& id) {
    if (const auto found = m_views.find(id); found != m_views.end())
        return found->second;
    const ExperimentEntry* entry = findEntry(experimentCatalog(), id);
    const ExperimentFigureEntry* chart = findEntry(experimentFigureCatalog(), id);
    if (entry == nullptr || chart == nullptr)
        return nullptr;
    auto* made = new ExperimentView(*entry, *chart, *m_runner, m_settings);
    connect(made, &ExperimentView::backWanted, this, &ExperimentsPage::back);
    connect(made, &ExperimentView::noticed, this, &Page::noticed);
    connect(made, &ExperimentView::failed, this, &Page::failed);
    connect(&made->exports(), &ExperimentExport::written, this, &Page::unsavedReportsChanged);
    connect(made, &ExperimentView::historyChanged, this, &Page::historyChanged);
    connect(made, &ExperimentView::stopLiveWanted, this, [this, made] {
        m_next = made;
        m_session.stop();
    });
    connect(&m_session, &Session::cleared, made, [this] { m_next = nullptr; });
    const auto mark = [this, made] {
        const auto& advised = m_session.advisedX();
        made->chart().setAdvisedX(advised ? std::optional(advised->pick.x) : std::nullopt);
    };
    connect(&m_session, &Session::advisedXChanged, made, mark);
    mark();
    m_stack->addWidget(made);
    m_views[id] = made;
    return made;
}

ExperimentView* ExperimentsPage::current() const {
    return qobject_cast<ExperimentView*>(m_stack->currentWidget());
}

void ExperimentsPage::openExperiment(const std::string& id) {
    ExperimentView* opened = view(id);
    if (opened == nullptr)
        return;
    m_stack->setCurrentWidget(opened);
    refreshAll();
    if (auto* first = opened->findChild<QWidget*>(QStringLiteral("experiment_run")))
        first->setFocus();
}

void ExperimentsPage::showPart(const QString& id) {
    if (!id.isEmpty())
        openExperiment(id.toStdString());
    else if (current() != nullptr)
        back();
}

void ExperimentsPage::back() {
    const ExperimentView* from = current();
    m_stack->setCurrentWidget(m_gallery);
    if (from != nullptr) {
        if (GalleryCard* card = m_gallery->card(std::string(from->entry().id))) {
            card->setFocus();
            m_gallery->ensureWidgetVisible(card);
        }
    }
}

QString ExperimentsPage::tableText() const {
    const ExperimentView* shown = current();
    return shown != nullptr ? shown->tableText() : QString();
}

QString ExperimentsPage::reportText() const {
    return hasReport() ? current()->reportText(m_settings.privacy()) : QString();
}

QString ExperimentsPage::reasonAgainst(const std::string& id) const {
    if (m_runner->running() && m_runner->id() != id)
        return tr("“%1” is being measured (%2 %). Wait for it, or cancel it there.")
            .arg(nameOf(m_runner->id()))
            .arg(static_cast<int>(m_runner->progress() * 100));
    return {};
}

void ExperimentsPage::refreshAll() {
    for (const auto& [id, each] : m_views)
        each->setReason(reasonAgainst(id), m_session.running());
    for (const ExperimentEntry& entry : experimentCatalog()) {
        GalleryCard* card = m_gallery->card(std::string(entry.id));
        if (card == nullptr)
            continue;
        const auto found = m_views.find(std::string(entry.id));
        QString state;
        if (m_runner->running() && m_runner->id() == entry.id)
            state = tr("measuring: %1 %").arg(static_cast<int>(m_runner->progress() * 100));
        else if (found != m_views.end() && found->second->result() != nullptr)
            state = tr("measured: %1 points")
                        .arg(format::count(
                            static_cast<std::int64_t>(found->second->result()->points.rows.size())));
        card->setState(state);
    }
}

void ExperimentsPage::take(const std::shared_ptr<const ExperimentResult>& result) {
    if (ExperimentView* of = view(result->plan.id)) {
        of->setResult(result);
        if (!of->isVisible())
            emit noticed(
                result->complete
                    ? tr("“%1” is finished.").arg(nameOf(result->plan.id))
                    : tr("“%1” was cancelled; what was measured is kept.").arg(nameOf(result->plan.id)));
    }
    refreshAll();
    emit measuringChanged();
    emit unsavedReportsChanged();
}

void ExperimentsPage::runNext() {
    refreshAll();
    if (ExperimentView* next = std::exchange(m_next, nullptr))
        next->run();
}

void ExperimentsPage::start() {
    ExperimentView* shown = current();
    if (shown == nullptr) {
        emit noticed(tr("Choose an experiment first; F5 then starts it."));
    } else if (const QString reason = reasonAgainst(std::string(shown->entry().id)); !reason.isEmpty()) {
        emit noticed(reason);
    } else if (m_session.running()) {
        emit offered(Session::busyText(), tr("Stop Live and run"), [shown] { shown->run(); });
    } else {
        shown->run();
    }
}

QString ExperimentsPage::measuring() const {
    return m_runner->running() ? tr("“%1” (%2 %)")
                                     .arg(nameOf(m_runner->id()))
                                     .arg(static_cast<int>(m_runner->progress() * 100))
                               : QString();
}

double ExperimentsPage::measuredShare() const {
    return m_runner->progress();
}

QStringList ExperimentsPage::unsaved() const {
    QStringList list;
    if (m_runner->running() && m_runner->plan().machine.id == "here")
        list << tr("“%1”, which is still being measured").arg(nameOf(m_runner->id()));
    for (const auto& [id, each] : m_views) {
        if (each->unsaved())
            list << tr("“%1”: %2 points")
                        .arg(nameOf(id),
                             format::count(static_cast<std::int64_t>(each->result()->points.rows.size())));
    }
    return list;
}

std::vector<UnsavedReport> ExperimentsPage::unsavedReports() const {
    std::vector<UnsavedReport> all;
    for (const auto& [id, each] : m_views) {
        if (each->unsaved())
            std::ranges::move(each->exports().reports(), std::back_inserter(all));
    }
    return all;
}

void ExperimentsPage::reportsSaved() {
    for (const auto& [id, each] : m_views) {
        if (each->unsaved())
            each->exports().markSaved();
    }
}

} // namespace jitterscope::ui
