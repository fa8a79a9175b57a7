#include "ui/pages/infer/chosen_model.h"

#include "core/base/failure.h"
#include "core/image/color/color_space.h"
#include "core/session/models/check_lora.h"
#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <utility>

namespace unlit::ui {

namespace {

ModelQuality qualityOf(const ModelSummary& summary) {
    ModelQuality quality;
    quality.defaults = {summary.defaultSteps, 1, summary.defaultProcessingRes};
    quality.isOneStep = summary.isOneStep;
    quality.knowsErrors = summary.knowsErrors;
    quality.strength = summary.strength;
    quality.hasStrength = summary.hasStrength;
    quality.classes = summary.classes;
    quality.seesText = summary.seesText;
    if (summary.mostMembers > 0)
        quality.mostMembers = summary.mostMembers;
    return quality;
}

} // namespace

ChosenModel::ChosenModel(InferParts& parts, const ModelInspector::Inspect& inspect)
    : m_parts(parts), m_inspect(inspect), m_inspector(inspect) {
    connect(&m_inspector, &ModelInspector::understood, this, &ChosenModel::takeSummary);
    connect(&m_inspector, &ModelInspector::failed, this, &ChosenModel::takeFailure);
}

void ChosenModel::takeSummary(const ModelSummary& summary) {
    m_parts.model = summary;
    m_parts.settings.setUsable(toQString(summary.folder), true);
    m_parts.settings.model().showSummary(summary);
    m_parts.settings.quality().setModel(qualityOf(summary));
    m_parts.settings.condition().setModel(qualityOf(summary));
    m_parts.settings.input().setModelPictures(
        colorSpaceFromString(summary.transfer).value_or(ColorSpace::Srgb), summary.headroomEv);
    emit valuesChanged();
    m_parts.controller.setModel(summary.folder, qualityOf(summary), summary.targets);
    emit changed();
}

void ChosenModel::takeFailure(const Failure& failure) {
    m_parts.model.reset();
    m_parts.settings.setUsable(m_parts.settings.settingsOfAll().modelFolder, false);
    m_parts.settings.model().showFailure(failure);
    m_parts.controller.setModel({});
    emit changed();
}

void ChosenModel::choose(const QString& folder) {
    m_parts.settings.setModelFolder(folder);
    m_parts.settings.model().showChecking();
    m_parts.controller.setModel({}); // nothing starts before the folder is understood
    m_inspector.ask(toPath(folder));
}

void ChosenModel::browse() {
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Choose a model folder"), QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &ChosenModel::choose);
    dialog->open();
}

void ChosenModel::browseLora() {
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Choose a LoRA"), QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("LoRA (*.safetensors)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        std::vector<std::filesystem::path> chosen;
        for (const QString& file : files)
            chosen.push_back(toPath(file));
        addLoras(chosen);
    });
    dialog->open();
}

/// Those that are none are said, and change nothing.
void ChosenModel::addLoras(const std::vector<std::filesystem::path>& files) {
    if (files.empty())
        return;
    m_newLoras.insert(m_newLoras.end(), files.begin(), files.end());
    m_loraCheck.ask(
        [all = m_newLoras](const std::stop_token&) {
            std::vector<Failure> failures;
            for (const std::filesystem::path& file : all) {
                Failure& failure = failures.emplace_back();
                try {
                    checkLora({file, 1});
                } catch (...) {
                    failure = translateCurrentException();
                }
            }
            return failures;
        },
        [this](const std::vector<Failure>& failures) {
            const std::vector<std::filesystem::path> read = std::exchange(m_newLoras, {});
            for (std::size_t i = 0; i < failures.size(); ++i) {
                if (failures[i].message.empty())
                    m_parts.settings.loras().add(read[i]);
                else
                    m_parts.say(MessageBar::Kind::Bad, sentence(failures[i].message),
                                sentence(failures[i].hint) + u' ' +
                                    tr("The model is used without it."));
            }
        });
}

void ChosenModel::hideBroken() {
    const QStringList folders = m_parts.settings.settingsOfAll().recentModels;
    m_modelCheck.ask(
        [folders, inspect = m_inspect](const std::stop_token& stop) {
            QStringList broken;
            for (const QString& folder : folders) {
                if (stop.stop_requested())
                    break;
                try {
                    inspect(toPath(folder));
                } catch (...) {
                    broken += folder; // whoever chooses it by hand is told why
                }
            }
            return broken;
        },
        [this](const QStringList& broken) {
            for (const QString& folder : broken)
                m_parts.settings.setUsable(folder, false);
        });
}

} // namespace unlit::ui
