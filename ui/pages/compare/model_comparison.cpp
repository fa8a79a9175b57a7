#include "ui/pages/compare/model_comparison.h"

#include "ui/kit/text.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace unlit::ui {

ModelComparison::ModelComparison(InferenceController::MakeService makeService, QWidget* parent)
    : QWidget(parent), m_comparer(std::move(makeService)), m_viewer(new Viewer(this)),
      m_notice(new NoticeCard(&m_viewer->view())), m_progress(new QProgressBar(this)) {
    m_viewer->state().setMode(CompareMode::Side);
    m_viewer->setHistogramShown(false);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the comparison"));
    m_progress->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_progress);
    column->addWidget(m_viewer, 1);
    connectComparer();
}

void ModelComparison::connectComparer() {
    connect(&m_comparer, &ModelComparer::progressed, this,
            [this](double fraction, const QString& what) {
                m_progress->setValue(static_cast<int>(1000 * fraction));
                m_progress->setToolTip(what);
            });
    connect(&m_comparer, &ModelComparer::compared, this, &ModelComparison::take);
    connect(&m_comparer, &ModelComparer::cancelled, this, [this] {
        say(tr("Cancelled"), tr("Compare begins anew."));
        refresh();
    });
    connect(&m_comparer, &ModelComparer::failed, this, [this](const Failure& failure) {
        say(sentence(failure.message), sentence(failure.hint), true);
        refresh();
    });
}

void ModelComparison::compare(const std::filesystem::path& picture,
                              std::vector<ComparedModel> models) {
    m_models = std::move(models);
    std::vector<std::filesystem::path> folders;
    for (const ComparedModel& model : m_models)
        folders.push_back(model.folder);
    m_comparer.compare(picture, std::move(folders));
    m_progress->setValue(0);
    say(tr("Running %n models", nullptr, static_cast<int>(m_models.size())),
        tr("One after the other; each has to be loaded."));
    refresh();
}

void ModelComparison::refresh() {
    m_progress->setVisible(isBusy());
    emit stateChanged();
}

/// The picture, then each target of every model.
void ModelComparison::take(const ModelComparer::Results& results) {
    m_notice->hide();
    std::vector<ViewerLayer> layers;
    layers.push_back({.name = tr("Picture"), .source = m_viewer->pyramid(results[0]->input)});
    std::vector<int> firstTargets;
    for (std::size_t i = 0; i < results.size(); ++i) {
        firstTargets.push_back(static_cast<int>(layers.size()));
        for (const TargetPrediction& target : results[i]->prediction.targets) {
            const std::shared_ptr<const Image> image(results[i], &target.image);
            layers.push_back(
                {.name = m_models[i].name + QStringLiteral(" · ") + toQString(target.name),
                 .source = m_viewer->pyramid(image),
                 .tone = {.isRaw = image->space == ColorSpace::Raw}});
        }
    }
    const int second = firstTargets[std::min<std::size_t>(1, firstTargets.size() - 1)];
    m_viewer->setLayers(std::move(layers), firstTargets[0], second);
    refresh();
}

void ModelComparison::say(const QString& title, const QString& text, bool isBad) {
    m_viewer->clear();
    m_notice->show({.icon = isBad ? QStringLiteral("warning") : QStringLiteral("models"),
                    .title = title,
                    .text = text,
                    .isBad = isBad});
}

} // namespace unlit::ui
