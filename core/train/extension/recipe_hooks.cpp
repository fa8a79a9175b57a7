#include "core/train/extension/recipe_hooks.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/steering.h"
#include "core/base/text.h"
#include "core/train/extension/call_watch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace unlit::train {

using extension::Point;

namespace {

constexpr int kMostFailures = 3; ///< in a row
constexpr std::size_t kLongestText = 1000;
constexpr std::size_t kLongestTag = 120;

std::string forPeople(std::string_view text) {
    return withoutSteering(text.substr(0, kLongestText), '?');
}

/// Those that come once or more in every step: `every` thins them out.
bool isOfStep(Point point) {
    switch (point) {
    case Point::BeforeStep:
    case Point::BeforeBackward:
    case Point::AfterBackward:
    case Point::BeforeOptimizer:
    case Point::AfterOptimizer:
    case Point::AfterStep:
        return true;
    default:
        return false;
    }
}

/// The step that the point belongs to, counted from 1.
std::int64_t stepOfPoint(Point point, std::int64_t done) {
    return point == Point::AfterOptimizer || point == Point::AfterStep ? done : done + 1;
}

} // namespace

class RecipeHooks::MomentOf : public extension::Moment {
public:
    MomentOf(RecipeHooks& hooks, StepContext& context, const std::string& hook, Point point,
             const Extra& extra)
        : m_hooks(hooks), m_context(context), m_hook(hook), m_point(point), m_extra(extra) {}

    Point point() const override { return m_point; }

    std::int64_t step() const override { return m_context.position.step; }

    std::int64_t maxStep() const override { return m_hooks.m_place.maxIter; }

    std::int64_t epoch() const override { return m_context.position.epoch; }

    double loss() const override { return m_hooks.m_loss; }

    double learningRate() const override {
        return m_context.position.learningRate.value_or(m_hooks.m_place.baseRate.at(step()));
    }

    std::string runFolder() const override { return m_hooks.m_place.run.string(); }

    std::string checkpoint() const override { return m_extra.checkpoint; }

    std::string ending() const override { return m_extra.ending; }

    const std::map<std::string, double>& figures() const override { return m_hooks.m_figures; }

    void forEachWeight(const std::function<void(const extension::Weight&)>& visit) const override {
        const torch::NoGradGuard noGrad;
        for (const NamedParameter& parameter : m_context.task.optimizer().parameters()) {
            const torch::Tensor values = plain(parameter.value);
            const torch::Tensor gradient =
                parameter.value.grad().defined() ? plain(parameter.value.grad()) : torch::Tensor();
            visit({parameter.name,
                   {values.sizes().data(), values.sizes().size()},
                   spanOf(values),
                   spanOf(gradient)});
        }
    }

    void figure(std::string_view name, double value) override {
        if (name.empty() || name.size() > kLongestTag || forPeople(name) != name)
            throw Error::invalidInput("the name of a figure is a word of at most " +
                                          std::to_string(kLongestTag) + " characters, not \"" +
                                          forPeople(name.substr(0, kLongestTag)) + "\"",
                                      "give it a plain name");
        const std::string tag = m_hook + "/" + std::string(name);
        const auto known = std::ranges::find(m_hooks.m_pending, tag, &Scalar::tag);
        if (known != m_hooks.m_pending.end())
            known->value = value;
        else
            m_hooks.m_pending.push_back({tag, value});
    }

    void log(std::string_view text) override {
        m_context.log(LogLine::Level::Info, m_hook + ": " + forPeople(text));
    }

    void warn(std::string_view text) override {
        m_context.log(LogLine::Level::Warning, m_hook + ": " + forPeople(text));
    }

    void end(std::string_view why) override {
        log("ends the run: " + std::string(why));
        m_context.wanted = RunEnd::Complete;
    }

    void setLearningRate(double rate) override {
        if (!std::isfinite(rate) || rate <= 0 || rate > 1)
            throw Error::invalidInput("it asks for the learning rate " + std::to_string(rate),
                                      "a rate is above 0 and at most 1");
        if (rate == learningRate())
            return;
        log("sets the learning rate to " + std::to_string(rate));
        m_context.position.learningRate = rate;
    }

    std::string state() const override {
        const auto& states = m_context.position.hookStates;
        const auto found = states.find(m_hook);
        return found == states.end() ? "" : found->second;
    }

    void setState(std::string state) override {
        constexpr std::size_t kMost = std::size_t{1} << 20;
        if (state.size() > kMost)
            throw Error::invalidInput("it keeps a state of " + formatBytes(state.size()),
                                      "keep a file of its own in the run's folder; a state has at "
                                      "most 1 MiB");
        if (state.empty())
            m_context.position.hookStates.erase(m_hook);
        else
            m_context.position.hookStates[m_hook] = std::move(state);
    }

private:
    static torch::Tensor plain(const torch::Tensor& tensor) {
        return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
    }

