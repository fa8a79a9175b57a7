#include "core/evaluate/calibration.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace unlit::evaluate {

namespace {

/// Samples that are counted together.
struct Bin {
    double spread = 0; ///< mean
    double error = 0;  ///< mean
    double count = 0;

    void merge(const Bin& other) {
        const double all = count + other.count;
        spread = (spread * count + other.spread * other.count) / all;
        error = (error * count + other.error * other.count) / all;
        count = all;
    }
};

/// Bins of about equal count by rising spread; equal spreads are never parted.
std::vector<Bin> binned(std::vector<SpreadSample> samples, std::size_t bins) {
    if (samples.empty())
        throw Error::invalidInput("there is no pixel to calibrate on",
                                  "give pairs with valid pixels");
    std::ranges::sort(samples, {}, &SpreadSample::spread);
    std::vector<Bin> all;
    const std::size_t wanted = std::clamp<std::size_t>(bins, 1, samples.size());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < wanted && begin < samples.size(); ++i) {
        std::size_t end = std::max((i + 1) * samples.size() / wanted, begin + 1);
        while (end < samples.size() && samples[end].spread == samples[end - 1].spread)
            ++end;
        Bin bin;
        for (std::size_t k = begin; k < end; ++k) {
            bin.spread += samples[k].spread;
            bin.error += samples[k].error;
        }
        bin.count = static_cast<double>(end - begin);
        bin.spread /= bin.count;
        bin.error /= bin.count;
        all.push_back(bin);
        begin = end;
    }
    return all;
}

/// Pool adjacent violators.
std::vector<Bin> rising(const std::vector<Bin>& bins) {
    std::vector<Bin> pools;
    for (const Bin& bin : bins) {
        pools.push_back(bin);
        while (pools.size() > 1 && pools[pools.size() - 2].error >= pools.back().error) {
            pools[pools.size() - 2].merge(pools.back());
            pools.pop_back();
        }
    }
    return pools;
}

} // namespace

double CalibrationCurve::expectedError(double spreadValue) const {
    const auto next = std::ranges::upper_bound(spread, spreadValue);
    if (next == spread.begin())
        return error.front();
    if (next == spread.end())
        return error.back();
    const auto i = static_cast<std::size_t>(next - spread.begin());
    const double part = (spreadValue - spread[i - 1]) / (spread[i] - spread[i - 1]);
    return error[i - 1] + part * (error[i] - error[i - 1]);
}

CalibrationCurve fitCalibration(std::vector<SpreadSample> samples, std::size_t bins) {
    CalibrationCurve curve;
    for (const Bin& pool : rising(binned(std::move(samples), bins))) {
        curve.spread.push_back(pool.spread);
        curve.error.push_back(pool.error);
    }
    return curve;
}

void ReliabilityMeter::add(const CalibrationCurve& curve,
                           const std::vector<SpreadSample>& samples) {
    for (const SpreadSample& sample : samples)
        m_samples.push_back({static_cast<float>(curve.expectedError(sample.spread)), sample.error});
}

void ReliabilityMeter::add(double expected, float error) {
    m_samples.push_back({static_cast<float>(expected), error});
}

Reliability ReliabilityMeter::result(std::size_t bins) const {
    Reliability reliability;
    double count = 0;
    for (const Bin& bin : binned(m_samples, bins)) {
        reliability.bins.push_back({bin.spread, bin.error, static_cast<std::size_t>(bin.count)});
        reliability.meanError += bin.error * bin.count;
        reliability.calibrationError += std::abs(bin.spread - bin.error) * bin.count;
        count += bin.count;
    }
    reliability.meanError /= count;
    reliability.calibrationError /= count;
    return reliability;
}

} // namespace unlit::evaluate
