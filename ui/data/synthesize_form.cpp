// The left column of the view that makes synthetic sets: fields and buttons.
#include "ui/data/synthesize_view.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kMaterialsHeightPx = 150;

} // namespace

QWidget* SynthesizeView::makeForm() {
    auto* form = new FormColumn(this);
    form->addSection(tr("Synthetic set"));
    form->addRow(tr("Folder"), makeBrowsed(m_output, tr("Folder of the set")),
                 tr("Where the set is written: a new folder, an empty one, or an earlier "
                    "synthetic set"));
    m_output->setPlaceholderText(tr("A new or empty folder"));
    form->addRow(tr("Pairs"), m_count,
                 tr("How many pairs are rendered, %1 to %2")
                     .arg(m_count->minimum())
                     .arg(m_count->maximum()));
    form->addRow(tr("Size"), m_size,
                 tr("Pixels to a side, %1 to %2").arg(m_size->minimum()).arg(m_size->maximum()));
    form->addRow(tr("Samples"), m_samples,
                 tr("Light paths for each pixel, %1 to %2: more take longer and have less noise")
                     .arg(m_samples->minimum())
                     .arg(m_samples->maximum()));
    form->addRow(tr("Seed"), m_seed,
                 tr("Another seed draws other scenes; the same one gives the same files"));
    form->addWide(m_half);
    m_half->setToolTip(tr("Half as large on disk, with 11 bits of precision"));
    form->addRow(tr("Textures"), makeBrowsed(m_textures, tr("Folder of textures")),
                 tr("Folder of texture sets (base colour, normal, roughness…) that become "
                    "materials, too; empty = none"));
    m_textures->setPlaceholderText(tr("None"));
    form->addRow(tr("Repaint"), m_repaint,
                 tr("How many materials keep their pattern and relief but get other colours"));
    form->addRow(tr("Swap relief"), m_swapRelief,
                 tr("How many materials keep their pattern but get the relief of another"));
    addMaterials(form);
    form->addStretch();
    return form;
}

void SynthesizeView::addMaterials(FormColumn* form) {
    form->addSection(tr("Materials"));
    m_materials->setAccessibleName(tr("Materials that may appear"));
    m_materials->setToolTip(
        tr("Unchecked ones appear nowhere: hold some back to validate on what was never seen"));
    m_materials->setFlow(QListView::LeftToRight);
    m_materials->setWrapping(true);
    m_materials->setResizeMode(QListView::Adjust);
    m_materials->setGridSize(QSize(110, 26));
    m_materials->setMinimumHeight(kMaterialsHeightPx);
    m_materials->setFrameShape(QFrame::NoFrame);
    m_materials->setSelectionMode(QAbstractItemView::NoSelection);
    for (const std::string& family : syntheticFamilies()) {
        auto* item = new QListWidgetItem(toQString(family), m_materials);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    form->addWide(m_materials);
}

QWidget* SynthesizeView::makeBrowsed(QLineEdit* field, const QString& title) {
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* browse = new QPushButton(tr("…"), both);
    browse->setFixedWidth(36);
    browse->setToolTip(title);
    browse->setAccessibleName(title);
    field->setAccessibleName(title);
    browse->setFocusPolicy(Qt::TabFocus);
    row->addWidget(field, 1);
    row->addWidget(browse);
    both->setFocusProxy(field);
    connect(browse, &QPushButton::clicked, this, [this, field, title] {
        const QString folder = QFileDialog::getExistingDirectory(this, title, field->text());
        if (folder.isEmpty())
            return;
        field->setText(folder);
        emit field->editingFinished();
    });
    return both;
}

QWidget* SynthesizeView::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    m_make = new QPushButton(tr("Make the set"), footer);
    setRole(m_make, "primary");
    m_make->setToolTip(tr("Renders all pairs; the folder appears when they are all there"));
    m_stop = new QPushButton(tr("Stop"), footer);
    m_stop->setToolTip(tr("Stops rendering; nothing is left behind"));
    m_state = makeLabel({}, "hint", footer);
    m_bar = new QProgressBar(footer);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_make);
    row->addWidget(m_stop);
    row->addWidget(m_state, 1);
    auto* column = new QVBoxLayout(footer);
    column->setContentsMargins(12, 11, 12, 11);
    column->setSpacing(8);
    column->addLayout(row);
    column->addWidget(m_bar);
    return footer;
}

} // namespace unlit::ui
