#include "ui/pages/infer/attention_sheet.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr QSize kSheetSize(760, 560);
constexpr QSize kHeadSize(160, 160); ///< a map is at most so large
constexpr int kHeadTextPx = 28;

/// Cells stay squares with hard borders: they are what the network has.
QPixmap enlarged(const QString& file, qreal ratio) {
    const QImage map(file);
    if (map.isNull())
        return {};
    QPixmap picture = QPixmap::fromImage(
        map.scaled(kHeadSize * ratio, Qt::KeepAspectRatio, Qt::FastTransformation));
    picture.setDevicePixelRatio(ratio);
    return picture;
}

} // namespace

AttentionSheet::AttentionSheet(AttentionAsker& asker, const QPoint& pixel, QWidget* parent)
    : QDialog(parent), m_asker(asker), m_status(makeLabel({}, "hint", this)),
      m_step(new QComboBox(this)), m_layer(new QComboBox(this)), m_heads(new QListWidget(this)) {
    setObjectName(QStringLiteral("attentionSheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What attention looks at from pixel %1, %2").arg(pixel.x()).arg(pixel.y()));
    build();
    connect(&m_asker, &AttentionAsker::progressed, this, [this](const Progress& progress) {
        m_status->setText(tr("The network runs: %1 %").arg(std::lround(100 * progress.fraction)));
    });
    connect(&m_asker, &AttentionAsker::answered, this, &AttentionSheet::showMaps);
    connect(&m_asker, &AttentionAsker::failed, this, [this](const Failure& failure) {
        m_status->setText(sentence(failure.message) + QLatin1Char(' ') + sentence(failure.hint));
    });
}

void AttentionSheet::build() {
    m_status->setWordWrap(true);
    m_status->setText(tr("The network runs once more, with one member and without tiles."));
    m_step->setAccessibleName(tr("Step"));
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_heads->setAccessibleName(tr("Heads"));
    m_heads->setViewMode(QListView::IconMode);
    m_heads->setResizeMode(QListView::Adjust);
    m_heads->setMovement(QListView::Static);
    m_heads->setSelectionMode(QAbstractItemView::NoSelection);
    m_heads->setIconSize(kHeadSize);
    m_heads->setGridSize(kHeadSize + QSize(16, kHeadTextPx + 16));
    auto* choices = new QHBoxLayout;
    choices->addWidget(makeLabel(tr("Step"), "", this));
    choices->addWidget(m_step);
    choices->addSpacing(12);
    choices->addWidget(makeLabel(tr("Layer"), "", this));
    choices->addWidget(m_layer, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(choices);
    column->addWidget(m_heads, 1);
    column->addWidget(m_status);
    column->addWidget(buttons);
    m_step->setEnabled(false);
    m_layer->setEnabled(false);
    connect(m_step, &QComboBox::currentIndexChanged, this, &AttentionSheet::showHeads);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &AttentionSheet::showHeads);
    resize(kSheetSize.boundedTo(parentWidget() != nullptr ? parentWidget()->window()->size()
                                                          : kSheetSize));
}

void AttentionSheet::showMaps(const std::vector<AttentionMapFile>& maps) {
    m_maps = maps;
    for (const AttentionMapFile& map : m_maps) {
        if (m_step->findData(static_cast<qlonglong>(map.step)) < 0)
            m_step->addItem(QString::number(map.step), static_cast<qlonglong>(map.step));
        if (m_layer->findText(toQString(map.layer)) < 0)
            m_layer->addItem(toQString(map.layer));
    }
    m_step->setEnabled(m_step->count() > 1);
    m_layer->setEnabled(m_layer->count() > 1);
    m_step->setCurrentIndex(m_step->count() - 1); // the nearest to what came out
    m_layer->setCurrentIndex(m_layer->count() - 1);
    m_status->setText(
        m_maps.empty() ? tr("This network has no self-attention.")
                       : tr("Black counts nothing, white is the largest weight of that map, "
                            "which stands below it. The weights of a head sum to 100 %; those of "
                            "words of the prompt say how much each place looks at them."));
    showHeads();
}

void AttentionSheet::showHeads() {
    m_heads->clear();
    const qlonglong step = m_step->currentData().toLongLong();
    const std::string layer = m_layer->currentText().toStdString();
    for (const AttentionMapFile& map : m_maps) {
        if (map.step != step || map.layer != layer)
            continue;
        const QString weight = QString::number(100 * map.largest, 'f', 1);
        const QString text = map.token > 0 ? tr("“%1” · %2 %").arg(toQString(map.word), weight)
                                           : tr("Head %1 · %2 %").arg(map.head).arg(weight);
        auto* item = new QListWidgetItem(QIcon(enlarged(toQString(map.file), devicePixelRatioF())),
                                         text, m_heads);
        item->setToolTip(tr("%1 × %2 cells").arg(map.width).arg(map.height));
    }
}

void AttentionSheet::done(int result) {
    m_asker.disconnect(this);
    m_asker.cancel();
    QDialog::done(result);
}

} // namespace unlit::ui
