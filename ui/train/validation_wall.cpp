#include "ui/train/validation_wall.h"

#include "core/runs/run_finder.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kOtherRun = -2;     // the item that asks for one
constexpr int kLeastWallPx = 196; // the card that stands there without pictures

QString stepName(std::int64_t step) {
    return QObject::tr("iter %1").arg(step);
}

} // namespace

ValidationWall::ValidationWall(QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)),
      m_wall(new PictureWall(m_pictures, m_stack)), m_viewer(new RunsPictures(m_stack)),
      m_viewerPage(makeViewer()), m_notice(new NoticeCard(m_wall)),
      m_stepText(makeLabel({}, "label", this)), m_slider(new QSlider(Qt::Horizontal, this)),
      m_mean(makeLabel({}, "label", this)), m_exposure(new QDoubleSpinBox(this)),
      m_target(new QComboBox(this)), m_other(new QComboBox(this)),
      m_modes(new SegmentedControl(this)) {
    m_stack->addWidget(m_wall);
    m_stack->addWidget(m_viewerPage);
    m_stack->setMinimumHeight(kLeastWallPx); // not that of the viewer, which is seldom open
    m_wall->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_stack, 1);
    connect(&m_pictures, &WallPictures::answered, this, &ValidationWall::take);
    connect(m_wall, &PictureWall::opened, this, &ValidationWall::openRow);
    updateBar();
}

QWidget* ValidationWall::makeViewer() {
    auto* page = new QWidget(m_stack);
    auto* back = new QPushButton(tr("Back to the wall"), page);
    back->setProperty("role", QStringLiteral("link"));
    back->setToolTip(tr("All pictures again (Esc)"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 2, 8, 0);
    row->addWidget(back);
    row->addStretch(1);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_viewer, 1);
    auto* escape = new QShortcut(Qt::Key_Escape, page);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ValidationWall::closeViewer);
    connect(back, &QPushButton::clicked, this, &ValidationWall::closeViewer);
    return page;
}

QWidget* ValidationWall::makeBar() {
    auto* bar = new QWidget(this);
    m_slider->setAccessibleName(tr("Step"));
    m_slider->setToolTip(tr("The step that the pictures are from (Ctrl+PgUp, Ctrl+PgDown)"));
    m_slider->setMinimumWidth(60);
    m_stepText->setMinimumWidth(86);
    m_exposure->setRange(-8, 8);
    m_exposure->setSingleStep(0.5);
    m_exposure->setDecimals(1);
    m_exposure->setSuffix(tr(" EV"));
    m_exposure->setAccessibleName(tr("Exposure"));
    m_exposure->setToolTip(
        tr("Exposure of all pictures, in stops; the error's scale goes with it"));
    m_target->setAccessibleName(tr("Target"));
    m_target->setToolTip(tr("What was predicted"));
    m_other->setAccessibleName(tr("Wipe against"));
    m_other->setToolTip(tr("What stands left of the line"));
    m_modes->setItems({tr("Grid"), tr("Wipe")},
                      {tr("Predictions as they are"),
                       tr("Predictions of another step or run, left of a line that is dragged")});
    m_modes->setAccessibleName(tr("Way of comparing"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 6, 12, 4);
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("Validation"), "plotTitle", bar));
    row->addWidget(m_stepText);
    row->addWidget(m_slider, 1);
    row->addWidget(m_mean);
    row->addWidget(m_target);
    row->addWidget(m_exposure);
    row->addWidget(m_other);
    row->addWidget(m_modes);
    connect(m_slider, &QSlider::valueChanged, this, [this](int index) {
        const auto at = static_cast<std::size_t>(index);
        showStep(at + 1 >= m_answer.steps.size() ? -1 : m_answer.steps[at]);
    });
    connect(m_target, &QComboBox::textActivated, this, [this](const QString& target) {
        m_question.target = target;
        ask();
    });
    connect(m_exposure, &QDoubleSpinBox::valueChanged, m_wall, &PictureWall::setExposure);
    connect(m_modes, &SegmentedControl::chosen, this,
            [this](int mode) { setMode(static_cast<WallMode>(mode)); });
    connect(m_other, &QComboBox::activated, this, &ValidationWall::chooseOther);
    return bar;
}

void ValidationWall::setRun(const std::filesystem::path& folder) {
    if (folder == m_question.shown.run)
        return;
    m_question = {{folder, -1}, {}, {}};
    m_answer = {};
    setMode(WallMode::Grid);
    closeViewer();
    m_wall->setRows({}, {}, {});
    m_wall->fit();
    updateBar();
    ask();
}

void ValidationWall::refresh() {
    if (!m_question.shown.run.empty() && !m_pictures.isBusy())
        ask();
}

void ValidationWall::ask() {
    m_pictures.ask(m_question);
}

void ValidationWall::showStep(std::int64_t step) {
    m_question.shown.step = step;
    ask();
}

void ValidationWall::stepBy(int count) {
    if (isViewerOpen())
        m_viewer->stepBy(count);
    else
        m_slider->setValue(m_slider->value() + count);
}

