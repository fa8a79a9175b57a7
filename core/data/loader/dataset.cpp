#include "core/data/loader/dataset.h"

#include "core/base/error.h"

namespace unlit::data {

JoinedDataset::JoinedDataset(std::vector<std::shared_ptr<const Dataset>> sets)
    : m_sets(std::move(sets)) {
    if (m_sets.empty())
        throw Error::invalidInput("a mixture without sets", "name at least one set");
    for (const auto& set : m_sets) {
        if (set->targetNames() != m_sets.front()->targetNames())
            throw Error::invalidInput("the sets of a mixture have different targets",
                                      "mix sets that hold the same pictures");
        m_size += set->size();
    }
}

Sample JoinedDataset::get(std::int64_t index, std::int64_t epoch) const {
    const Place place = placeOf(index);
    return place.set.get(place.index, epoch);
}

Sample JoinedDataset::getMiddle(std::int64_t index, std::int64_t epoch) const {
    const Place place = placeOf(index);
    return place.set.getMiddle(place.index, epoch);
}

std::string JoinedDataset::describe(std::int64_t index) const {
    const Place place = placeOf(index);
    return place.set.describe(place.index);
}

std::string JoinedDataset::identity(std::int64_t index) const {
    const Place place = placeOf(index);
    return place.set.identity(place.index);
}

std::string JoinedDataset::stamps(std::int64_t index) const {
    const Place place = placeOf(index);
    return place.set.stamps(place.index);
}

std::vector<std::int64_t> JoinedDataset::partSizes() const {
    std::vector<std::int64_t> sizes;
    for (const auto& set : m_sets)
        sizes.push_back(set->size());
    return sizes;
}

JoinedDataset::Place JoinedDataset::placeOf(std::int64_t index) const {
    std::int64_t rest = index;
    for (const auto& set : m_sets) {
        if (rest >= 0 && rest < set->size())
            return {*set, rest};
        rest -= set->size();
    }
    throw Error::internal("sample " + std::to_string(index) + " of " + std::to_string(m_size));
}

} // namespace unlit::data
