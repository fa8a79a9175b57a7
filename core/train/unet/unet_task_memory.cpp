// The UNet's task and memory: micro-batches in parts, what a sample costs, what can be given up.
#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/train/batch_parts.h"
#include "core/train/memory/peak_memory.h"
#include "core/train/unet/unet_task.h"

#include <algorithm>

namespace unlit::train {

namespace {

std::uint64_t bytesOf(const std::vector<NamedParameter>& parameters) {
    std::uint64_t bytes = 0;
    for (const NamedParameter& parameter : parameters)
        bytes += parameter.value.nbytes();
    return bytes;
}

} // namespace

/// Forward and backward of the whole batch, or of one part after the other: the mean over the valid
/// elements of all of it in either case.
StepLoss UNetTask::addGradients(const TrainBatch& batch, const StepDraws& draws,
                                MicroStepTrace* trace) {
    const std::int64_t samples = batch.beauty_N3HW.size(0);
    const std::int64_t atOnce = m_memory.samplesAtOnce();
    if (atOnce >= samples) {
        const StepLoss loss = m_step.lossWith(batch, draws, &seconds(), trace);
        addGradientsOf(loss.mean);
        return {loss.mean.detach(), loss.ofSamples_N};
    }
    const auto all = static_cast<double>(validElements(batch));
    torch::Tensor mean;
    std::vector<torch::Tensor> ofSamples;
    std::vector<MicroStepTrace> traces;
    for (std::int64_t first = 0; first < samples; first += atOnce) {
        const std::int64_t count = std::min(atOnce, samples - first);
        const TrainBatch part = partOf(batch, first, count);
        const double share = static_cast<double>(validElements(part)) / all;
        MicroStepTrace own;
        const StepLoss loss = m_step.lossWith(part, partOf(draws, first, count), &seconds(),
                                              trace != nullptr ? &own : nullptr);
        if (share > 0) {
            const torch::Tensor weighted = loss.mean * share;
            addGradientsOf(weighted, first + count == samples);
            mean = mean.defined() ? mean + weighted.detach() : weighted.detach();
        }
        ofSamples.push_back(loss.ofSamples_N);
        traces.push_back(std::move(own));
    }
    if (trace != nullptr)
        *trace = joined(traces);
    return {mean, m_options.step.sampleLosses ? torch::cat(ofSamples) : torch::Tensor()};
}

std::optional<MemoryEstimate> UNetTask::measureMemory() {
    if (m_options.base.batchSize <= 1)
        return {};
    const data::LoaderState place = source().loader().state();
    std::optional<data::Batch> batch;
    try {
        batch = nextUsable();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::OutOfMemory)
            throw;
        // A picture that cannot be read is said by the step that it belongs to.
    }
    source().loader().restore(place);
    if (!batch)
        return {};
    const TrainBatch whole = inputsOf(*batch);
    std::int64_t sample = 0;
    while (validElements(partOf(whole, sample, 1)) == 0)
        ++sample;
    const auto rise = peakOf(partOf(whole, sample, 1));
    if (!rise)
        return {};
    const std::uint64_t weights = bytesOf(optimizer().parameters());
    const bool hasState = !optimizer().state().empty();
    MemoryEstimate estimate;
    estimate.samples = m_options.base.batchSize;
    estimate.fixedBytes = weights;
    if (!hasState)
        estimate.fixedBytes += optimizer().updatedBytes() * m_options.base.optimizer.stateShare();
    estimate.bytesPerSample = *rise > weights ? *rise - weights : 0;
    return estimate;
}

/// Bytes that forward and backward of the batch take at their peak, gradients included.
std::optional<std::uint64_t> UNetTask::peakOf(const TrainBatch& batch) {
    m_model->unet->train();
    const PeakMemory peak(m_model->device);
    try {
        const StepDraws draws = m_step.draw(batch, diffusion::makeGenerator(0));
        m_step.lossWith(batch, draws, nullptr, nullptr).mean.backward();
    } catch (...) {
        optimizer().clearGradients();
        throw;
    }
    const auto rise = peak.rise();
    optimizer().clearGradients();
    return rise;
}

std::optional<std::uint64_t> UNetTask::memoryInUse() const {
    return bytesInUse(m_model->device);
}

std::optional<std::uint64_t> UNetTask::memoryFree() const {
    return bytesFree(m_model->device);
}

} // namespace unlit::train
