// A hook of your own for trainings: this header and the C++ standard library are all it needs.
// A library of hooks is loaded into the process that trains; see docs/hooks.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::extension {

/// Raised whenever anything below means something else to a compiled library.
inline constexpr int kVersion = 1;

/// The moments of a run at which hooks are called, in the order in which they come.
enum class Point {
    BeforeTrain,      ///< once, the model is loaded
    BeforeEpoch,      ///< the first batch of a pass over the set comes next
    BeforeStep,       ///< the first micro-batch of an optimizer step comes next; again where a step
                      ///< is begun again with less memory
    BeforeBackward,   ///< of each micro-batch, or part of one: gradients come next
    AfterBackward,    ///< all gradients of the step are there, clipped
    BeforeOptimizer,  ///< the weights are about to move
    AfterOptimizer,   ///< they have moved, and the step counts as done
    AfterStep,        ///< loss and figures of the step are about to be written
    BeforeValidation, ///< sets are about to be gone through
    AfterValidation,  ///< their figures are known
    BeforeSave,       ///< a checkpoint is about to be taken
    AfterSave,        ///< it is on disk
    AfterEpoch,       ///< the set was gone through
    AfterTrain,       ///< once, also where the run has failed
};

/// As recipes call them, in the order of Point.
inline constexpr std::array<std::string_view, 14> kPointNames = {
    "before_train",     "before_epoch",    "before_step", "before_backward",   "after_backward",
    "before_optimizer", "after_optimizer", "after_step",  "before_validation", "after_validation",
    "before_save",      "after_save",      "after_epoch", "after_train"};

inline std::string_view nameOf(Point point) {
    return kPointNames.at(static_cast<std::size_t>(point));
}

/// A trained parameter during a call. `values` and `gradient` are row-major copies or the memory
/// itself, to be read only; a gradient is empty where there is none.
struct Weight {
    std::string_view name; ///< as checkpoints have it: "down_blocks.0.resnets.0.conv1.weight"
    std::span<const std::int64_t> shape;
    std::span<const float> values;
    std::span<const float> gradient;
};

/// What a hook sees of the run, and what it may do. Valid during the call that gets it; on the
/// thread that trains. What is asked for wrongly throws, and counts as the hook's failure.
class Moment {
public:
    virtual ~Moment() = default;

    virtual Point point() const = 0;
    virtual std::int64_t step() const = 0;    ///< optimizer steps done
    virtual std::int64_t maxStep() const = 0; ///< to do in all; 0 or less: epochs decide
    virtual std::int64_t epoch() const = 0;   ///< from 1
    virtual double loss() const = 0;          ///< of the last whole step, 0 before
    virtual double learningRate() const = 0;  ///< in place of the recipe's `lr`, which a schedule
                                              ///< multiplies
    virtual std::string runFolder() const = 0;
    virtual std::string checkpoint() const = 0; ///< AfterSave: its folder; else ""
    virtual std::string ending() const = 0; ///< AfterTrain: "complete", "stopped", "time is up",
                                            ///< "failed"; else ""
    /// The last value of every figure that was told, by its tag: "val/rooms/psnr".
    virtual const std::map<std::string, double>& figures() const = 0;
    /// Every trained parameter in turn. Costs a copy of each where they are on a GPU.
    virtual void forEachWeight(const std::function<void(const Weight&)>& visit) const = 0;

    /// A figure "HOOK/name" among those of the step, of the next one where a step's are written.
    virtual void figure(std::string_view name, double value) = 0;
    virtual void log(std::string_view text) = 0; ///< a line for people
    virtual void warn(std::string_view text) = 0;
    /// Ends the run as complete, before the next micro-batch.
    virtual void end(std::string_view why) = 0;
    virtual void setLearningRate(double rate) = 0; ///< above 0
    /// What the hook wants to find again when the run is resumed, "" at first: checkpoints hold it.
    virtual std::string state() const = 0;
    virtual void setState(std::string state) = 0;
};

/// What a recipe says beside the hook's name: texts by name, all of them known and with values.
class Options {
public:
    explicit Options(std::map<std::string, std::string> values) : m_values(std::move(values)) {}

    /// Throws std::out_of_range where the hook has declared no such option.
    const std::string& text(const std::string& name) const { return m_values.at(name); }

    /// Throws std::invalid_argument where the value is no number.
    double number(const std::string& name) const {
        const std::string& value = text(name);
        std::size_t used = 0;
        double number = 0;
        try {
            number = std::stod(value, &used);
        } catch (const std::logic_error&) {
            used = 0;
        }
        if (used == 0 || used != value.size())
            throw std::invalid_argument("option " + name + " has to be a number, not " + value);
        return number;
    }

private:
    std::map<std::string, std::string> m_values;
};

struct Option {
    std::string name;
    std::string standard; ///< the value where a recipe gives none
    std::string help;     ///< one line
};

/// Calls come one after the other on the thread that trains. What is thrown is told, and ends the
/// run where the recipe says on_failure: stop.
class Hook {
public:
    virtual ~Hook() = default;
    /// Where it is called, unless the recipe's `at` names other points.
    virtual std::vector<Point> points() const = 0;
    virtual void at(Moment& moment) = 0;
};

struct Entry {
    std::string name;
    std::vector<Option> options;
    std::function<std::unique_ptr<Hook>(const Options&)> make;
};

/// What a library hands over. The first two members say whether the rest can be understood.
struct Library {
    int version = kVersion;
    std::size_t textSize = sizeof(std::string); ///< another standard library has another one
    std::vector<Entry> entries;
};

/// One for each library: hidden, so that two of them do not share it.
__attribute__((visibility("hidden"))) inline Library& thisLibrary() {
    static Library library;
    return library;
}

struct Registration {
    explicit Registration(Entry entry) { thisLibrary().entries.push_back(std::move(entry)); }
};

inline constexpr const char* kLibraryFunction = "unlitHookLibrary";

} // namespace unlit::extension

#ifndef UNLIT_HOOK_PROGRAM
/// What the program looks for in a library.
extern "C"
    __attribute__((visibility("default"), weak, used)) inline const unlit::extension::Library*
    unlitHookLibrary() {
    return &unlit::extension::thisLibrary();
}
#endif

/// At the margin of a source, once for each hook: UNLIT_HOOK("name", Class). Class has a
/// constructor that takes `const unlit::extension::Options&` and a static function
/// `std::vector<unlit::extension::Option> options()`.
#define UNLIT_HOOK(NAME, CLASS)                                                                    \
    static const unlit::extension::Registration kRegistrationOf##CLASS(                            \
        {NAME, CLASS::options(), [](const unlit::extension::Options& options) {                    \
             return std::unique_ptr<unlit::extension::Hook>(std::make_unique<CLASS>(options));     \
         }})
