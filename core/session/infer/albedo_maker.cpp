#include "core/session/infer/albedo_maker.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/evaluate/baselines.h"
#include "core/infer/pipeline.h"
#include "core/weights/checkpoint_name.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <filesystem>

namespace unlit {

namespace {

namespace fs = std::filesystem;

class BaselineMaker : public AlbedoMaker {
public:
    explicit BaselineMaker(evaluate::Baseline baseline) : m_baseline(baseline) {}

    std::string what() const override { return describe(m_baseline); }

    DisplayImage show(const Image& beauty, std::optional<double> exposureEv) const override {
        return toDisplay(beauty, ColorSpace::Srgb, exposureEv);
    }

    bool isConcurrent() const override { return true; }

    std::optional<Image> make(const Image& display, const std::vector<unsigned char>& valid,
                              const std::stop_token& stop) override {
        Image linear = display;
        convertTo(linear, ColorSpace::Linear);
        return evaluate::baselineAlbedo(m_baseline, linear, valid, stop);
    }

private:
    evaluate::Baseline m_baseline;
};

/// The name of the target that is meant. Throws InvalidInput naming the nearest.
std::string targetOf(const weights::ModelFolder& folder, const std::string& model,
                     const std::string& wanted) {
    std::vector<std::string> names;
    for (const weights::TargetInfo& target : folder.targets)
        if (target.predictionSpace != weights::PredictionSpace::Stack)
            names.push_back(target.name);
    if (names.empty())
        throw Error::invalidInput(model + " has no target that is a picture",
                                  "evaluate a model of albedo or light");
    const std::string name = wanted.empty() ? "albedo" : wanted;
    if (std::ranges::find(names, name) != names.end())
        return name;
    if (wanted.empty())
        return names.front();
    const std::string nearest = nearestName(wanted, names);
    throw Error::invalidInput(model + " has no target \"" + wanted + "\"",
                              "did you mean \"" + (nearest.empty() ? names.front() : nearest) +
                                  "\"?");
}

class NetworkMaker : public AlbedoMaker {
public:
    NetworkMaker(const std::string& model, const AlbedoMakerOptions& options)
        : m_options(options.infer) {
        const weights::ModelFolder folder = weights::openModelFolder(model);
        m_options.targets = {targetOf(folder, model, options.target)};
        m_options.matchInputRes = true;
        m_options.keepBlack = KeepBlack::Off; // masks say what counts; the network is asked of all
        m_model = infer::loadModel(folder, m_options.device, m_options.precision);
    }

    std::string what() const override {
        std::string text = m_model->folder.className + ", " + m_options.targets.front();
        if (m_options.steps)
            text += ", " + std::to_string(*m_options.steps) + " steps";
        if (m_options.ensemble > 1)
            text += ", " + std::to_string(m_options.ensemble) + " members";
        return text;
    }

    DisplayImage show(const Image& beauty, std::optional<double> exposureEv) const override {
        return toDisplay(beauty, m_model->folder.transfer, exposureEv, m_model->folder.headroomEv);
    }

    bool isConcurrent() const override { return false; }

    std::optional<Image> make(const Image& display, const std::vector<unsigned char>&,
                              const std::stop_token& stop) override {
        auto prediction = infer::Pipeline(m_model).run(display, m_options, {}, stop);
        if (!prediction)
            return {};
        Image albedo = std::move(prediction->targets.front().image);
        convertTo(albedo, ColorSpace::Linear);
        return albedo;
    }

private:
    InferOptions m_options;
    std::shared_ptr<infer::LoadedModel> m_model;
};

} // namespace

void checkAlbedoMaker(const std::string& model, const AlbedoMakerOptions& options) {
    if (evaluate::baselineFromString(model))
        return;
    if (!fs::exists(weights::existingCheckpoint(model))) {
        std::vector<std::string> names;
        for (const evaluate::Baseline baseline : evaluate::allBaselines())
            names.emplace_back(toString(baseline));
        const std::string nearest = nearestName(model, names);
        throw Error::notFound(
            "there is no model folder " + model + ", and no baseline of that name",
            nearest.empty() ? "baselines are input, constant, grey-retinex, colour-retinex"
                            : "did you mean " + nearest + "?");
    }
    (void)targetOf(weights::openModelFolder(model), model, options.target);
}

std::unique_ptr<AlbedoMaker> openAlbedoMaker(const std::string& model,
                                             const AlbedoMakerOptions& options) {
    if (const auto baseline = evaluate::baselineFromString(model))
        return std::make_unique<BaselineMaker>(*baseline);
    return std::make_unique<NetworkMaker>(model, options);
}

} // namespace unlit
