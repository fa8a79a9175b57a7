#include "core/train/distributed/shared_validation.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <bit>

namespace unlit::train {

namespace {

using Message = nlohmann::json;

constexpr const char* kCall = "validate";
constexpr const char* kMeansCall = "means";
constexpr const char* kProblem = "failure";

/// Figures travel as their bits: a PSNR may be infinite, which is no number of JSON.
Message rowOf(const CrewRow& row) {
    std::vector<std::uint64_t> bits;
    for (const double metric : row.metrics)
        bits.push_back(std::bit_cast<std::uint64_t>(metric));
    return {{"there", row.isThere},
            {"stopped", row.isStopped},
            {"measured", row.isMeasured},
            {"metrics", bits},
            {"tally", row.tally}};
}

CrewRow rowFrom(const Message& message) {
    CrewRow row{message.at("there"),
                message.at("stopped"),
                message.at("measured"),
                {},
                message.at("tally")};
    for (const auto bits : message.at("metrics").get<std::vector<std::uint64_t>>())
        row.metrics.push_back(std::bit_cast<double>(bits));
    return row;
}

} // namespace

void SharedValidation::call(std::size_t set) {
    (void)m_peers->exchange(Message{{kCall, set}}.dump());
}

void SharedValidation::callMeans(bool areInUse) {
    (void)m_peers->exchange(Message{{kMeansCall, areInUse}}.dump());
}

bool SharedValidation::isCall(const std::string& told) {
    const Message message = Message::parse(told);
    return message.contains(kCall) || message.contains(kMeansCall);
}

void SharedValidation::serve(const std::string& told, Ema* ema, const std::stop_token& stop) {
    const Message call = Message::parse(told);
    if (call.contains(kMeansCall)) {
        m_means.reset();
        if (call.at(kMeansCall).get<bool>() && ema != nullptr)
            m_means.emplace(*ema);
        return;
    }
    (void)m_validator.run(m_sets.at(call.at(kCall)), stop, {}, this);
}

std::int64_t SharedValidation::agreedSeed(std::int64_t mine) {
    return Message::parse(m_peers->toldByFirst(Message(mine).dump())).get<std::int64_t>();
}

std::vector<CrewRow> SharedValidation::together(const CrewRow& mine) {
    std::vector<CrewRow> rows;
    for (const std::string& text : m_peers->exchange(rowOf(mine).dump())) {
        const Message message = Message::parse(text);
        if (message.contains(kProblem))
            throwOn({static_cast<ErrorKind>(message.at(kProblem).get<int>()),
                     message.at("message"),
                     message.at("hint"),
                     {}});
        rows.push_back(rowFrom(message));
    }
    return rows;
}

void SharedValidation::fail(const Failure& failure) {
    (void)m_peers->exchange(Message{
        {kProblem, static_cast<int>(failure.kind)},
        {"message", failure.message},
        {"hint", failure.hint}}.dump());
    throwOn(failure);
}

void SharedValidation::throwOn(const Failure& failure) const {
    if (m_peers->isFirst())
        throw Error(failure.kind, failure.message, failure.hint);
    throw Error(failure.kind, kLeftToFirst);
}

} // namespace unlit::train
