// WHDR: how often a prediction disagrees with people about which of two points is darker.
#pragma once

#include "core/image/image.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

enum class Darker { First, Second, Equal };

/// What people said of two points of one picture.
struct Judgement {
    double x1 = 0; ///< in [0, 1], of the width
    double y1 = 0; ///< likewise of the height
    double x2 = 0;
    double y2 = 0;
    Darker darker = Darker::Equal;
    double weight = 0; ///< "darker_score": how sure they were; above 0
};

/// A judgement file of Intrinsic Images in the Wild (Bell, Bala, Snavely 2014): "intrinsic_points"
/// with id, x, y, opaque and "intrinsic_comparisons" with point1, point2, darker ("1", "2", "E"),
/// darker_score. Comparisons without a verdict or a positive weight, and those that touch a point
/// that is not opaque, are left out, as the data set's authors do. Throws Error: NotFound, Io;
/// Corrupt naming the file for anything that is not of this form.
std::vector<Judgement> readJudgements(const std::filesystem::path& file);

/// The same from text; `file` is what errors call it.
std::vector<Judgement> parseJudgements(std::string_view text, const std::filesystem::path& file);

/// Weights of judgements by what people said, and how much of each a prediction contradicts.
struct JudgementErrors {
    double equal = 0; ///< "the same"
    double equalWrong = 0;
    double darker = 0; ///< "this one is darker"
    double darkerWrong = 0;

    /// The share of all weight that is contradicted, in [0, 1]; NaN without judgements.
    double whdr() const { return (equalWrong + darkerWrong) / (equal + darker); }
};

JudgementErrors& operator+=(JudgementErrors& errors, const JudgementErrors& other);

/// The lightness of a point is the mean of its pixel's channels, at least 1e-10; one that is more
/// than 1 + delta times darker is darker, else they are equal. `linear`: scene-linear reflectance
/// up to scale. Delta is 0.10 in all published figures.
JudgementErrors judgementErrors(const Image& linear, const std::vector<Judgement>& judgements,
                                double delta = 0.10);

double whdr(const Image& linear, const std::vector<Judgement>& judgements, double delta = 0.10);

} // namespace unlit::evaluate
