// unlit_bench sequence [--model DIR] [--frames N] [--width N] [--save DIR]: a static room under a
// light that moves, with one ball that moves (moving_scene.h). How much the albedo of what stands
// still flickers, and how far it is from the truth, for frames that are done alone and as a
// sequence; and what becomes of the ball.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/moving_scene.h"
#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/infer/detail/guided_detail.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/infer/sequence/steady_sequence.h"
#include "core/tensor/image_tensor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit::bench::sequence_bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// ln(0.01 + light), mean of the three colours: a floor keeps what is nearly black from deciding.
std::vector<float> logsOf(Image image) {
    convertTo(image, ColorSpace::Linear);
    std::vector<float> logs(image.planeSize());
    for (int c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < logs.size(); ++i)
            logs[i] += std::log(0.01F + std::max(image.plane(c)[i], 0.0F)) / 3;
    return logs;
}

float medianOf(std::vector<float> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Figures of one way of doing it; differences of natural logarithms.
struct Figures {
    double flicker = 0; ///< mean over what stands still of the deviation over time
    double still = 0;   ///< mean error there; one factor for all frames is free
    double moving = 0;  ///< on the ball
    double trail = 0;   ///< where it was or will be, four frames around
};

class Judge {
public:
    explicit Judge(const std::vector<bench::SceneFrame>& frames) : m_frames(frames) {
        for (const bench::SceneFrame& frame : frames)
            m_truth.push_back(logsOf(frame.albedo));
        m_isStill.assign(frames.front().isMoving.size(), 1);
        for (const bench::SceneFrame& frame : frames)
            for (std::size_t i = 0; i < m_isStill.size(); ++i)
                if (frame.isMoving[i] != 0)
                    m_isStill[i] = 0;
    }

    Figures figuresOf(const std::vector<Image>& albedos) const {
        std::vector<std::vector<float>> errors;
        for (std::size_t t = 0; t < albedos.size(); ++t) {
            errors.push_back(logsOf(albedos[t]));
            for (std::size_t i = 0; i < errors[t].size(); ++i)
                errors[t][i] -= m_truth[t][i];
        }
        std::vector<float> all;
        for (const auto& frame : errors)
            all.insert(all.end(), frame.begin(), frame.end());
        const float factor = medianOf(std::move(all));
        Figures figures;
        std::array<double, 4> counts{};
        for (std::size_t i = 0; i < m_isStill.size(); ++i) {
            double sum = 0;
            double squares = 0;
            for (std::size_t t = 0; t < errors.size(); ++t) {
                const double error = errors[t][i] - factor;
                sum += error;
                squares += error * error;
                if (m_isStill[i] != 0) {
                    figures.still += std::abs(error);
                    counts[1] += 1;
                } else if (m_frames[t].isMoving[i] != 0) {
                    figures.moving += std::abs(error);
                    counts[2] += 1;
                } else if (isTrail(t, i)) {
                    figures.trail += std::abs(error);
                    counts[3] += 1;
                }
            }
            if (m_isStill[i] == 0)
                continue;
            const auto n = static_cast<double>(errors.size());
            figures.flicker += std::sqrt(std::max(squares / n - sum * sum / (n * n), 0.0));
            counts[0] += 1;
        }
        figures.flicker /= counts[0];
        figures.still /= counts[1];
        figures.moving /= std::max(counts[2], 1.0);
        figures.trail /= std::max(counts[3], 1.0);
        return figures;
    }

private:
    bool isTrail(std::size_t t, std::size_t pixel) const {
        constexpr std::size_t kReach = 4;
        const std::size_t end = std::min(m_frames.size(), t + kReach + 1);
        for (std::size_t other = t - std::min(t, kReach); other < end; ++other)
            if (m_frames[other].isMoving[pixel] != 0)
                return true;
        return false;
    }

    const std::vector<bench::SceneFrame>& m_frames;
    std::vector<std::vector<float>> m_truth;
    std::vector<char> m_isStill;
};

struct Shown {
    std::vector<Image> alone;    ///< each exposed by itself
    std::vector<Image> together; ///< with the median exposure
};

Shown show(const std::vector<bench::SceneFrame>& frames, const weights::ModelFolder& folder) {
    Shown shown;
    std::vector<float> exposures;
    for (const bench::SceneFrame& frame : frames) {
        DisplayImage display = toDisplay(frame.picture, folder.transfer, {}, folder.headroomEv);
        exposures.push_back(static_cast<float>(display.exposureEv));
        shown.alone.push_back(std::move(display.image));
    }
    const double exposure = medianOf(exposures);
    for (const bench::SceneFrame& frame : frames)
        shown.together.push_back(
            toDisplay(frame.picture, folder.transfer, exposure, folder.headroomEv).image);
    return shown;
}

/// The same sequence with the frames' coefficients averaged in place of their answers: those of a
/// frame's neighbours describe other light.
Image withMeanCoefficients(const infer::SteadySequence& steady,
                           const std::vector<infer::FrameAnswer>& answers, std::size_t t,
                           const Image& display) {
    const auto fitOf = [&](const infer::FrameAnswer& answer) {
        const infer::NetworkAnswer& network = answer.part->answer;
        const torch::Tensor& prediction = network.reduced.prediction;
        const torch::Tensor seen = infer::inputOfAnswer(network.networkInput_13HW,
                                                        {prediction.size(2), prediction.size(3)});
        return infer::GuidedDetail::fit(seen.contiguous(), prediction, answer.targets,
                                        display.space);
    };
    infer::GuidedDetail own = fitOf(answers[t]);
    infer::DetailField& field = own.fields().front();
    std::vector<double> sums(field.nodes.begin(), field.nodes.end());
    std::vector<double> weights(sums.size() / infer::DetailField::kNumbers, 1.0);
    const auto reach = static_cast<std::size_t>(steady.window().reach);
    const std::size_t end = std::min(answers.size(), t + reach + 1);
    for (std::size_t other = t - std::min(t, reach); other < end; ++other) {
        if (other == t)
            continue;
        const infer::GuidedDetail neighbour = fitOf(answers[other]);
        const torch::Tensor weight =
            steady.weightOf(static_cast<std::int64_t>(t), static_cast<std::int64_t>(other), 0)
                .contiguous();
        for (std::int64_t y = 0; y < field.height; ++y)
            for (std::int64_t x = 0; x < field.width; ++x) {
                const std::int64_t row = std::min(y * field.spacing, weight.size(0) - 1);
                const std::int64_t column = std::min(x * field.spacing, weight.size(1) - 1);
                const double w = weight.data_ptr<float>()[row * weight.size(1) + column];
                const auto node = static_cast<std::size_t>(y * field.width + x);
                weights[node] += w;
                for (std::size_t k = 0; k < infer::DetailField::kNumbers; ++k) {
                    const std::size_t at = node * infer::DetailField::kNumbers + k;
                    sums[at] += w * neighbour.fields().front().nodes[at];
                }
            }
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        field.nodes[i] = static_cast<float>(sums[i] / weights[i / infer::DetailField::kNumbers]);
    const torch::Tensor full = infer::viewOf(display)[0];
    return infer::toImage(own.apply(full)[0], display.space);
}

void tell(const char* what, const Figures& figures, const Figures& alone) {
    std::printf("%-34s flicker %.4f (%.2f of alone's), error still %.4f (%.2f), ball %.4f (%.2f), "
                "its trail %.4f (%.2f)\n",
                what, figures.flicker, figures.flicker / alone.flicker, figures.still,
                figures.still / alone.still, figures.moving, figures.moving / alone.moving,
                figures.trail, figures.trail / alone.trail);
    bench::keepFigure(std::string("sequence: ") + what + ", flicker", figures.flicker, "");
    bench::keepFigure(std::string("sequence: ") + what + ", error of the ball", figures.moving, "");
    std::fflush(stdout);
}

void save(const std::string& folder, const std::string& name, const std::vector<Image>& images) {
    if (folder.empty())
        return;
    std::filesystem::create_directories(folder);
    for (std::size_t t = 0; t < images.size(); ++t) {
        Image picture = images[t];
        convertTo(picture, ColorSpace::Srgb);
        writeImage(std::filesystem::path(folder) / (name + "." + std::to_string(t) + ".png"),
                   picture, {.format = FileFormat::Png8, .half = false, .overwrite = true});
    }
}

void measure(const std::shared_ptr<infer::LoadedModel>& model, int count, int width,
             const std::string& folder) {
    std::vector<bench::SceneFrame> frames;
    for (int i = 0; i < count; ++i)
        frames.push_back(bench::renderScene(width, width * 2 / 3, i, count));
    const Judge judge(frames);
    const Shown shown = show(frames, model->folder);
    infer::Pipeline pipeline(model);
    const InferOptions options;

    std::vector<Image> alone;
    std::vector<Image> exposed;
    std::vector<infer::FrameAnswer> answers;
    double asking = 0;
    for (std::size_t t = 0; t < frames.size(); ++t) {
        alone.push_back(pipeline.run(shown.alone[t], options, {}, {})->targets.front().image);
        const auto start = Clock::now();
        answers.push_back(*pipeline.ask(shown.together[t], options, {}));
        asking += secondsSince(start);
        exposed.push_back(pipeline.finish(shown.together[t], answers[t]).targets.front().image);
    }
    infer::SteadySequence steady(answers.front().targets, model->folder.transfer);
    double steadying = 0;
    auto start = Clock::now();
    for (std::size_t t = 0; t < frames.size(); ++t)
        steady.add(static_cast<std::int64_t>(t), *answers[t].part);
    steadying += secondsSince(start);
    std::vector<Image> sequence;
    std::vector<Image> coefficients;
    for (std::size_t t = 0; t < frames.size(); ++t) {
        start = Clock::now();
        infer::FrameAnswer answer = answers[t];
        answer.part->answer = steady.steadied(static_cast<std::int64_t>(t));
        steadying += secondsSince(start);
        sequence.push_back(pipeline.finish(shown.together[t], answer).targets.front().image);
        coefficients.push_back(withMeanCoefficients(steady, answers, t, shown.together[t]));
        std::printf("frame %zu: albedo times %.3f\n", t,
                    steady.factorOf(static_cast<std::int64_t>(t)));
    }
    const Figures before = judge.figuresOf(alone);
    tell("each frame alone", before, before);
    tell("with one exposure", judge.figuresOf(exposed), before);
    tell("as a sequence", judge.figuresOf(sequence), before);
    tell("mean coefficients in its place", judge.figuresOf(coefficients), before);
    std::printf("network %.2f s a frame, steadying %.3f s a frame\n", asking / count,
                steadying / count);
    bench::keepFigure("sequence: steadying a frame", steadying / count, "s");
    save(folder, "albedo_alone", alone);
    save(folder, "albedo_sequence", sequence);
    save(folder, "seen", shown.together);
}

} // namespace

int run(int argc, char** argv) {
    std::string model = "resources/models/unlit-small";
    std::string folder;
    int frames = 12;
    int width = 768;
    bench::BenchOptions options("unlit_bench sequence");
    options.addText("--model", model);
    options.addText("--save", folder);
    options.addNumber("--frames", frames, 2);
    options.addNumber("--width", width, 48);
    if (!options.parse(argc, argv))
        return 2;
    try {
        measure(infer::loadModel(weights::openModelFolder(model)), frames, width, folder);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s; %s\n", error.what(), error.hint().c_str());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::sequence_bench
