#include "core/infer/tiles/seam_meter.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::infer {

namespace {

struct Mean {
    double sum = 0;
    double count = 0;

    void add(double value, double weight) {
        sum += value * weight;
        count += weight;
    }

    double value() const { return count > 0 ? sum / count : 0; }
};

/// One direction: differences of each line with the one `span` further on.
struct Lines {
    int count;               ///< lines
    int length;              ///< pixels of a line
    std::size_t lineStride;  ///< samples from a line to the next
    std::size_t pixelStride; ///< samples from a pixel of a line to the next
};

double meanDifference(const Image& picture, const Lines& lines, int line, int span) {
    double sum = 0;
    for (int channel = 0; channel < picture.channelCount(); ++channel) {
        const float* first =
            picture.plane(channel).data() + static_cast<std::size_t>(line) * lines.lineStride;
        const float* second = first + static_cast<std::size_t>(span) * lines.lineStride;
        for (int i = 0; i < lines.length; ++i) {
            const std::size_t at = static_cast<std::size_t>(i) * lines.pixelStride;
            sum += std::abs(static_cast<double>(second[at]) - static_cast<double>(first[at]));
        }
    }
    return sum / lines.length / picture.channelCount();
}

/// A line that is the first of a pair around a border: the border lies in the middle of the pair.
bool isAtBorder(int line, int span, const std::vector<std::int64_t>& borders) {
    const int reach = std::max(1, span / 4);
    return std::ranges::any_of(borders, [&](std::int64_t border) {
        const std::int64_t middle = line + (span + 1) / 2;
        return std::abs(middle - border) < reach;
    });
}

struct Found {
    Mean across;
    Mean elsewhere;
};

Found measure(const Image& picture, const Lines& lines, const std::vector<std::int64_t>& borders,
              int span) {
    Found found;
    if (borders.empty())
        return found;
    for (int line = 0; line + span < lines.count; ++line)
        (isAtBorder(line, span, borders) ? found.across : found.elsewhere)
            .add(meanDifference(picture, lines, line, span), lines.length);
    return found;
}

} // namespace

double SeamReport::ratio() const {
    if (acrossBorders == 0 && elsewhere == 0)
        return 1;
    if (elsewhere == 0)
        return std::numeric_limits<double>::infinity();
    return acrossBorders / elsewhere;
}

std::vector<std::int64_t> bordersAlong(const std::vector<TileSpan>& spans) {
    std::vector<std::int64_t> borders;
    for (const TileSpan& span : spans) {
        if (span.begin > 0)
            borders.push_back(span.begin);
        if (span.end() < spans.back().end())
            borders.push_back(span.end());
    }
    return borders;
}

std::vector<std::int64_t> overlapsAlong(const std::vector<TileSpan>& spans) {
    std::vector<std::int64_t> middles;
    for (std::size_t i = 0; i + 1 < spans.size(); ++i)
        middles.push_back((spans[i].end() + spans[i + 1].begin) / 2);
    return middles;
}

SeamReport measureSeams(const Image& picture, const TileGrid& pixels, Seam kind) {
    if (picture.width > pixels.canvas().width || picture.height > pixels.canvas().height)
        throw Error::internal("a seam meter on " + std::to_string(picture.width) + "x" +
                              std::to_string(picture.height) +
                              " pixels with tiles of another size");
    const bool isStep = kind == Seam::Step;
    const int span = isStep ? 1 : static_cast<int>(std::max<std::int64_t>(1, pixels.overlap()));
    const auto placesAlong = isStep ? bordersAlong : overlapsAlong;
    const auto width = static_cast<std::size_t>(picture.width);
    const Found rows = measure(picture, {picture.height, picture.width, width, 1},
                               placesAlong(pixels.rows()), span);
    const Found columns = measure(picture, {picture.width, picture.height, 1, width},
                                  placesAlong(pixels.columns()), span);
    const double weight = rows.across.count + columns.across.count;
    if (weight == 0)
        return {};
    // Elsewhere counts by direction as the borders do: a picture may change more along one of them.
    return {(rows.across.sum + columns.across.sum) / weight,
            (rows.elsewhere.value() * rows.across.count +
             columns.elsewhere.value() * columns.across.count) /
                weight};
}

} // namespace unlit::infer
