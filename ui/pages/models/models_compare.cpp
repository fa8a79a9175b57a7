#include "ui/pages/models/models_compare.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

ModelsCompare::ModelsCompare(InferenceController::MakeService makeService, QWidget* parent)
    : QWidget(parent), m_comparer(std::move(makeService)), m_viewer(new Viewer(this)),
      m_notice(new NoticeCard(&m_viewer->view())), m_first(new QComboBox(this)),
      m_second(new QComboBox(this)), m_choose(new QPushButton(this)), m_run(new QPushButton(this)),
      m_progress(new QProgressBar(this)) {
    m_viewer->state().setMode(CompareMode::Side);
    m_viewer->setHistogramShown(false);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the comparison"));
    m_progress->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_progress);
    column->addWidget(m_viewer, 1);
    connectComparer();
    refresh();
    showNotice(tr("Two models, one picture"),
               tr("Choose two models and a picture. Each model runs with the steps and the size "
                  "that it was made for."),
               false);
}

QWidget* ModelsCompare::makeBar() {
    auto* bar = new QWidget(this);
    m_first->setAccessibleName(tr("First model"));
    m_second->setAccessibleName(tr("Second model"));
    for (QComboBox* box : {m_first, m_second}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        connect(box, &QComboBox::currentIndexChanged, this, &ModelsCompare::refresh);
    }
    m_choose->setToolTip(tr("The picture that both models run on"));
    m_run->setProperty("role", QStringLiteral("primary"));
    connect(m_choose, &QPushButton::clicked, this, &ModelsCompare::choosePicture);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_comparer.isBusy())
            m_comparer.cancel();
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

void ModelsCompare::connectComparer() {
    connect(&m_comparer, &ModelComparer::progressed, this,
            [this](double fraction, const QString& what) {
                m_progress->setValue(static_cast<int>(1000 * fraction));
                m_progress->setToolTip(what);
            });
    connect(&m_comparer, &ModelComparer::compared, this, &ModelsCompare::take);
    connect(&m_comparer, &ModelComparer::cancelled, this, [this] {
        refresh();
        showNotice(tr("Cancelled"), tr("Compare begins anew."), false);
    });
    connect(&m_comparer, &ModelComparer::failed, this, [this](const Failure& failure) {
        refresh();
        showNotice(sentence(failure.message), sentence(failure.hint), true);
    });
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
    if (found == m_models.end() || m_comparer.isBusy())
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
    if (!m_run->isEnabled() || m_comparer.isBusy())
        return;
    m_comparer.compare(m_picture, chosen(*m_first)->folder, chosen(*m_second)->folder);
    m_progress->setValue(0);
    m_viewer->clear();
    showNotice(tr("Running both models"), tr("One after the other; the first has to be loaded."),
               false);
    refresh();
}

void ModelsCompare::refresh() {
    const bool isBusy = m_comparer.isBusy();
    const bool canRun = chosen(*m_first) != nullptr && chosen(*m_second) != nullptr &&
                        m_first->currentIndex() != m_second->currentIndex() && !m_picture.empty();
    m_run->setText(isBusy ? tr("Cancel") : tr("Compare"));
    m_run->setEnabled(isBusy || canRun);
    m_run->setToolTip(canRun ? QString() : tr("Takes two different models and a picture"));
    m_choose->setText(m_picture.empty() ? tr("Choose picture…") : toQString(m_picture.filename()));
    for (QWidget* control : std::initializer_list<QWidget*>{m_first, m_second, m_choose})
        control->setEnabled(!isBusy);
    m_progress->setVisible(isBusy);
}

/// The picture, then each target of both models beside each other.
void ModelsCompare::take(const ModelComparer::Results& results) {
    refresh();
    m_notice->hide();
    std::vector<ViewerLayer> layers;
    layers.push_back({.name = tr("Picture"), .source = m_viewer->pyramid(results[0]->input)});
    std::array<int, 2> firstTarget{};
    const std::array names = {chosen(*m_first)->name, chosen(*m_second)->name};
    for (std::size_t i = 0; i < results.size(); ++i) {
        firstTarget[i] = static_cast<int>(layers.size());
        for (const TargetPrediction& target : results[i]->prediction.targets) {
            const std::shared_ptr<const Image> image(results[i], &target.image);
            layers.push_back({.name = names[i] + QStringLiteral(" · ") + toQString(target.name),
                              .source = m_viewer->pyramid(image),
                              .tone = {.isRaw = image->space == ColorSpace::Raw}});
        }
    }
    m_viewer->setLayers(std::move(layers), firstTarget[0], firstTarget[1]);
}

void ModelsCompare::showNotice(const QString& title, const QString& text, bool isBad) {
    m_notice->show({.icon = isBad ? QStringLiteral("warning") : QStringLiteral("models"),
                    .title = title,
                    .text = text,
                    .isBad = isBad});
}

} // namespace unlit::ui
