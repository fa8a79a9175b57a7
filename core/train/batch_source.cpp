#include "core/train/batch_source.h"

#include "core/base/error.h"
#include "core/weights/state_prefix.h"

#include <utility>

namespace unlit::train {

namespace {

constexpr std::string_view kSeeds = "seeds/";
constexpr std::string_view kLoader = "loader/";

} // namespace

BatchSource::BatchSource(std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds)
    : m_loader(std::move(loader)), m_seeds(std::move(seeds)), m_loaderAtStart(m_loader->state()) {}

std::optional<data::Batch> BatchSource::next() {
    std::optional<data::Batch> batch = m_loader->next();
    if (batch)
        m_place = placeOf(*batch);
    return batch;
}

BatchPlace BatchSource::placeOf(const data::Batch& batch) const {
    return {m_loader->epoch(), batch.index};
}

Seed BatchSource::takeSeed() {
    const Seed seed = m_seeds.next();
    m_usedSeeds.push_back(seed);
    return seed;
}

void BatchSource::layOutSeeds(std::int64_t count) {
    if (count > m_seeds.laidOut())
        m_seeds.extend(count - m_seeds.laidOut());
}

std::optional<Seed> BatchSource::seedOf(std::size_t microStep) const {
    const auto first = static_cast<std::size_t>(m_firstMicro);
    if (microStep < first || microStep - first >= m_usedSeeds.size())
        return {};
    return m_usedSeeds[microStep - first];
}

void BatchSource::beginStep() {
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
    m_firstMicro = 0;
}

void BatchSource::rewindStep() {
    for (; !m_usedSeeds.empty(); m_usedSeeds.pop_back())
        m_seeds.putBack(m_usedSeeds.back());
    returnToStepStart();
}

void BatchSource::addState(weights::StateDict& state) const {
    weights::insertAs(kSeeds, seedsToTensors(m_seeds.remaining()), state);
    const data::LoaderState loader = m_loader->state();
    weights::insertAs(kLoader,
                      {{"generator", loader.generator},
                       {"place", torch::tensor({loader.epoch, loader.batch}, torch::kInt64)}},
                      state);
}

void BatchSource::addCounts(nlohmann::json& json) const {
    json["initial_seed"] = m_seeds.initialSeed();
    json["seeds_laid_out"] = m_seeds.laidOut();
}

void BatchSource::restore(const weights::StateDict& state, const nlohmann::json& json,
                          std::int64_t firstMicro, const std::string& file) {
    try {
        m_seeds = MicroStepSeeds(json.at("initial_seed").get<std::string>(),
                                 json.at("seeds_laid_out").get<std::int64_t>(),
                                 seedsFromTensors(weights::withPrefix(kSeeds, state), file));
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "the seeds of the run are missing", "take another checkpoint");
    }
    restoreLoader(weights::withPrefix(kLoader, state), file);
    m_firstMicro = firstMicro;
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
}

void BatchSource::restoreLoader(const weights::StateDict& loader, const std::string& file) {
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

} // namespace unlit::train