    static std::span<const float> spanOf(const torch::Tensor& tensor) {
        if (!tensor.defined())
            return {};
        return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
    }

    RecipeHooks& m_hooks;
    StepContext& m_context;
    const std::string& m_hook;
    Point m_point;
    const Extra& m_extra;
};

RecipeHooks::RecipeHooks(std::vector<MadeHook> hooks, RecipeHooksPlace place)
    : m_place(std::move(place)) {
    for (MadeHook& made : hooks)
        m_hooks.push_back({std::move(made)});
}

WriteRow RecipeHooks::watching(WriteRow write) {
    return [this, write = std::move(write)](const MetricRow& row) {
        for (const Scalar& scalar : row.scalars)
            m_figures[scalar.tag] = scalar.value;
        write(row);
    };
}

void RecipeHooks::onTrainBegin(StepContext& context) {
    if (m_place.takeSaved)
        (void)m_place.takeSaved(false);
    call(context, Point::BeforeTrain, {});
}

void RecipeHooks::onMicroBegin(StepContext& context) {
    throwDeferred();
    tellSaved(context, false);
}

void RecipeHooks::onBackwardEnd(StepContext& context) {
    call(context, Point::AfterBackward, {});
}

void RecipeHooks::onPoint(StepContext& context, Point point) {
    if (point == Point::AfterOptimizer)
        m_loss = context.loss;
    call(context, point, {});
}

void RecipeHooks::onStepEnd(StepContext& context) {
    try {
        call(context, Point::AfterStep, {});
    } catch (const Error&) {
        m_deferred = std::current_exception();
    }
    std::ranges::move(std::exchange(m_pending, {}), std::back_inserter(context.scalars));
}

void RecipeHooks::onTrainEnd(StepContext& context, RunEnd end) {
    tellSaved(context, true);
    call(context, Point::AfterTrain, {.ending = std::string(toString(end))});
    throwDeferred();
}

void RecipeHooks::throwDeferred() {
    if (m_deferred)
        std::rethrow_exception(std::exchange(m_deferred, nullptr));
}

void RecipeHooks::tellSaved(StepContext& context, bool waits) {
    if (!m_place.takeSaved)
        return;
    for (const std::filesystem::path& folder : m_place.takeSaved(waits))
        call(context, Point::AfterSave, {.checkpoint = folder.string()});
}

bool RecipeHooks::isDue(const Called& hook, Point point, std::int64_t step) const {
    const auto& points = hook.made.points;
    return !hook.isOut && std::ranges::find(points, point) != points.end() &&
           (!isOfStep(point) || stepOfPoint(point, step) % hook.made.config.every == 0);
}

void RecipeHooks::call(StepContext& context, Point point, const Extra& extra) {
    for (Called& hook : m_hooks)
        if (isDue(hook, point, context.position.step))
            callOne(context, hook, point, extra);
}

void RecipeHooks::callOne(StepContext& context, Called& hook, Point point, const Extra& extra) {
    const config::HookConfig& config = hook.made.config;
    try {
        std::optional<CallWatch> watch;
        if (!config.sharedLibrary.empty())
            watch.emplace(std::chrono::duration<double>(config.timeout),
                          [post = context.post, name = config.name, point, &config] {
                              post(LogLine{LogLine::Level::Warning,
                                           "the hook " + name + " has not come back from " +
                                               std::string(nameOf(point)) + " for " +
                                               formatSeconds(config.timeout) +
                                               "; the run waits for it"});
                          });
        MomentOf moment(*this, context, config.name, point, extra);
        hook.made.hook->at(moment);
        hook.failures = 0;
    } catch (const Error& error) {
        fail(context, hook, point, error.what(), error.hint());
    } catch (const std::bad_alloc&) {
        throw; // the trainer does with less
    } catch (const std::exception& problem) {
        fail(context, hook, point, forPeople(problem.what()), "mend the hook");
    } catch (...) {
        fail(context, hook, point, "it threw something that is no exception", "mend the hook");
    }
}

void RecipeHooks::fail(StepContext& context, Called& hook, Point point, const std::string& what,
                       const std::string& hint) {
    const config::HookConfig& config = hook.made.config;
    const std::string text = "the hook " + config.name + " failed at " +
                             std::string(nameOf(point)) + " (step " +
                             std::to_string(context.position.step) + "): " + what;
    const bool isOver = point == Point::AfterTrain; // nothing is left to stop
    if (config.onFailure == config::HookFailure::Stop && !isOver)
        throw Error::invalidInput(text, hint + "; the run is saved and can be resumed, also with "
                                               "other hooks");
    context.log(LogLine::Level::Warning, text + "; " + hint);
    if (++hook.failures < kMostFailures)
        return;
    hook.isOut = true;
    context.log(LogLine::Level::Warning, "the hook " + config.name + " has failed " +
                                             std::to_string(kMostFailures) +
                                             " times in a row and is not called any more");
}

} // namespace unlit::train