void ValidationWall::wipeAgainst(const std::filesystem::path& run, std::int64_t step) {
    m_question.other = {run, step};
    m_modes->setCurrent(static_cast<int>(WallMode::Wipe));
    m_wall->setMode(WallMode::Wipe);
    ask();
}

void ValidationWall::setMode(WallMode mode) {
    m_modes->setCurrent(static_cast<int>(mode));
    m_wall->setMode(mode);
    m_other->setVisible(mode == WallMode::Wipe);
    // The first thing that one wants to know: has it come any further?
    if (mode == WallMode::Wipe && m_question.other.run.empty() && !m_answer.steps.empty())
        wipeAgainst(m_question.shown.run, m_answer.steps.front());
}

void ValidationWall::chooseOther(int index) {
    const std::int64_t step = m_other->itemData(index).toLongLong();
    if (step >= 0)
        return wipeAgainst(m_question.shown.run, step);
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("The run to wipe against"), toQString(m_question.shown.run.parent_path()));
    if (!folder.isEmpty())
        wipeAgainst(toPath(folder), -1);
    else
        fillOthers();
}

void ValidationWall::openRow(int row) {
    const WallRow& content = m_wall->rows()[static_cast<std::size_t>(row)];
    m_wall->setCurrent(row);
    std::vector<RunPictureQuestion::Run> runs = {
        {m_question.shown.run, toQString(m_question.shown.run.filename())}};
    const std::filesystem::path& other = m_question.other.run;
    if (m_modes->current() == static_cast<int>(WallMode::Wipe) && other != m_question.shown.run)
        runs.push_back({other, toQString(other.filename())});
    m_stack->setMinimumHeight(m_viewerPage->minimumSizeHint().height());
    m_stack->setCurrentWidget(m_viewerPage);
    m_viewer->setPlace(m_answer.step, content.sample, m_answer.target);
    m_viewer->setRuns(std::move(runs));
    m_viewer->viewer().view().setFocus();
}

void ValidationWall::closeViewer() {
    if (!isViewerOpen())
        return; // the keys stay where they are
    m_stack->setMinimumHeight(kLeastWallPx);
    m_stack->setCurrentWidget(m_wall);
    m_wall->setFocus();
}

void ValidationWall::take(const WallAnswer& answer) {
    if (answer == m_answer) { // most looks bring nothing: lists that are open stay as they are
        showMean();
        return;
    }
    m_answer = answer;
    m_wall->setRows(answer.rows, stepName(answer.step),
                    answer.otherStep < 0 ? QString()
                    : m_question.other.run == m_question.shown.run
                        ? stepName(answer.otherStep)
                        : toQString(m_question.other.run.filename()) + u' ' +
                              stepName(answer.otherStep));
    updateBar();
}

void ValidationWall::updateBar() {
    const auto& steps = m_answer.steps;
    const auto at = std::ranges::find(steps, m_answer.step) - steps.begin();
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, std::max(0, static_cast<int>(steps.size()) - 1));
        m_slider->setValue(static_cast<int>(at));
    }
    m_slider->setEnabled(steps.size() > 1);
    m_stepText->setText(steps.empty() ? QString() : stepName(m_answer.step));
    showMean();
    {
        const QSignalBlocker quiet(m_target);
        m_target->clear();
        m_target->addItems(m_answer.targets);
        m_target->setCurrentText(m_answer.target);
    }
    m_target->setVisible(m_answer.targets.size() > 1);
    for (QWidget* control : std::initializer_list<QWidget*>{m_exposure, m_modes})
        control->setEnabled(!steps.empty());
    m_other->setVisible(m_modes->current() == static_cast<int>(WallMode::Wipe));
    fillOthers();
    updateNotice();
}

void ValidationWall::showMean() {
    const bool hasPictures = m_meanAt && !m_answer.steps.empty();
    m_mean->setText(hasPictures ? m_meanAt(m_answer.step) : QString());
}

void ValidationWall::fillOthers() {
    const QSignalBlocker quiet(m_other);
    m_other->clear();
    for (const std::int64_t step : m_answer.steps)
        m_other->addItem(stepName(step), QVariant::fromValue<qlonglong>(step));
    m_other->addItem(tr("Another run…"), QVariant::fromValue<qlonglong>(kOtherRun));
    if (m_question.other.run == m_question.shown.run) {
        m_other->setCurrentIndex(
            m_other->findData(QVariant::fromValue<qlonglong>(m_answer.otherStep)));
        return;
    }
    m_other->insertItem(0, toQString(m_question.other.run.filename()),
                        QVariant::fromValue<qlonglong>(kOtherRun));
    m_other->setCurrentIndex(0);
}

void ValidationWall::updateNotice() {
    if (!m_answer.rows.empty()) {
        m_notice->hide();
        return;
    }
    m_notice->show({.icon = QStringLiteral("infer"),
                    .title = tr("No pictures yet"),
                    .text = tr("They come every visualization_period steps, or at once "
                               "with Validate now.")});
}

bool ValidationWall::isSettled() {
    if (isViewerOpen())
        return m_viewer->isSettled();
    return !m_pictures.isBusy() && m_wall->isComplete();
}

bool ValidationWall::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        updateNotice();
    return QWidget::eventFilter(watched, event);
}

} // namespace unlit::ui
