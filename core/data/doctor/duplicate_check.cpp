#include "core/data/doctor/set_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace unlit::data {

namespace {

constexpr int kNearHash = 12;          // of 63 bits
constexpr double kSameAreas = 0.06;    // stops
constexpr double kOtherExposure = 0.4; // stops
constexpr float kFeatureless = 0.08F;  // stops of contrast: such pictures are all alike

std::string nameOf(const SetMember& member) {
    return "'" + toText(member.pair->beauty) + "'";
}

std::string stopsText(double stops) {
    std::string text(16, '\0');
    text.resize(
        static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.1f", std::abs(stops))));
    return text + (stops > 0 ? " stops brighter than" : " stops darker than");
}

long pixelsOf(const SetMember& member) {
    return static_cast<long>(member.report->width) * member.report->height;
}

/// Both pictures, by hash and then by areas.
bool isSamePair(const PairReport& a, const PairReport& b) {
    const auto same = [](const PictureFingerprint& p, const PictureFingerprint& q) {
        return hashDistance(p.hash, q.hash) <= kNearHash && areaDistance(p, q) <= kSameAreas;
    };
    const bool hasFeatures = a.fingerprint.beauty.contrast > kFeatureless &&
                             b.fingerprint.beauty.contrast > kFeatureless;
    return hasFeatures && same(a.fingerprint.beauty, b.fingerprint.beauty) &&
           same(a.fingerprint.albedo, b.fingerprint.albedo);
}

/// Light of the set, where enough pairs tell of theirs.
std::optional<double> usualLight(const std::vector<SetMember>& members) {
    std::vector<double> values;
    for (const SetMember& member : members)
        if (member.report->lightStops)
            values.push_back(*member.report->lightStops);
    constexpr std::size_t fewest = 5;
    if (values.size() < fewest)
        return {};
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double distanceFrom(double usual, const SetMember& member) {
    return std::abs(member.report->lightStops.value_or(usual) - usual);
}

Finding findingOf(const SetMember& kept, const SetMember& other) {
    const double beauty =
        other.report->fingerprint.beauty.meanStops - kept.report->fingerprint.beauty.meanStops;
    const double albedo =
        other.report->fingerprint.albedo.meanStops - kept.report->fingerprint.albedo.meanStops;
    if (std::abs(beauty) > kOtherExposure || std::abs(albedo) > kOtherExposure) {
        const bool byBeauty = std::abs(beauty) >= std::abs(albedo);
        return {Check::Exposure, Severity::Warning,
                std::string(byBeauty ? "its beauty is " : "its albedo is ") +
                    stopsText(byBeauty ? beauty : albedo) + " that of " + nameOf(kept) +
                    ", which is the same picture"};
    }
    const bool isScaled = pixelsOf(kept) != pixelsOf(other);
    return {Check::Duplicate, Severity::Warning,
            (isScaled ? "the same pair in another size as " : "the same pair as ") + nameOf(kept)};
}

} // namespace

void checkDuplicates(const std::vector<SetMember>& members, std::vector<Findings>& findings) {
    // Larger pictures first, then the order of the set: these are kept.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (members[i].report->isComparable)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pixelsOf(members[a]) > pixelsOf(members[b]);
    });
    const auto usual = usualLight(members);
    std::vector<std::size_t> originals;
    for (const std::size_t i : order) {
        const auto original =
            std::find_if(originals.begin(), originals.end(), [&](std::size_t other) {
                return isSamePair(*members[other].report, *members[i].report);
            });
        if (original == originals.end()) {
            originals.push_back(i);
            continue;
        }
        Finding finding = findingOf(members[*original], members[i]);
        const bool blamesOriginal =
            finding.check == Check::Exposure && usual &&
            distanceFrom(*usual, members[*original]) > distanceFrom(*usual, members[i]);
        if (blamesOriginal)
            findings[*original].push_back(findingOf(members[i], members[*original]));
        else
            findings[i].push_back(std::move(finding));
    }
}

} // namespace unlit::data
