#include "ui/pages/output_section.h"

#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QFileInfo>
#include <QSignalBlocker>

namespace unlit::ui {

namespace {

enum FolderEntry { Beside, Chosen, Browse };

} // namespace

OutputSection::OutputSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_kind(new QComboBox(&form)), m_folder(new QComboBox(&form)),
      m_names(makeLabel({}, "label", &form)),
      m_uncertainty(new QCheckBox(tr("With uncertainty"), &form)),
      m_saveWhenDone(new QCheckBox(tr("Save when done"), &form)) {
    form.addSection(tr("Output"));
    for (QComboBox* box : {m_kind, m_folder}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    m_kind->addItem(tr("Layered EXR, half"), static_cast<int>(OutputKind::LayeredHalf));
    m_kind->addItem(tr("EXR, half"), static_cast<int>(OutputKind::ExrHalf));
    m_kind->addItem(tr("EXR, float"), static_cast<int>(OutputKind::ExrFloat));
    m_kind->addItem(tr("PNG, 16 bit"), static_cast<int>(OutputKind::Png16));
    m_kind->addItem(tr("PNG, 8 bit"), static_cast<int>(OutputKind::Png8));
    m_kind->addItem(tr("TIFF, float"), static_cast<int>(OutputKind::Tiff));
    form.addRow(tr("Format"), m_kind,
                tr("Layered: everything in one EXR. Others: a file for each target. EXR and TIFF "
                   "hold linear values, PNG is encoded for the screen"));
    form.addRow(tr("Folder"), m_folder, tr("Where files are written"));
    m_names->setFont(valueFont());
    m_names->setWordWrap(true);
    m_names->setMinimumHeight(34);
    m_names->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form.addRow(tr("Name"), m_names,
                tr("Files that Save writes. An existing file is never replaced unasked"));
    form.addRow({}, m_uncertainty, tr("Write the uncertainty of each target too"));
    form.addRow({}, m_saveWhenDone, tr("Write the files of each image as soon as it is done"));
    connect(m_kind, &QComboBox::activated, this, &OutputSection::edited);
    connect(m_uncertainty, &QCheckBox::toggled, this, &OutputSection::edited);
    connect(m_saveWhenDone, &QCheckBox::toggled, this, &OutputSection::edited);
    connect(m_folder, &QComboBox::activated, this, [this](int index) {
        if (m_folder->itemData(index).toInt() == Browse) {
            showFolder(m_folderPath); // what is chosen stays until a folder has been picked
            emit browseAsked();
            return;
        }
        if (m_folder->itemData(index).toInt() == Beside)
            m_folderPath.clear();
        emit edited();
    });
    showFolder({});
}

void OutputSection::setChoice(const OutputChoice& choice) {
    const QSignalBlocker quiet(this);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(choice.kind)));
    m_uncertainty->setChecked(choice.uncertainty);
    m_saveWhenDone->setChecked(choice.saveWhenDone);
    showFolder(choice.folder);
}

void OutputSection::showFolder(const QString& folder) {
    m_folderPath = folder;
    m_folder->clear();
    m_folder->addItem(tr("Beside the input"), Beside);
    if (!folder.isEmpty()) {
        m_folder->addItem(QFileInfo(folder).fileName(), Chosen);
        m_folder->setItemData(Chosen, folder, Qt::ToolTipRole);
    }
    m_folder->addItem(tr("Choose folder…"), Browse);
    m_folder->setCurrentIndex(folder.isEmpty() ? Beside : Chosen);
}

OutputChoice OutputSection::choice() const {
    OutputChoice choice;
    choice.kind = static_cast<OutputKind>(m_kind->currentData().toInt());
    choice.uncertainty = m_uncertainty->isChecked();
    choice.saveWhenDone = m_saveWhenDone->isChecked();
    choice.folder = m_folderPath;
    return choice;
}

void OutputSection::setNames(const QStringList& names) {
    QStringList shown = names.mid(0, 4);
    if (names.size() > shown.size())
        shown += tr("and %1 more").arg(names.size() - shown.size());
    const QFontMetrics metrics(m_names->font());
    for (QString& name : shown)
        name = metrics.elidedText(name, Qt::ElideMiddle, std::max(120, m_names->width()));
    m_names->setText(shown.join(u'\n'));
}

} // namespace unlit::ui
