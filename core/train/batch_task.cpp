#include "core/train/batch_task.h"

#include "core/base/error.h"
#include "core/train/stopwatch.h"

#include <torch/utils.h>

#include <utility>

namespace unlit::train {

namespace {

constexpr std::string_view kOptimizer = "optimizer/";
constexpr std::string_view kGradients = "gradients/";
constexpr std::string_view kSeeds = "seeds/";
constexpr std::string_view kLoader = "loader/";
constexpr const char* kOptimizerCall = "optimizer";
constexpr const char* kMeanCall = "mean";

std::unique_ptr<ShardedState> shardingOf(const BatchTaskOptions& options,
                                         const std::vector<NamedParameter>& parameters) {
    if (!options.peers || !options.shardsState)
        return nullptr;
    return std::make_unique<ShardedState>(options.peers, parameters);
}

} // namespace

void insertAs(std::string_view prefix, const weights::StateDict& from, weights::StateDict& to) {
    for (const auto& [name, tensor] : from)
        to.emplace(std::string(prefix) + name, tensor);
}

weights::StateDict withPrefix(std::string_view prefix, const weights::StateDict& all) {
    weights::StateDict part;
    for (const auto& [name, tensor] : all)
        if (name.starts_with(prefix))
            part.emplace(name.substr(prefix.size()), tensor);
    return part;
}

BatchTask::BatchTask(std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds,
                     std::vector<NamedParameter> parameters, BatchTaskOptions options)
    : m_base(std::move(options)), m_loader(std::move(loader)), m_seeds(std::move(seeds)),
      m_sharding(shardingOf(m_base, parameters)),
      m_optimizer(m_base.optimizer, std::move(parameters), m_sharding.get()) {
    if (m_base.scalesLoss)
        m_scaler.emplace();
    if (m_base.ema)
        m_ema.emplace(*m_base.ema, m_optimizer.parameters(), m_sharding.get());
    if (m_base.peers)
        m_shared.emplace(m_base.peers, m_base.exchange, m_optimizer.parameters());
    m_loaderAtStart = m_loader->state();
}

std::optional<data::Batch> BatchTask::nextBatch() {
    const SecondsOf timer(m_seconds, "data");
    std::optional<data::Batch> batch = m_loader->next();
    if (batch)
        m_place = placeOf(*batch);
    return batch;
}

BatchPlace BatchTask::placeOf(const data::Batch& batch) const {
    return {m_loader->epoch(), batch.index};
}

std::optional<MicroStepResult> BatchTask::leftOut(const data::Batch& batch) {
    if (!m_shared)
        return {};
    if (m_shared->isEmpty(placeOf(batch)))
        return MicroStepResult{.kind = MicroStepKind::Empty, .loss = {}, .samples = {}};
    if (!batch.isElsewhere)
        return {};
    takeSeed();
    return MicroStepResult{.kind = MicroStepKind::Done, .loss = {}, .samples = {}};
}

MicroStepResult BatchTask::empty(const data::Batch& batch) {
    if (m_shared)
        m_shared->noteEmpty(placeOf(batch));
    return {.kind = MicroStepKind::Empty, .loss = {}, .samples = batch.rgbRelativePath};
}

bool BatchTask::giveState(const std::string& told) {
    if (!m_sharding)
        return false;
    const std::string what = ShardedState::calledFor(told);
    if (what == kOptimizerCall)
        m_sharding->give(m_optimizer.state());
    else if (what == kMeanCall)
        m_sharding->give(m_ema->means());
    return !what.empty();
}

bool BatchTask::joinStep(RunPosition& position) {
    if (!m_shared)
        return true;
    {
        const SecondsOf timer(m_seconds, "exchange");
        if (!m_shared->join(position))
            return false;
    }
    m_seconds["wait"] += m_shared->waited();
    return true;
}

Seed BatchTask::takeSeed() {
    const Seed seed = m_seeds.next();
    m_usedSeeds.push_back(seed);
    return seed;
}

std::optional<Seed> BatchTask::seedOf(std::size_t microStep) const {
    const auto first = static_cast<std::size_t>(m_firstMicro);
    if (microStep < first || microStep - first >= m_usedSeeds.size())
        return {};
    return m_usedSeeds[microStep - first];
}

/// Of this process: others may have more behind it.
bool BatchTask::isLastOfStep() const {
    return m_shared->hasNoneOf(m_base.accumulationSteps - microStepsBegun(), m_place,
                               m_loader->batchesPerEpoch());
}

void BatchTask::addGradientsOf(const torch::Tensor& loss, bool isLast) {
    if (m_beforeBackward)
        m_beforeBackward();
    std::optional<GradientSums::LastBackward> last;
    if (m_shared && isLast && isLastOfStep())
        last.emplace(m_shared->sums());
    const SecondsOf timer(m_seconds, "backward");
    const torch::Tensor share = loss / static_cast<double>(m_base.accumulationSteps);
    (m_scaler ? m_scaler->scaled(share) : share).backward();
}

void BatchTask::finishBackward() {
    m_leavesStepOut = m_scaler && !m_scaler->unscale(m_optimizer.parameters());
}

std::vector<Scalar> BatchTask::takeScalars() {
    if (!m_scaler)
        return {};
    return {{"train/loss_scale", m_scaler->scale()},
            {"train/skipped_steps", static_cast<double>(m_scaler->skipped())}};
}

void BatchTask::followSchedules(std::int64_t stepsDone) {
    m_stepsDone = stepsDone;
    m_optimizer.followSchedules(stepsDone);
}

void BatchTask::layOutSeeds(std::int64_t count) {
    if (count > m_seeds.laidOut())
        m_seeds.extend(count - m_seeds.laidOut());
}

void BatchTask::optimizerStep() {
    const SecondsOf timer(m_seconds, "optimizer");
    if (!m_leavesStepOut)
        m_optimizer.step();
    m_optimizer.clearGradients();
    if (m_ema && !m_leavesStepOut)
        m_ema->update(m_stepsDone + 1);
}

void BatchTask::beginStep() {
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
    m_firstMicro = 0;
}

void BatchTask::rewindStep() {
    if (m_shared)
        m_shared->sums().makeAgain();
    m_optimizer.clearGradients();
    for (; !m_usedSeeds.empty(); m_usedSeeds.pop_back())
        m_seeds.putBack(m_usedSeeds.back());
    m_loader->restore(m_loaderAtStart);
}

std::optional<weights::StateDict> BatchTask::withMeans(weights::StateDict weights) const {
    if (!m_ema)
        return {};
    weights::StateDict means = m_ema->means();
    if (m_sharding)
        means = m_sharding->called(kMeanCall, means);
    for (const auto& [name, mean] : means)
        if (const auto own = weights.find(name); own != weights.end()) // not another network's
            own->second = mean;
    return weights;
}

void BatchTask::addState(weights::StateDict& state) const {
    weights::StateDict optimizer = m_optimizer.state();
    if (m_sharding)
        optimizer = m_sharding->called(kOptimizerCall, optimizer);
    insertAs(kOptimizer, optimizer, state);
    insertAs(kSeeds, seedsToTensors(m_seeds.remaining()), state);
    for (const NamedParameter& parameter : m_optimizer.parameters())
        if (parameter.value.grad().defined())
            state.emplace(std::string(kGradients) + parameter.name, parameter.value.grad());
    const data::LoaderState loader = m_loader->state();
    insertAs(kLoader,
             {{"generator", loader.generator},
              {"place", torch::tensor({loader.epoch, loader.batch}, torch::kInt64)}},
             state);
}

void BatchTask::addCounts(nlohmann::json& json) const {
    json["initial_seed"] = m_seeds.initialSeed();
    json["seeds_laid_out"] = m_seeds.laidOut();
    if (m_scaler)
        json["gradient_scaler"] = m_scaler->toJson();
}

void BatchTask::restore(const weights::StateDict& state, const nlohmann::json& json,
                        const RunPosition& position, const std::string& file) {
    try {
        m_seeds = MicroStepSeeds(json.at("initial_seed").get<std::string>(),
                                 json.at("seeds_laid_out").get<std::int64_t>(),
                                 seedsFromTensors(withPrefix(kSeeds, state), file));
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "the seeds of the run are missing", "take another checkpoint");
    }
    if (m_scaler && json.contains("gradient_scaler")) // not where the precision was another one
        m_scaler->restore(json.at("gradient_scaler"), file);
    m_optimizer.restore(withPrefix(kOptimizer, state));
    // Those of a step that was saved in its middle count once, not once a process.
    if (!m_base.peers || m_base.peers->isFirst())
        restoreGradients(withPrefix(kGradients, state), file);
    restoreLoader(withPrefix(kLoader, state), file);
    m_firstMicro = position.microStep;
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
}

