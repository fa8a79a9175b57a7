#include "ui/pages/infer/output_section.h"

#include "core/session/infer/output_names.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QSignalBlocker>

namespace unlit::ui {

namespace {

enum FolderEntry { Beside, Chosen, Browse };

} // namespace

OutputSection::OutputSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_kind(new QComboBox(&form)), m_folder(new QComboBox(&form)),
      m_name(new QLineEdit(&form)), m_names(makeLabel({}, "hint", &form)),
      m_uncertainty(new QCheckBox(tr("Uncertainty"), &form)),
      m_sidecar(new QCheckBox(tr("Side-car"), &form)),
      m_saveWhenDone(new QCheckBox(tr("Save when done"), &form)),
      m_skipExisting(new QCheckBox(tr("Skip existing"), &form)) {
    form.addSection(tr("Output"));
    for (QComboBox* box : {m_kind, m_folder}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    const auto addKind = [this](const QString& text, OutputKind kind) {
        m_kind->addItem(text, static_cast<int>(kind));
    };
    addKind(tr("As the input"), OutputKind::AsInput);
    addKind(tr("Layered EXR, half"), OutputKind::LayeredHalf);
    addKind(tr("Layered EXR, float"), OutputKind::LayeredFloat);
    addKind(tr("EXR, half"), OutputKind::ExrHalf);
    addKind(tr("EXR, float"), OutputKind::ExrFloat);
    addKind(tr("PNG, 16 bit"), OutputKind::Png16);
    addKind(tr("PNG, 8 bit, dithered"), OutputKind::Png8);
    addKind(tr("TIFF, float"), OutputKind::Tiff);
    addKind(tr("TIFF, 16 bit"), OutputKind::Tiff16);
    form.addRow(
        tr("Format"), m_kind,
        tr("As the input: EXR gives a layered EXR, TIFF a TIFF, other files a PNG of as "
           "many bits. Layered: one EXR with all layers of the input, each target, uncertainty, "
           "shading and residual. Others: a file for each target. EXR and float TIFF hold "
           "linear values, the others are encoded for the screen"));
    form.addRow(tr("Folder"), m_folder, tr("Where files are written"));
    addFileRows(form);
    connect(m_kind, &QComboBox::activated, this, &OutputSection::edited);
    connect(m_name, &QLineEdit::textChanged, this, [this] { emit edited(); });
    for (QCheckBox* box : {m_uncertainty, m_sidecar, m_saveWhenDone, m_skipExisting})
        connect(box, &QCheckBox::toggled, this, &OutputSection::edited);
    connect(m_saveWhenDone, &QCheckBox::toggled, m_skipExisting, &QWidget::setEnabled);
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

void OutputSection::addFileRows(FormColumn& form) {
    QString fields = tr("Names of files, without suffix. Fields:");
    for (const OutputNameField& field : outputNameFields())
        fields += QStringLiteral("\n{%1}  %2").arg(toQString(field.name), toQString(field.meaning));
    form.addRow(tr("Name"), m_name, fields);
    m_name->setPlaceholderText(QString::fromLatin1(kDefaultOutputName));
    m_names->setWordWrap(true);
    m_names->setMinimumHeight(30);
    m_names->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    form.addRow({}, m_names,
                tr("Files that Save writes. An existing file is never replaced unasked"));
    auto* boxes = new QWidget(&form);
    auto* grid = new QGridLayout(boxes);
    grid->setContentsMargins(0, 2, 0, 0);
    grid->setVerticalSpacing(6);
    const auto addBox = [grid](QCheckBox* box, int row, int column, const QString& toolTip) {
        box->setToolTip(toolTip);
        box->setAccessibleDescription(toolTip);
        box->setAccessibleName(box->text());
        grid->addWidget(box, row, column);
    };
    addBox(m_uncertainty, 0, 0,
           tr("Write the uncertainty of each target as a file; layered files have it "
              "anyway"));
    addBox(m_sidecar, 0, 1,
           tr("Write a JSON file beside the result: input, model and all settings. "
              "“unlit infer --from FILE.json” makes the same pixels"));
    addBox(m_saveWhenDone, 1, 0, tr("Write the files of each image as soon as it is done"));
    addBox(m_skipExisting, 1, 1,
           tr("With “Save when done”: an image whose files are all there does not run again"));
    form.addWide(boxes);
    m_names->setAccessibleName(tr("Files"));
}

void OutputSection::setChoice(const OutputChoice& choice) {
    const QSignalBlocker quiet(this);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(choice.kind)));
    m_uncertainty->setChecked(choice.uncertainty);
    m_sidecar->setChecked(choice.sidecar);
    m_saveWhenDone->setChecked(choice.saveWhenDone);
    m_skipExisting->setChecked(choice.skipExisting);
    m_skipExisting->setEnabled(choice.saveWhenDone);
    if (m_name->text() != choice.name)
        m_name->setText(choice.name);
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
    choice.sidecar = m_sidecar->isChecked();
    choice.saveWhenDone = m_saveWhenDone->isChecked();
    choice.skipExisting = m_skipExisting->isChecked();
    choice.name =
        m_name->text().isEmpty() ? QString::fromLatin1(kDefaultOutputName) : m_name->text();
    choice.folder = m_folderPath;
    return choice;
}

void OutputSection::setNames(const QStringList& names) {
    setRole(m_names, "hint");
    QStringList shown = names.mid(0, 3);
    if (names.size() > shown.size())
        shown += tr("and %1 more").arg(names.size() - shown.size());
    const QFontMetrics metrics(m_names->font());
    for (QString& name : shown)
        name = metrics.elidedText(name, Qt::ElideMiddle, std::max(120, m_names->width()));
    m_names->setText(shown.join(u'\n'));
}

void OutputSection::setNameProblem(const QString& problem) {
    setRole(m_names, "bad");
    m_names->setText(problem);
}

} // namespace unlit::ui
