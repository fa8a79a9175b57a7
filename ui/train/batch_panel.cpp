#include "ui/train/batch_panel.h"

#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/image/image_file.h"
#include "core/runs/step_batch.h"
#include "ui/bridge/image_conversion.h"
#include "ui/bridge/text.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kThumbnailPx = 64;
constexpr int kWidthPx = 330;
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

struct BatchPanel::Found {
    int number = 0;
    std::int64_t step = 0;
    std::vector<train::LossRow> rows;
    QString problem;
};

BatchPanel::BatchPanel(QWidget* parent)
    : QFrame(parent), m_title(makeLabel({}, "plotTitle", this)),
      m_problem(makeLabel({}, "label", this)), m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("viewOptions"));
    m_pool.setMaxThreadCount(1);
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

BatchPanel::~BatchPanel() {
    ++m_asked;
    m_pool.clear();
    m_pool.waitForDone();
}

QSize BatchPanel::sizeHint() const {
    constexpr int kHeadingPx = 50;
    const int rows = std::min(m_list->count(), kMostRowsShown);
    return {kWidthPx, kHeadingPx + (rows > 0 ? rows * kRowPx : 60)};
}

void BatchPanel::show(const std::filesystem::path& run, std::int64_t step) {
    const int number = ++m_asked;
    m_pool.clear();
    m_pending = 1;
    m_list->clear();
    m_list->hide();
    m_problem->setText(tr("looking…"));
    m_problem->show();
    m_title->setText(tr("Batch of step %1").arg(step));
    m_pool.start([this, number, run, step] {
        if (m_asked != number)
            return;
        Found found{number, step, {}, {}};
        try {
            found.rows = runs::batchOfStep(run, step);
        } catch (...) {
            const Failure failure = translateCurrentException();
            found.problem = sentence(failure.message) + u' ' + sentence(failure.hint);
        }
        loadThumbnails(run, found);
    });
    setVisible(true);
    setFocus();
    emit resized();
}

/// On the pool's thread: the rows at once, the pictures as they come.
void BatchPanel::loadThumbnails(const std::filesystem::path& run, const Found& found) {
    QMetaObject::invokeMethod(this, [this, found] { take(found); });
    const auto folders = runs::trainingFolders(run);
    const std::size_t count = std::min(found.rows.size(), kMostSamples);
    for (std::size_t i = 0; i < count && m_asked == found.number; ++i) {
        const QImage picture = thumbnailOf(runs::pictureOfSample(folders, found.rows[i].sample));
        QMetaObject::invokeMethod(this, [this, number = found.number, i, picture] {
            if (m_asked != number)
                return;
            --m_pending;
            if (!picture.isNull())
                m_list->item(static_cast<int>(i))->setIcon(QPixmap::fromImage(picture));
        });
    }
}

void BatchPanel::take(const Found& found) {
    if (m_asked != found.number)
        return;
    const std::size_t count = std::min(found.rows.size(), kMostSamples);
    m_pending = static_cast<int>(count);
    double sum = 0;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const train::LossRow& row = found.rows[i];
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
    const bool hasRows = !found.rows.empty();
    if (hasRows)
        m_title->setText(
            tr("Step %1 · %n pictures · mean loss %2", nullptr, static_cast<int>(found.rows.size()))
                .arg(found.step)
                .arg(figureText(sum / static_cast<double>(found.rows.size()))));
    m_problem->setText(found.problem.isEmpty() ? tr("Nothing was kept of this step.")
                                               : found.problem);
    m_problem->setVisible(!hasRows);
    m_list->setVisible(hasRows);
    emit resized();
}

void BatchPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace unlit::ui
