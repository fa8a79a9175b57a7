// A set of pairs by index, and several sets as one.
#pragma once

#include "core/data/loader/sample.h"

#include <memory>
#include <string>
#include <vector>

namespace unlit::data {

/// Any thread may call any method at any time.
class Dataset {
public:
    virtual ~Dataset() = default;

    virtual std::int64_t size() const = 0;

    /// The same for the same index and epoch, whatever was asked before and by whom: random changes
    /// come from (seed, epoch, index). Throws Error naming the file.
    virtual Sample get(std::int64_t index, std::int64_t epoch) const = 0;

    /// The same sample of the middle of its picture alone, where the set knows how much that is.
    virtual Sample getMiddle(std::int64_t index, std::int64_t epoch) const {
        return get(index, epoch);
    }

    /// Names of the targets of every sample, in the order of Sample::targets_TCHW.
    virtual std::vector<std::string> targetNames() const { return {"albedo"}; }

    /// What errors and reports call the sample.
    virtual std::string describe(std::int64_t index) const = 0;

    /// What the sample is, wherever the set lies: tells a changed set from one that was moved.
    virtual std::string identity(std::int64_t index) const { return describe(index); }

    /// Sizes and times of the sample's files, as a text; "" where it has none. Throws Error naming
    /// a file that is gone.
    virtual std::string stamps(std::int64_t) const { return {}; }
};

/// One set after the other: index 0 of the second follows the last of the first.
class JoinedDataset : public Dataset {
public:
    /// Throws Error::invalidInput without sets, or with sets of different targets.
    explicit JoinedDataset(std::vector<std::shared_ptr<const Dataset>> sets);

    std::int64_t size() const override { return m_size; }

    Sample get(std::int64_t index, std::int64_t epoch) const override;
    Sample getMiddle(std::int64_t index, std::int64_t epoch) const override;
    std::string describe(std::int64_t index) const override;
    std::string identity(std::int64_t index) const override;
    std::string stamps(std::int64_t index) const override;

    std::vector<std::string> targetNames() const override { return m_sets.front()->targetNames(); }

    /// Sizes of the parts, for an order that mixes them by weight.
    std::vector<std::int64_t> partSizes() const;

private:
    struct Place {
        const Dataset& set;
        std::int64_t index;
    };

    Place placeOf(std::int64_t index) const;

    std::vector<std::shared_ptr<const Dataset>> m_sets;
    std::int64_t m_size = 0;
};

/// Some samples of a set, in the order given.
class SubsetDataset : public Dataset {
public:
    /// Precondition: each index is one of the set's.
    SubsetDataset(std::shared_ptr<const Dataset> set, std::vector<std::int64_t> indices)
        : m_set(std::move(set)), m_indices(std::move(indices)) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(m_indices.size()); }

    Sample get(std::int64_t index, std::int64_t epoch) const override {
        return m_set->get(at(index), epoch);
    }

    Sample getMiddle(std::int64_t index, std::int64_t epoch) const override {
        return m_set->getMiddle(at(index), epoch);
    }

    std::string describe(std::int64_t index) const override { return m_set->describe(at(index)); }

    std::string identity(std::int64_t index) const override { return m_set->identity(at(index)); }

    std::string stamps(std::int64_t index) const override { return m_set->stamps(at(index)); }

    std::vector<std::string> targetNames() const override { return m_set->targetNames(); }

private:
    std::int64_t at(std::int64_t index) const {
        return m_indices.at(static_cast<std::size_t>(index));
    }

    std::shared_ptr<const Dataset> m_set;
    std::vector<std::int64_t> m_indices;
};

} // namespace unlit::data
