#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/diffusion/scheduler_config.h"
#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/session/models/model_commands.h"
#include "core/weights/calibration.h"
#include "core/weights/component_weights.h"
#include "core/weights/model_folder.h"
#include "core/weights/module_loader.h"

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;
using weights::Component;
using weights::ModelFolder;

namespace {

/// Walks through the parts and notes what is wrong with each.
class ModelChecker {
public:
    using OnPart = std::function<void(const std::string& part)>;

    ModelChecker(const fs::path& folder, const OnPart& onPart, const std::stop_token& stop)
        : m_onPart(onPart), m_stop(stop) {
        std::vector<Error> faults;
        m_model = weights::openModelFolder(folder, {}, faults);
        for (const Error& fault : faults)
            addError(fault);
    }

    std::vector<ModelFinding> check();

private:
    template <class Step>
    void attempt(Step step) {
        try {
            step();
        } catch (...) {
            const Failure failure = translateCurrentException();
            m_findings.push_back({ModelFinding::Severity::Error, failure.message, failure.hint});
        }
    }

    void addError(const Error& error) {
        m_findings.push_back({ModelFinding::Severity::Error, error.what(), error.hint()});
    }

    void addNote(std::string text, std::string hint = {}) {
        m_findings.push_back({ModelFinding::Severity::Note, std::move(text), std::move(hint)});
    }

    template <class MakeNetwork>
    void checkNetwork(const Component& component, MakeNetwork make);
    void checkValues(const Component& component, weights::StateDict state);
    void checkTokens() const;
    void addNotes();

    const OnPart& m_onPart;
    const std::stop_token& m_stop;
    ModelFolder m_model;
    std::vector<ModelFinding> m_findings;
};

/// Values are read one tensor after the other and let go of again.
void ModelChecker::checkValues(const Component& component, weights::StateDict state) {
    std::vector<std::string> broken;
    while (!state.empty()) {
        const auto entry = state.extract(state.begin());
        if (entry.mapped().is_floating_point() && !entry.mapped().isfinite().all().item<bool>())
            broken.push_back(entry.key());
    }
    if (broken.empty())
        return;
    throw Error::corrupt(
        component.folder,
        std::to_string(broken.size()) + (broken.size() == 1 ? " tensor holds" : " tensors hold") +
            " NaN or infinite values (" + broken.front() + (broken.size() == 1 ? ")" : ", …)"),
        "the training that made it has diverged, or the file is damaged: take "
        "another checkpoint");
}

/// A part whose config could not be read has no folder, and was reported before.
template <class MakeNetwork>
void ModelChecker::checkNetwork(const Component& component, MakeNetwork make) {
    if (component.folder.empty() || m_stop.stop_requested())
        return;
    if (m_onPart)
        m_onPart(component.name);
    attempt([&] {
        const auto network = make(component.config);
        weights::StateDict state = weights::readComponentWeights(component);
        const weights::LoadReport report = weights::compareWith(*network, state);
        if (!report.complete()) {
            throw Error::invalidInput("the weights in " + component.folder.string() +
                                          " do not fit their config: " + report.sentence(),
                                      "take config.json and weights from the same model");
        }
        checkValues(component, std::move(state));
    });
}

void ModelChecker::checkTokens() const {
    const std::int64_t vocabulary =
        nn::clipOptionsFromJson(m_model.textEncoder.config).vocabularySize;
    for (const std::int64_t token : nn::emptyPromptTokens(m_model.tokenizer.folder)) {
        if (token < 0 || token >= vocabulary) {
            throw Error::invalidInput("the tokenizer in " + m_model.tokenizer.folder.string() +
                                          " gives the token " + std::to_string(token) + ", but " +
                                          m_model.textEncoder.configFile.string() +
                                          " has a vocab_size of " + std::to_string(vocabulary),
                                      "take tokenizer and text_encoder from the same model");
        }
    }
}

void ModelChecker::addNotes() {
    if (m_model.unlit.isRandom)
        addNote("the weights are random and were never trained",
                "the pictures that it makes mean nothing");
    if (!m_model.unet.folder.empty() && !m_model.seesImage)
        addNote("the UNet makes pictures from text and takes no picture",
                "it can be trained, but not used as it is");
}

std::vector<ModelFinding> ModelChecker::check() {
    checkNetwork(m_model.unet, [](const auto& config) {
        return nn::UNet2DConditionModel(nn::unetOptionsFromJson(config));
    });
    const auto makeVae = [](const auto& config) {
        return nn::AutoencoderKL(nn::vaeOptionsFromJson(config));
    };
    checkNetwork(m_model.vaeAlbedo, makeVae);
    if (m_model.hasTwoVaes)
        checkNetwork(m_model.vaeBeauty, makeVae);
    checkNetwork(m_model.textEncoder, [](const auto& config) {
        return nn::CLIPTextModel(nn::clipOptionsFromJson(config));
    });
    if (!m_model.tokenizer.folder.empty() && !m_model.textEncoder.folder.empty())
        attempt([&] { checkTokens(); });
    if (!m_model.scheduler.folder.empty()) {
        attempt([&] {
            diffusion::validate(diffusion::schedulerConfigFromJson(
                m_model.scheduler.config, m_model.scheduler.configFile.string()));
        });
    }
    if (!m_model.unlit.calibration.is_null())
        attempt([&] {
            (void)weights::calibrationFromJson(m_model.unlit.calibration,
                                               weights::unlitFileOf(m_model));
        });
    addNotes();
    return std::move(m_findings);
}

} // namespace

std::vector<ModelFinding> checkModel(const fs::path& folder,
                                     const std::function<void(const std::string& part)>& onPart,
                                     const std::stop_token& stop) {
    return ModelChecker(folder, onPart, stop).check();
}

} // namespace unlit
