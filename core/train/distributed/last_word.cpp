#include "core/train/distributed/last_word.h"

#include "core/base/error.h"
#include "core/base/failure.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace unlit::train {

namespace {

constexpr const char* kFailureKind = "failure";

} // namespace

void endTogether(Peers& peers, const std::function<void()>& finish) {
    std::optional<Failure> failure;
    try {
        finish();
    } catch (...) {
        failure = translateCurrentException();
    }
    nlohmann::json word = nlohmann::json::object();
    if (failure)
        word[kFailureKind] = static_cast<int>(failure->kind);
    (void)peers.exchange(word.dump());
    if (failure)
        throw Error(failure->kind, failure->message, failure->hint);
}

void waitForEnd(Peers& peers) {
    const auto word = nlohmann::json::parse(peers.toldByFirst("{}"));
    if (const auto kind = word.find(kFailureKind); kind != word.end())
        throw Error(static_cast<ErrorKind>(kind->get<int>()), kLeftToFirst);
}

} // namespace unlit::train
