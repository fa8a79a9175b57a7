#include "ui/train/batch_panel.h"

#include "core/base/log.h"
#include "core/image/image_file.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/cut_label.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kThumbnailPx = 64;
constexpr int kWidthPx = 360;
constexpr int kRowPx = kThumbnailPx + 8;
constexpr int kMostRowsShown = 5;
constexpr std::size_t kMostSamples = 64;

QImage thumbnailOf(const std::filesystem::path& file) {
    try {
        return makeThumbnail(readImage(file).image, kThumbnailPx);
    } catch (...) {
        logSwallowed("making a thumbnail of " + file.string());
        return {}; // the row says what the sample cost all the same
    }
}

} // namespace

BatchPanel::BatchPanel(QWidget* parent)
    : QFrame(parent), m_title(makeCutLabel("plotTitle", this)),
      m_problem(makeLabel({}, "label", this)), m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("viewOptions"));
    m_problem->setWordWrap(true);
    m_list->setIconSize(QSize(kThumbnailPx, kThumbnailPx));
    m_list->setUniformItemSizes(true);
    m_list->setAccessibleName(tr("Samples of the step"));
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("iconButton"));
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setIconSize(QSize(12, 12));
    close->setToolTip(tr("Close (Esc)"));
    close->setAccessibleName(tr("Close"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 8, 8);
    column->setSpacing(6);
    column->addLayout(heading);
    column->addWidget(m_problem);
    column->addWidget(m_list, 1);
    hide();
}

QSize BatchPanel::sizeHint() const {
    constexpr int kHeadingPx = 50;
    const int rows = std::min(m_list->count(), kMostRowsShown);
    return {kWidthPx, kHeadingPx + (rows > 0 ? rows * kRowPx : 60)};
}

void BatchPanel::show(const std::filesystem::path& run, std::int64_t step) {
    m_list->clear();
    showProblem(tr("looking…"));
    setTitle(tr("Batch of step %1").arg(step));
    m_reader.ask(
        [this, run, step](const std::stop_token& stop) {
            const Rows rows = runs::batchOfStep(run, step);
            m_reader.tell(stop, [this, step, rows] { take(step, rows); });
            loadThumbnails(run, rows, stop);
            return std::monostate();
        },
        [](std::monostate) {},
        [this](const Failure& failure) {
            showProblem(sentence(failure.message) + u' ' + sentence(failure.hint));
            emit resized();
        });
    setVisible(true);
    setFocus();
    emit resized();
}

/// On the pool's thread: a picture as soon as it is there.
void BatchPanel::loadThumbnails(const std::filesystem::path& run, const Rows& rows,
                                const std::stop_token& stop) {
    const auto folders = runs::trainingFolders(run);
    const std::size_t count = std::min(rows.size(), kMostSamples);
    for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
        const QImage picture = thumbnailOf(runs::pictureOfSample(folders, rows[i].sample));
        if (picture.isNull())
            continue;
        m_reader.tell(stop, [this, i, picture] {
            m_list->item(static_cast<int>(i))->setIcon(QPixmap::fromImage(picture));
        });
    }
}

void BatchPanel::showProblem(const QString& text) {
    m_list->hide();
    m_problem->setText(text);
    m_problem->show();
}

void BatchPanel::take(std::int64_t step, const Rows& rows) {
    const std::size_t count = std::min(rows.size(), kMostSamples);
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const train::LossRow& row = rows[i];
        sum += row.loss;
        if (i >= count)
            continue;
        auto* item = new QListWidgetItem(tr("%1\nloss %2 · timestep %3")
                                             .arg(toQString(row.sample), figureText(row.loss))
                                             .arg(row.timestep),
                                         m_list);
        item->setSizeHint(QSize(0, kRowPx));
        item->setIcon(themedIcon(QStringLiteral("infer")));
    }
    if (rows.empty()) {
        showProblem(tr("Nothing was kept of this step."));
    } else {
        setTitle(tr("Step %1 · %n pictures · mean loss %2", nullptr, static_cast<int>(rows.size()))
                     .arg(step)
                     .arg(figureText(sum / static_cast<double>(rows.size()))));
        m_problem->hide();
        m_list->show();
    }
    emit resized();
}

/// Cut off where the panel is too narrow: it is whole in the tool tip.
void BatchPanel::setTitle(const QString& title) {
    m_title->setText(title);
    m_title->setToolTip(title);
}

void BatchPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace unlit::ui
