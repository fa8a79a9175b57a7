// When sums of gradients begin to travel.
#include "core/train/distributed/gradient_sums.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace unlit;
using train::GradientSums;

namespace {

/// Two processes with the same gradients; notes what is asked of it.
class FakePeers : public train::Peers {
public:
    FakePeers()
        : Peers({.rank = 0, .size = 2, .localRank = 0, .file = {}, .host = {}, .port = 0}) {}

    std::vector<std::string> exchange(const std::string& mine) override { return {mine, mine}; }

    void takeFromFirst(std::vector<torch::Tensor>&) override {}

    std::unique_ptr<train::SumUnderWay> beginSum(const std::vector<torch::Tensor>& tensors,
                                                 config::GradientExchange) override {
        struct Twice : train::SumUnderWay {
            void finish(const std::vector<torch::Tensor>& into) override {
                for (std::size_t i = 0; i < into.size(); ++i)
                    into[i].detach().copy_(2 * values[i]);
            }

            std::vector<torch::Tensor> values;
        };

        begun.push_back(tensors.front().numel());
        if (onBegin)
            onBegin();
        auto sum = std::make_unique<Twice>();
        for (const torch::Tensor& tensor : tensors)
            sum->values.push_back(tensor.detach().clone());
        return sum;
    }

    void takeFromOwners(std::vector<torch::Tensor>&, const std::vector<int>&) override {}

    std::vector<torch::Tensor> bringToFirst(const torch::Tensor& mine) override { return {mine}; }

    void setStandstill(std::chrono::milliseconds) override {}

    void getOn() override {}

    void rest(bool) override {}

    void askToEnd() override {}

    void whenAskedToEnd(std::function<void()>) override {}

    std::vector<std::int64_t> begun; ///< numbers of the first tensor of each piece
    std::function<void()> onBegin;
};

constexpr std::int64_t kEarly = 3 << 20; ///< each a piece of its own
constexpr std::int64_t kLate = 2 << 20;

class Sums : public testing::Test {
protected:
    Sums() {
        early = torch::ones({kEarly}).requires_grad_(true);
        late = torch::ones({kLate + kEarly}).requires_grad_(true);
        sums.emplace(peers, config::GradientExchange::Float32,
                     std::vector<train::NamedParameter>{{"early", early}, {"late", late}});
    }

    /// Backward is done with `late` first.
    torch::Tensor loss() const {
        return (torch::sin(early * 2).mean() * torch::ones({1}) * late).sum();
    }

    void lastBackward() {
        const GradientSums::LastBackward last(*sums);
        loss().backward();
    }

    void forgetGradients() { early.mutable_grad() = late.mutable_grad() = torch::Tensor(); }

    std::shared_ptr<FakePeers> peers = std::make_shared<FakePeers>();
    torch::Tensor early, late;
    std::optional<GradientSums> sums;
};

} // namespace

TEST_F(Sums, begin_while_backward_computes_other_gradients) {
    lastBackward();
    EXPECT_TRUE(peers->begun.empty()) << "no order is agreed on yet";
    EXPECT_EQ(sums->seenOrder(), (std::vector<std::size_t>{1, 0}));
    sums->finish();
    sums->setOrder(sums->seenOrder());
    forgetGradients();
    peers->begun.clear();
    std::vector<bool> wasEarlyThere;
    peers->onBegin = [&] { wasEarlyThere.push_back(early.grad().defined()); };
    lastBackward();
    EXPECT_EQ(peers->begun, (std::vector<std::int64_t>{kLate + kEarly, kEarly}));
    EXPECT_EQ(wasEarlyThere, (std::vector<bool>{false, true}));
    const torch::Tensor mine = late.grad().clone();
    sums->finish();
    EXPECT_EQ(peers->begun.size(), 2U) << "nothing travels twice";
    EXPECT_TRUE(torch::equal(late.grad(), 2 * mine));
}

TEST_F(Sums, wait_for_the_last_micro_batch) {
    sums->setOrder({1, 0});
    loss().backward();
    EXPECT_TRUE(peers->begun.empty());
    const torch::Tensor once = early.grad().clone();
    lastBackward();
    sums->finish();
    EXPECT_TRUE(torch::allclose(early.grad(), 4 * once)) << "two micro-batches, two processes";
}

TEST_F(Sums, of_a_process_without_gradients_are_those_of_the_others) {
    sums->finish();
    EXPECT_EQ(peers->begun, (std::vector<std::int64_t>{kEarly, kLate + kEarly}));
    EXPECT_TRUE(early.grad().defined());
}

TEST_F(Sums, refuse_a_gradient_that_changes_under_way) {
    sums->setOrder({1, 0});
    lastBackward();
    loss().backward();
    EXPECT_THROW(sums->finish(), Error);
}

TEST_F(Sums, bear_a_step_that_is_begun_again) {
    sums->setOrder({1, 0});
    lastBackward();
    const torch::Tensor mine = late.grad().clone();
    sums->makeAgain();
    forgetGradients();
    loss().backward(); // in parts this time
    lastBackward();
    sums->finish();
    EXPECT_EQ(peers->begun.size(), 2U);
    EXPECT_TRUE(torch::equal(late.grad(), 2 * mine));
}
