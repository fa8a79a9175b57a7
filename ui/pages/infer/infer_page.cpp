#include "ui/pages/infer/infer_page.h"

#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <QKeyEvent>

namespace unlit::ui {

namespace {

constexpr int kQueueWidthPx = 278;
constexpr int kSettingsWidthPx = 320;

} // namespace

InferPage::InferPage(const InferenceController::MakeService& makeService,
                     const ModelInspector::Inspect& inspect, QWidget* parent)
    : QWidget(parent), m_controller(makeService),
      m_queue(new QueuePanel(m_controller.queue(), this)), m_viewer(new ViewerPanel(this)),
      m_settings(new SettingsPanel(this)),
      m_columns(new QSplitter(this)), m_parts{*this,     m_controller, *m_queue,
                                              *m_viewer, *m_settings,  0,
                                              {}},
      m_model(m_parts, inspect), m_estimates(m_parts), m_saver(m_parts), m_verbs(m_parts, m_saver),
      m_intake(m_parts, m_verbs), m_sequence(m_parts), m_anchor(m_parts), m_strokes(m_parts),
      m_clipboard(m_parts, m_strokes), m_itemSettings(m_parts, m_saver),
      m_shown(m_parts, m_itemSettings, m_sequence, m_strokes),
      m_memory(m_parts, m_verbs, m_strokes, m_estimates), m_duties{m_model,        m_saver,
                                                                   m_verbs,        m_intake,
                                                                   m_sequence,     m_anchor,
                                                                   m_strokes,      m_clipboard,
                                                                   m_itemSettings, m_shown},
      m_actions(m_parts, m_duties), m_menus(m_parts, m_duties, m_actions) {
    layOutColumns(*this, *m_columns,
                  {{m_queue, kQueueWidthPx}, {m_viewer}, {m_settings, kSettingsWidthPx}});
    connectParts();
    connectRuns();
    m_itemSettings.take();
    m_shown.showChosen();
}

void InferPage::connectParts() {
    connect(m_queue, &QueuePanel::picturesMissed, &m_controller.pictures(),
            &QueuePictures::rowsSeen);
    connect(m_viewer, &ViewerPanel::layerFailed, this, [this](const Failure& failure) {
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    connect(&m_itemSettings, &ItemSettings::shown, &m_estimates, &RunEstimates::update);
    connect(this, &InferPage::jobChanged, &m_estimates, &RunEstimates::jobMoved);
    connect(&m_saver, &ResultSaver::closeReady, this, &InferPage::closeReady);
    connect(&m_model, &ChosenModel::valuesChanged, &m_itemSettings, &ItemSettings::take);
    connect(&m_model, &ChosenModel::changed, &m_shown, &ShownItem::showChosen);
    connect(&m_intake, &ImageIntake::modelFound, &m_model, &ChosenModel::choose);
    connect(&m_intake, &ImageIntake::lorasFound, &m_model, &ChosenModel::addLoras);
    connect(&m_intake, &ImageIntake::pairsFromTexturesAsked, this,
            &InferPage::pairsFromTexturesAsked);
    connect(&m_intake, &ImageIntake::setAsked, this, &InferPage::setAsked);
    connect(&m_strokes, &StrokesMode::setAsked, this, &InferPage::setAsked);
}

void InferPage::connectRuns() {
    const QueueRunner& runner = m_controller.runner();
    connect(&runner, &QueueRunner::runningChanged, this, &InferPage::jobChanged);
    connect(&runner, &QueueRunner::progressed, this, &InferPage::jobChanged);
    connect(&runner, &QueueRunner::resultReady, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id); item != nullptr && item->result)
            tellResult(*item->result);
        m_estimates.update();
    });
    connect(&m_controller.upkeep(), &ResultUpkeep::savingChanged, this, &InferPage::jobChanged);
    connect(&m_controller, &InferenceController::noted, this,
            [this](QueueItemId id, const QString& text) {
                const QueueItem* item = m_controller.queue().find(id);
                if (item != nullptr)
                    say(MessageBar::Kind::Bad, toQString(item->name()), text);
            });
}

void InferPage::tellResult(const InferenceResult& result) {
    if (result.badPixels > 0)
        say(MessageBar::Kind::Bad,
            tr("%1 pixels of %2 are no finite numbers.")
                .arg(result.badPixels)
                .arg(toQString(result.request.input.filename())),
            tr("The network saw them clipped; the result may be wrong there."));
    const UsedSettings& used = result.prediction.used;
    m_estimates.add(result);
    QStringList parts{toQString(used.device).toUpper()};
    if (used.device == "cpu")
        parts += tr("%n threads", nullptr, computeThreads());
    parts += toQString(toString(used.precision));
    emit machineChanged(parts.join(QStringLiteral(" · ")));
}

void InferPage::setSettings(const InferSettings& settings) {
    m_settings->setSettings(settings);
    m_model.hideBroken();
    m_itemSettings.take();
    if (!settings.modelFolder.isEmpty())
        chooseModel(settings.modelFolder);
}

void InferPage::setViewerSettings(const ViewerSettings& settings) {
    ViewState& state = m_viewer->viewer().state();
    state.setPaintLimits(settings.paintLimits);
    state.setMarksPaint(settings.marksPaint);
    state.setMarksLightless(settings.marksLightless);
}

ViewerSettings InferPage::viewerSettings() const {
    const ToneSettings& tone = m_viewer->viewer().state().tone();
    return {tone.marksPaint, tone.marksLightless, tone.paintLimits};
}

void InferPage::stop() {
    m_memory.end(); // first: what is cancelled now waits again next time
    m_controller.edits().cancelAll();
}

/// Keys that mean something else while strokes are drawn.
bool InferPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (m_strokes.desk().takesKey(key->key(), key->modifiers())) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void InferPage::keyPressEvent(QKeyEvent* event) {
    if (!m_strokes.takeKey(*event) && !m_sequence.takeKey(*event))
        QWidget::keyPressEvent(event);
}

} // namespace unlit::ui
