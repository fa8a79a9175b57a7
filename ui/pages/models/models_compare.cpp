#include "ui/pages/models/models_compare.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

/// Of a picture's name on the button; a long one would make the page wider than the window.
constexpr int kNamePx = 120;

} // namespace

ModelsCompare::ModelsCompare(InferenceController::MakeService makeService, QWidget* parent)
    : QWidget(parent), m_comparison(new ModelComparison(std::move(makeService), this)),
      m_first(new QComboBox(this)), m_second(new QComboBox(this)), m_choose(new QPushButton(this)),
      m_run(new QPushButton(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_comparison, 1);
    connect(m_comparison, &ModelComparison::stateChanged, this, &ModelsCompare::refresh);
    refresh();
    m_comparison->say(tr("Two models, one picture"),
                      tr("Choose two models and a picture. Each model runs with the steps and the "
                         "size that it was made for."));
}

QWidget* ModelsCompare::makeBar() {
    auto* bar = new QWidget(this);
    m_first->setAccessibleName(tr("First model"));
    m_second->setAccessibleName(tr("Second model"));
    for (QComboBox* box : {m_first, m_second}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(9);
        connect(box, &QComboBox::currentIndexChanged, this, &ModelsCompare::refresh);
    }
    m_run->setProperty("role", QStringLiteral("primary"));
    connect(m_choose, &QPushButton::clicked, this, &ModelsCompare::choosePicture);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_comparison->isBusy())
            m_comparison->cancel();
        else
            compare();
    });
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    row->addWidget(m_first, 2);
    row->addWidget(makeLabel(tr("and"), "label", this));
    row->addWidget(m_second, 2);
    row->addWidget(makeLabel(tr("on"), "label", this));
    row->addWidget(m_choose, 1);
    row->addWidget(m_run);
    return bar;
}

void ModelsCompare::setModels(const std::vector<Model>& models) {
    if (models == m_models)
        return;
    const auto folderOf = [this](const QComboBox& box) {
        const Model* model = chosen(box);
        return model != nullptr ? model->folder : std::filesystem::path();
    };
    const std::array before = {folderOf(*m_first), folderOf(*m_second)};
    m_models = models;
    int which = 0;
    for (QComboBox* box : {m_first, m_second}) {
        const QSignalBlocker quiet(box);
        box->clear();
        for (const Model& model : models)
            box->addItem(model.name);
        const auto found =
            std::ranges::find(models, before[static_cast<std::size_t>(which)], &Model::folder);
        const int fallback = std::min(which, static_cast<int>(models.size()) - 1);
        box->setCurrentIndex(found != models.end() ? static_cast<int>(found - models.begin())
                                                   : fallback);
        ++which;
    }
    if (m_second->currentIndex() == m_first->currentIndex() && models.size() > 1)
        m_second->setCurrentIndex(m_first->currentIndex() == 0 ? 1 : 0);
    refresh();
}

void ModelsCompare::setCurrent(const std::filesystem::path& folder) {
    const auto found = std::ranges::find(m_models, folder, &Model::folder);
    if (found == m_models.end() || m_comparison->isBusy())
        return;
    const int index = static_cast<int>(found - m_models.begin());
    if (m_second->currentIndex() == index) // not the same one twice
        m_second->setCurrentIndex(m_first->currentIndex());
    m_first->setCurrentIndex(index);
}

void ModelsCompare::setPicture(const std::filesystem::path& picture) {
    m_picture = picture;
    refresh();
}

void ModelsCompare::choosePicture() {
    const QString file = QFileDialog::getOpenFileName(this, tr("A picture for both models"),
                                                      toQString(m_picture.parent_path()));
    if (!file.isEmpty())
        setPicture(toPath(file));
}

const ModelsCompare::Model* ModelsCompare::chosen(const QComboBox& box) const {
    const int index = box.currentIndex();
    return index >= 0 && index < static_cast<int>(m_models.size())
               ? &m_models[static_cast<std::size_t>(index)]
               : nullptr;
}

void ModelsCompare::compare() {
    if (m_run->isEnabled() && !m_comparison->isBusy())
        m_comparison->compare(m_picture, {*chosen(*m_first), *chosen(*m_second)});
}

void ModelsCompare::refresh() {
    const bool isBusy = m_comparison->isBusy();
    const bool canRun = chosen(*m_first) != nullptr && chosen(*m_second) != nullptr &&
                        m_first->currentIndex() != m_second->currentIndex() && !m_picture.empty();
    m_run->setText(isBusy ? tr("Cancel") : tr("Compare"));
    m_run->setEnabled(isBusy || canRun);
    m_run->setToolTip(canRun ? QString() : tr("Takes two different models and a picture"));
    const QString name = m_choose->fontMetrics().elidedText(toQString(m_picture.filename()),
                                                            Qt::ElideMiddle, kNamePx);
    m_choose->setText(name.isEmpty() ? tr("Choose picture…")
                                     : QString(name).replace(u'&', QStringLiteral("&&")));
    m_choose->setToolTip(m_picture.empty() ? tr("The picture that both models run on")
                                           : toQString(m_picture));
    for (QWidget* control : std::initializer_list<QWidget*>{m_first, m_second, m_choose})
        control->setEnabled(!isBusy);
}

} // namespace unlit::ui