void BatchTask::restoreMeans(const weights::StateDict& means, const std::string& file) {
    if (!m_ema)
        return;
    weights::StateDict trained;
    for (const NamedParameter& parameter : m_optimizer.parameters())
        if (const auto found = means.find(parameter.name); found != means.end())
            trained.insert(*found);
    m_ema->restore(trained, file);
}

void BatchTask::restoreGradients(const weights::StateDict& gradients, const std::string& file) {
    const torch::NoGradGuard noGrad;
    m_optimizer.clearGradients();
    std::size_t used = 0;
    for (const NamedParameter& parameter : m_optimizer.parameters()) {
        const auto found = gradients.find(parameter.name);
        if (found == gradients.end())
            continue;
        if (found->second.sizes() != parameter.value.sizes())
            throw Error::corrupt(file, "the gradient of " + parameter.name + " has another shape",
                                 "take another checkpoint");
        torch::Tensor gradient = torch::empty_like(parameter.value, torch::MemoryFormat::Preserve);
        torch::Tensor(parameter.value).mutable_grad() = gradient.copy_(found->second);
        ++used;
    }
    if (used != gradients.size())
        throw Error::corrupt(file, "it has gradients of weights that the model does not have",
                             "take another checkpoint");
}

void BatchTask::restoreLoader(const weights::StateDict& loader, const std::string& file) {
    const auto generator = loader.find("generator");
    const auto place = loader.find("place");
    if (generator == loader.end() || place == loader.end() || place->second.numel() != 2 ||
        place->second.scalar_type() != torch::kInt64 ||
        generator->second.scalar_type() != torch::kUInt8)
        throw Error::corrupt(file, "the place in the training set is missing",
                             "take another checkpoint");
    m_loader->restore({generator->second.clone(), place->second[0].item<std::int64_t>(),
                       place->second[1].item<std::int64_t>()});
}

StepSeconds BatchTask::takeSeconds() {
    StepSeconds taken = std::exchange(m_seconds, {});
    m_seconds.keepsSpans = taken.keepsSpans;
    return taken;
}

} // namespace unlit::train
