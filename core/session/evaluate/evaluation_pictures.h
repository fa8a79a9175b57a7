// The pictures of an evaluation, read when they are needed.
#pragma once

#include "core/base/failure.h"
#include "core/evaluate/measure.h"
#include "core/evaluate/whdr.h"
#include "core/session/evaluate/evaluate_commands.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

/// One picture with its truth.
struct EvaluationPicture {
    Image beauty; ///< as read, in its own colour space
    evaluate::Truth truth;
};

/// The pairs of a list, folder or archive. Any thread may read.
class EvaluationSet {
public:
    /// Throws Error as datasetPairs; empty when stopped.
    static std::optional<EvaluationSet> open(const EvaluationRequest& request,
                                             const std::stop_token& stop);

    std::size_t size() const { return m_pairs.size(); }

    std::string name(std::size_t index) const;

    /// Throws Error naming the file.
    EvaluationPicture read(std::size_t index) const;

private:
    EvaluationSet() = default;

    Image readPicture(const data::PictureRef& picture, std::optional<ColorSpace> space) const;

    std::shared_ptr<const data::PictureSource> m_source;
    std::vector<data::ListedPair> m_pairs;
    std::optional<ColorSpace> m_beautySpace;
    std::optional<ColorSpace> m_truthSpace;
    bool m_keepBlackAlbedo = false;
};

/// Tells `take` every picture in its order; false, or a stop, ends it and gives false. A picture
/// that fails is named in `failures` and left out. `progress` is called before each.
bool visitPictures(const EvaluationSet& set,
                   const std::function<bool(const EvaluationPicture&)>& take,
                   std::vector<std::pair<std::string, Failure>>& failures,
                   const std::function<void(std::size_t done, std::size_t total)>& progress,
                   const std::stop_token& stop);

/// One judged picture.
struct JudgedPicture {
    std::string name;
    std::filesystem::path judgements;
};

/// The judgement files of the folder, by number. Throws Error: NotFound, InvalidInput for a folder
/// without any.
std::vector<JudgedPicture> judgedPictures(const JudgementInput& input);

/// The picture beside its judgements. Throws Error: NotFound naming the picture that is missing.
Image readJudgedPicture(const JudgedPicture& picture, std::optional<ColorSpace> space);

} // namespace unlit
