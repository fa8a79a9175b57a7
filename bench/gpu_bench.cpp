// unlit_bench gpu: networks of Stable Diffusion 2.1's size on a GPU, called kernel by kernel and
// replayed, beside the public reference where --peer names a Python that has it.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/peer.h"
#include "core/infer/device.h"
#include "core/nn/cuda/captured_call.h"
#include "core/nn/precision.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/train/memory/peak_memory.h"
#include "core/train/step_timing.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/cuda.h>
#include <torch/utils.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace unlit::bench::gpu_bench {

namespace {

constexpr uint64_t kSeed = 1;
constexpr int64_t kSide = 512, kLatentSide = 64, kTokens = 2;
constexpr double kToMilliseconds = 1e3;

struct Arguments {
    std::string device = "cuda";
    std::string peer; ///< a Python with diffusers; "" = none
    bool compile = false;
    bool train = false;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_bench gpu");
    options.addText("--device", arguments.device, "cuda[:N]");
    options.addText("--peer", arguments.peer, "PYTHON");
    options.addFlag("--compile", arguments.compile);
    options.addFlag("--train", arguments.train);
    return options.parse(argc, argv);
}

template <class Work>
double milliseconds(int runs, int warm, Work work) {
    std::vector<double> taken;
    for (int run = -warm; run < runs; ++run) {
        torch::cuda::synchronize();
        const auto start = std::chrono::steady_clock::now();
        work();
        torch::cuda::synchronize();
        if (run >= 0)
            taken.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::nth_element(taken, taken.begin() + static_cast<std::ptrdiff_t>(taken.size() / 2));
    return kToMilliseconds * taken[taken.size() / 2];
}

template <class Network>
void fill(Network& network, torch::Dtype type, const torch::Device& device) {
    nn::initialiseWeights(*network, at::detail::createCPUGenerator(kSeed));
    nn::setPrecision(*network, type, device);
    network->eval();
}

class NetworkBench {
public:
    NetworkBench(torch::Dtype type, std::string name, const torch::Device& device, PeerTimes& times)
        : m_type(type), m_name(std::move(name)), m_device(device), m_times(times) {
        nn::UNet2DConditionOptions options;
        options.inChannels = 8;
        m_unet = nn::UNet2DConditionModel(options);
        fill(m_unet, type, device);
        m_vae = nn::AutoencoderKL(nn::AutoencoderKLOptions{});
        fill(m_vae, type, device);
        m_weights = nn::weightsOf(*m_unet);
    }

    void run() {
        for (const int64_t batch : {int64_t{1}, int64_t{4}}) {
            const auto inputs = inputsOf(batch);
            const std::string name = "UNet step, " + m_name + ", batch " + std::to_string(batch);
            tellOurs(m_times, name + ", eager", milliseconds(20, 4, [&] { (void)direct(inputs); }));
            tellOurs(m_times, name + ", replayed",
                     milliseconds(20, 4, [&] { (void)replayed(inputs); }));
        }
        const torch::Tensor picture = random({1, 3, kSide, kSide});
        const torch::Tensor latent = random({1, 4, kLatentSide, kLatentSide});
        tellOurs(m_times, "VAE encode, " + m_name + ", eager",
                 milliseconds(10, 3, [&] { (void)m_vae->encode(picture); }));
        tellOurs(m_times, "VAE decode, " + m_name + ", eager",
                 milliseconds(10, 3, [&] { (void)m_vae->decode(latent); }));
        const auto encode = [this](const std::vector<torch::Tensor>& of) {
            return m_vae->encode(of[0]).mean;
        };
        const auto decode = [this](const std::vector<torch::Tensor>& of) {
            return m_vae->decode(of[0]);
        };
        const std::vector<torch::Tensor> vaeWeights = nn::weightsOf(*m_vae);
        tellOurs(m_times, "VAE encode, " + m_name + ", replayed",
                 milliseconds(10, 4, [&] { (void)m_encode.call(encode, {picture}, vaeWeights); }));
        tellOurs(m_times, "VAE decode, " + m_name + ", replayed",
                 milliseconds(10, 4, [&] { (void)m_decode.call(decode, {latent}, vaeWeights); }));
        const auto inputs = inputsOf(1);
        const auto whole = [&](bool isReplayed) {
            const torch::Tensor seen =
                isReplayed ? m_encode.call(encode, {picture}, vaeWeights) : encode({picture});
            const std::vector<torch::Tensor> own = {
                torch::cat({seen.to(m_type), torch::zeros_like(seen, m_type)}, 1), inputs[1],
                inputs[2]};
            const torch::Tensor answer = isReplayed ? replayed(own) : direct(own);
            return (isReplayed ? m_decode.call(decode, {answer}, vaeWeights) : decode({answer}))
                .to(torch::kFloat32)
                .to(torch::kCPU);
        };
        tellOurs(m_times, "whole picture, " + m_name + ", eager",
                 milliseconds(10, 3, [&] { (void)whole(false); }));
        tellOurs(m_times, "whole picture, " + m_name + ", replayed",
                 milliseconds(10, 3, [&] { (void)whole(true); }));
    }

private:
    torch::Tensor random(torch::IntArrayRef shape) const {
        return torch::randn(shape).to(m_device, m_type);
    }

    std::vector<torch::Tensor> inputsOf(int64_t batch) const {
        return {random({batch, 8, kLatentSide, kLatentSide}),
                torch::tensor({int64_t{999}}).to(m_device), random({batch, kTokens, 1024})};
    }

    torch::Tensor direct(const std::vector<torch::Tensor>& inputs) {
        return m_unet->forward(inputs[0], inputs[1], inputs[2]);
    }

    torch::Tensor replayed(const std::vector<torch::Tensor>& inputs) {
        return m_call.call(
            [this](const std::vector<torch::Tensor>& given) { return direct(given); }, inputs,
            m_weights);
    }

    torch::Dtype m_type;
    std::string m_name;
    torch::Device m_device;
    PeerTimes& m_times;
    nn::UNet2DConditionModel m_unet{nullptr};
    nn::AutoencoderKL m_vae{nullptr};
    std::vector<torch::Tensor> m_weights;
    nn::cuda::CapturedCall m_call, m_encode, m_decode;
};

void benchTraining(const std::string& device, PeerTimes& times, const std::string& label,
                   bool capturesGraphs, bool allowsTf32) {
    train::StepTimingOptions options;
    options.like = "sd21";
    options.device = device;
    options.imageSide = kSide;
    options.isBFloat16 = true;
    options.capturesGraphs = capturesGraphs;
    options.allowsTf32 = allowsTf32;
    const train::StepTiming timing = train::timeTrainingSteps(options);
    tellOurs(times, "training step, bfloat16, batch 4, " + label,
             kToMilliseconds * timing.secondsPerStep);
    for (const auto& [phase, seconds] : timing.phases)
        std::printf("unlit:   of these %-10s %9.3f ms\n", phase.c_str(), kToMilliseconds * seconds);
    std::printf("unlit: peak of training, %s, %.2f GiB\n", label.c_str(),
                static_cast<double>(timing.peakBytes) / (1024.0 * 1024.0 * 1024.0));
    infer::releaseDeviceMemory();
}

PeerTimes runPeer(const Arguments& arguments) {
    std::vector<std::string> words;
    if (arguments.compile)
        words.emplace_back("compile");
    if (arguments.train)
        words.emplace_back("train");
    return askPeer(arguments.peer, "diffusers_gpu.py", words);
}

} // namespace

int run(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    try {
        const torch::Device device = infer::parseDevice(arguments.device);
        if (!device.is_cuda()) {
            std::fprintf(stderr, "unlit_bench gpu: needs a CUDA device, not %s\n",
                         arguments.device.c_str());
            return 2;
        }
        PeerTimes times;
        {
            const torch::NoGradGuard noGrad;
            NetworkBench(torch::kFloat16, "float16", device, times).run();
            NetworkBench(torch::kBFloat16, "bfloat16", device, times).run();
        }
        if (arguments.train) {
            benchTraining(arguments.device, times, "eager, no TF32", false, false);
            benchTraining(arguments.device, times, "replayed, no TF32", true, false);
            // PyTorch lets cuDNN use TF32 unless told otherwise: the VAE's convolutions.
            benchTraining(arguments.device, times, "replayed, TF32", true, true);
        }
        if (!arguments.peer.empty())
            compareWithPeer(times, runPeer(arguments));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "unlit_bench gpu: %s\n", error.what());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::gpu_bench
