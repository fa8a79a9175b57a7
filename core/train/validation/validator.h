// Runs a network over a set of pairs with fixed seeds and measures what comes out.
#pragma once

#include "core/base/python_random.h"
#include "core/config/validation_config.h"
#include "core/data/loader/dataset.h"
#include "core/image/color/color_space.h"
#include "core/train/validation/picture_crew.h"

#include <torch/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit::train {

struct ValidationSet {
    std::string name; ///< disp_name: in tags and file names
    std::string list; ///< the filename_list, for the report
    std::shared_ptr<const data::Dataset> pairs;
    std::int64_t clipFrames = 1; ///< > 1: so many frames of a sequence are shown one by one, too
};

/// One target of a picture; float32 [3, H, W] in [0, 1] on the CPU, in the target's encoding.
struct ValidatedTarget {
    std::string name;
    ColorSpace space = ColorSpace::Srgb; ///< of its numbers
    torch::Tensor prediction;
    torch::Tensor truth;
    torch::Tensor uncertainty; ///< undefined for one member
};

/// One picture of a validation.
struct ValidatedPicture {
    std::string relativePath;
    torch::Tensor beauty;                 ///< as a target's pictures
    torch::Tensor valid_1HW;              ///< bool
    std::vector<ValidatedTarget> targets; ///< those of the set, in its order
    std::vector<double> metrics;          ///< in the order of ValidationScores::metrics
    std::vector<std::int64_t> tally;      ///< for addTally(), in the validator's own form
};

struct ValidationScores {
    /// eval.eval_metrics for each target, by figureName; then figures of the whole set.
    std::vector<std::string> metrics;
    std::vector<double> means; ///< over the pictures; NaN where none could be measured
    std::int64_t pictures = 0;
    std::int64_t unmeasured = 0; ///< pictures without a valid pixel
};

/// Picture by picture in the set's order, each with a seed of its own from a list of as many seeds
/// as the set has pictures, used from the end. Thread: the one that trains.
class Validator {
public:
    /// `picture` is `index` of `count`.
    using OnPicture = std::function<void(std::int64_t index, std::int64_t count,
                                         const ValidatedPicture& picture)>;

    /// Throws: InvalidInput for a metric that is not known.
    Validator(config::ValidationConfig validation, config::EvalConfig evaluation);
    virtual ~Validator() = default;
    Validator(const Validator&) = delete;
    Validator& operator=(const Validator&) = delete;

    /// Called before every picture: others that want to compute go first. Unset: there are none.
    void setLetOthersGo(std::function<void()> letOthersGo) {
        m_letOthersGo = std::move(letOthersGo);
    }

    /// With a `crew` only the pictures that are this process's are predicted and told to
    /// `onPicture`; the figures are those of all, the same in every process. Nothing when stopped,
    /// or one of the crew is: `stop` is looked at before every unit of work. Throws what reading
    /// pictures throws, InvalidInput when the set has a target that the model does not make or the
    /// model gives no finite numbers.
    std::optional<ValidationScores> run(const ValidationSet& set, const std::stop_token& stop,
                                        const OnPicture& onPicture, PictureCrew* crew = nullptr);

    /// The metrics of a set, for each of its targets; figures of the set as a whole come to them.
    std::vector<std::string> figureNames(const data::Dataset& set) const;

    /// The figure that decides which model is best: that of the albedo, or of a set's first target.
    std::string mainFigure(const data::Dataset& set, const std::string& metric) const;

protected:
    /// What a target is, for measuring it.
    struct Measured {
        std::string name;
        bool isDisplayEncoded = true;
        bool upToScale = false;
        ColorSpace transfer = ColorSpace::Srgb; ///< of a display-encoded one
    };

    /// Called once before the pictures of a set.
    virtual void begin(const ValidationSet& set) = 0;
    /// What the pictures of a set are measured by, in the order of their targets.
    virtual std::vector<std::string> measuredNames(const data::Dataset& set) const = 0;
    /// Prediction and figures of one picture; nothing when stopped.
    virtual std::optional<ValidatedPicture> predict(const data::Sample& sample, const Seed& seed,
                                                    const std::stop_token& stop) = 0;

    /// Told, for every picture of the set in its order, the tally of it, whichever process
    /// predicted it. By default nothing is made of it.
    virtual void addTally(const std::vector<std::int64_t>& /*tally*/) {}

    /// What is no mean over pictures, asked for behind the last one. By default nothing.
    virtual std::vector<std::pair<std::string, double>> figuresOfSet() const { return {}; }

    /// Beauty and mask of a picture whose targets are to come.
    ValidatedPicture pictureOf(const data::Sample& sample) const;
    /// Adds the figures of the target, whose prediction and truth have one size, to those of the
    /// picture.
    void measure(const Measured& what, const ValidatedTarget& target,
                 ValidatedPicture& picture) const;

    const config::ValidationConfig& validation() const { return m_validation; }

private:
    std::vector<Seed> seedsFor(std::int64_t count, PictureCrew* crew) const;
    CrewRow measured(const ValidationSet& set, std::int64_t index, std::int64_t count,
                     const Seed& seed, const std::stop_token& stop, const OnPicture& onPicture);

    config::ValidationConfig m_validation;
    config::EvalConfig m_evaluation;
    std::function<void()> m_letOthersGo;
};

/// Of [-1, 1] to [0, 1].
torch::Tensor toUnit(const torch::Tensor& signedValues);

} // namespace unlit::train
