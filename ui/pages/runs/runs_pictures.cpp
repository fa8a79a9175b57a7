#include "ui/pages/runs/runs_pictures.h"

#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr std::size_t kMostCompared = 4;

void fill(QComboBox& box, const QStringList& words, const QString& chosen) {
    const QSignalBlocker quiet(&box);
    box.clear();
    box.addItems(words);
    box.setCurrentText(chosen);
}

} // namespace

RunsPictures::RunsPictures(QWidget* parent)
    : QWidget(parent), m_viewer(new Viewer(this)), m_notice(new NoticeCard(&m_viewer->view())),
      m_slider(new QSlider(Qt::Horizontal, this)), m_stepText(makeLabel({}, "label", this)),
      m_beside(new QComboBox(this)), m_sample(new QComboBox(this)), m_target(new QComboBox(this)) {
    m_viewer->state().setMode(CompareMode::Side);
    m_viewer->setHistogramShown(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_viewer, 1);
}

QWidget* RunsPictures::makeBar() {
    auto* bar = new QWidget(this);
    m_slider->setAccessibleName(tr("Step"));
    m_slider->setToolTip(tr("The step that the pictures are from (Ctrl+PgUp, Ctrl+PgDown)"));
    m_slider->setMinimumWidth(46);
    m_stepText->setMinimumWidth(120);
    m_beside->setAccessibleName(tr("Another step"));
    m_beside->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_beside->setMinimumContentsLength(12);
    m_beside->setToolTip(tr("Another step of the same runs, beside the one of the slider"));
    m_sample->setAccessibleName(tr("Picture"));
    m_sample->setToolTip(tr("The input that the runs were tried on"));
    m_sample->setMinimumWidth(120);
    m_target->setAccessibleName(tr("Target"));
    m_target->setToolTip(tr("What was predicted"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    row->addWidget(m_stepText);
    row->addWidget(m_slider, 1);
    row->addWidget(m_beside);
    row->addWidget(m_target);
    row->addWidget(m_sample);
    connect(m_slider, &QSlider::valueChanged, this, [this](int index) {
        m_question.step = m_steps[static_cast<std::size_t>(index)];
        ask();
    });
    connect(m_beside, &QComboBox::activated, this,
            [this](int index) { setBeside(m_beside->itemData(index).toLongLong()); });
    connect(m_sample, &QComboBox::textActivated, this, [this](const QString& sample) {
        m_question.sample = sample;
        ask();
    });
    connect(m_target, &QComboBox::textActivated, this, [this](const QString& target) {
        m_question.target = target;
        ask();
    });
    return bar;
}

void RunsPictures::setRuns(std::vector<RunPictureQuestion::Run> runs) {
    if (runs.size() > kMostCompared)
        runs.resize(kMostCompared);
    const bool isSame =
        std::ranges::equal(runs, m_question.runs, {}, &RunPictureQuestion::Run::folder,
                           &RunPictureQuestion::Run::folder);
    m_question.runs = std::move(runs);
    if (!isSame)
        ask();
}

void RunsPictures::setPlace(std::int64_t step, const QString& sample, const QString& target) {
    m_question.step = step;
    m_question.sample = sample;
    m_question.target = target;
    ask();
}

void RunsPictures::stepBy(int count) {
    m_slider->setValue(m_slider->value() + count);
}

void RunsPictures::setBeside(std::int64_t step) {
    m_question.beside = step;
    ask();
}

/// What was asked for stays chosen where this picture has it not: another one may.
void RunsPictures::fillBeside(std::int64_t chosen) {
    const QSignalBlocker quiet(m_beside);
    m_beside->clear();
    m_beside->addItem(tr("this step alone"), qlonglong{-1});
    for (const std::int64_t step : m_steps)
        m_beside->addItem(tr("beside step %1").arg(step), static_cast<qlonglong>(step));
    m_beside->setCurrentIndex(std::max(0, m_beside->findData(static_cast<qlonglong>(chosen))));
    m_beside->setEnabled(m_steps.size() > 1);
}

void RunsPictures::ask() {
    m_isDue = !isVisible();
    if (!m_isDue)
        read();
}

void RunsPictures::read() {
    m_reader.ask(
        [question = m_question](const std::stop_token& stop) { return answerTo(question, stop); },
        [this](const RunPictureAnswer& answer) { take(answer); });
}

void RunsPictures::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    read(); // there may be more steps by now
    m_isDue = false;
}

void RunsPictures::showNotice(const QString& title, const QString& text) {
    m_viewer->clear();
    m_shownKey.clear();
    m_notice->show({.icon = QStringLiteral("infer"), .title = title, .text = text});
}

void RunsPictures::take(const RunPictureAnswer& answer) {
    m_steps = answer.steps;
    const auto at = std::ranges::find(m_steps, answer.step) - m_steps.begin();
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, std::max(0, static_cast<int>(m_steps.size()) - 1));
        m_slider->setValue(static_cast<int>(at));
    }
    m_slider->setEnabled(m_steps.size() > 1);
    fillBeside(m_question.beside);
    m_stepText->setText(
        m_steps.empty()
            ? QString()
            : tr("step %1 · %2 of %3").arg(answer.step).arg(at + 1).arg(m_steps.size()));
    fill(*m_sample, answer.samples, answer.sample);
    fill(*m_target, answer.targets, answer.target);
    m_target->setVisible(answer.targets.size() > 1);
    m_sample->setVisible(!answer.samples.isEmpty());
    if (m_question.runs.empty())
        return showNotice(tr("No run chosen"), tr("Choose a run in the table, or check several."));
    if (answer.pictures.empty())
        return showNotice(tr("No pictures yet"),
                          answer.problem.isEmpty()
                              ? tr("A run saves pictures every visualization_period steps of its "
                                   "trainer, or when `unlit visualize` is asked for them.")
                              : answer.problem);
    m_notice->hide();
    std::vector<ViewerLayer> layers;
    std::vector<int> predictions;
    QString key;
    for (const RunPicture& picture : answer.pictures) {
        if (picture.isPrediction)
            predictions.push_back(static_cast<int>(layers.size()));
        key += picture.name + u'\n';
        layers.push_back({.name = picture.name,
                          .source = m_viewer->pyramid(picture.image),
                          .tone = {.isRaw = picture.image->space == ColorSpace::Raw}});
    }
    // Two runs beside each other; one beside the truth.
    int base = predictions.empty() ? 0 : predictions.front();
    int current =
        predictions.size() > 1 ? predictions[1] : std::min(1, static_cast<int>(layers.size()) - 1);
    if (std::exchange(m_shownKey, key) == key) { // another step: what was chosen stays
        base = m_viewer->baseLayer();
        current = m_viewer->currentLayer();
    }
    m_viewer->setLayers(std::move(layers), base, current);
}

} // namespace unlit::ui
