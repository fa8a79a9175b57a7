// Learning-rate schedules against the reference trainer's.
#include "core/train/optim/lr_schedules.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <string>

using namespace unlit;
using nlohmann::json;

namespace {

constexpr double kScheduleTolerance = 1e-12;

} // namespace

TEST(Parity, lr_iter_exponential) {
    const json pack = test::ReferencePack("lr/iter_exponential").json();
    test::Comparison comparison;
    for (const json& item : pack.at("sets")) {
        const train::IterExponential schedule(item.at("total_iter"), item.at("final_ratio"),
                                              item.at("warmup_steps"));
        comparison.beginCase(std::to_string(item.at("total_iter").get<int>()) + " iterations");
        for (const json& point : item.at("factor")) {
            comparison.relative("factor", schedule.factor(point.at(0)), point.at(1),
                                kScheduleTolerance);
        }
        const double base = item.at("base_lr");
        const json& used = item.at("lr_used_by_step_k");
        for (std::size_t k = 0; k < used.size(); ++k) {
            const double rate = base * schedule.factor(static_cast<std::int64_t>(k));
            comparison.relative("lr_used_by_step_k", rate, used.at(k), kScheduleTolerance);
        }
        const json& logged = item.at("lr_logged_after_step_k");
        for (std::size_t k = 0; k < logged.size(); ++k) {
            const double rate = base * schedule.factor(static_cast<std::int64_t>(k) + 1);
            comparison.relative("lr_logged_after_step_k", rate, logged.at(k), kScheduleTolerance);
        }
    }
    comparison.finish(/*needsTensors=*/false);
}
