#include "core/data/doctor/pair_report.h"

#include "core/base/failure.h"
#include "core/data/doctor/checks/checks.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kDarkAlbedo = 0.05F; // linear: below, the quotient is gloss and noise
constexpr double kLitShare = 0.9;    // most of a picture may lie in shadow

std::optional<double> lightStopsOf(const PairPixels& pixels) {
    std::vector<float> quotients;
    for (std::size_t i = 0; i < pixels.beautyY.size(); ++i)
        if (pixels.valid[i] != 0 && pixels.albedoY[i] > kDarkAlbedo && pixels.beautyY[i] > 0)
            quotients.push_back(pixels.beautyY[i] / pixels.albedoY[i]);
    constexpr std::size_t fewest = 100;
    if (quotients.size() < fewest)
        return {};
    const auto lit = quotients.begin() +
                     static_cast<std::ptrdiff_t>(kLitShare * static_cast<double>(quotients.size()));
    std::nth_element(quotients.begin(), lit, quotients.end());
    return std::log2(*lit);
}

double albedoMeanOf(const PairPixels& pixels) {
    double sum = 0;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < pixels.albedoY.size(); ++i)
        if (pixels.valid[i] != 0) {
            sum += pixels.albedoY[i];
            ++counted;
        }
    return counted == 0 ? 0 : sum / static_cast<double>(counted);
}

void compareContents(const PairPixels& pixels, PairReport& report) {
    Findings& findings = report.findings;
    checkBeauty(pixels, findings);
    checkAlbedoFlat(pixels, findings);
    checkAlbedoBlack(pixels, findings);
    checkAlbedoRange(pixels, findings);
    const LogEdges edges = findEdges(pixels);
    // One fault makes others seem to be there: the first that explains the edges is told.
    const std::size_t before = findings.size();
    checkAlignment(edges, findings);
    if (findings.size() == before)
        checkColorSpace(pixels, edges, findings);
    if (findings.size() == before)
        checkSwapped(pixels, edges, findings);
    report.isComparable = true;
    report.blackShare = blackAlbedoShare(pixels);
    report.lightStops = lightStopsOf(pixels);
    report.albedoMean = albedoMeanOf(pixels);
    report.fingerprint = {fingerprintOf(pixels.beauty), fingerprintOf(pixels.albedo)};
    report.beautyStops = report.fingerprint.beauty.meanStops;
}

} // namespace

PairReport examinePair(const PictureSource& source, const ListedPair& pair) {
    PairReport report;
    try {
        const PairPixels pixels = readPairPixels(source, pair);
        report.width = pixels.beauty.width;
        report.height = pixels.beauty.height;
        report.beautyIsFloat = pixels.beautyIsFloat;
        report.albedoIsFloat = pixels.albedoIsFloat;
        report.hasMaskFile = pixels.hasMaskFile;
        report.validShare =
            static_cast<double>(std::count(pixels.valid.begin(), pixels.valid.end(), 1)) /
            static_cast<double>(pixels.valid.size());
        checkSize(pixels, report.findings);
        checkNumbers(pixels, report.findings);
        checkMask(pixels, report.findings);
        if (pixels.sameSize() && report.validShare > 0)
            compareContents(pixels, report);
    } catch (...) {
        report = {};
        report.findings = {
            {Check::Unreadable, Severity::Error, translateCurrentException().text()}};
    }
    return report;
}

} // namespace unlit::data
