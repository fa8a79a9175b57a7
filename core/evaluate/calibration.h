// From the spread of an ensemble to the error that it stands for: a rising curve, fitted on
// pictures whose truth is known, and how far it can be trusted.
//
// Method: reliability bins and isotonic regression. Samples are sorted by spread into bins of equal
// count, each with its mean spread and mean absolute error, as reliability diagrams for regression
// do (Levi, Gispan, Giladi, Fetaya, "Evaluating and Calibrating Uncertainty Prediction in
// Regression Tasks", 2019); neighbours that fall are pooled until the errors rise (pool adjacent
// violators; Barlow, Bartholomew, Bremner, Brunk, 1972), as Kuleshov, Fenner and Ermon recalibrate
// regressors ("Accurate Uncertainties for Deep Learning Using Calibrated Regression", 2018).
#pragma once

#include <cstddef>
#include <vector>

namespace unlit::evaluate {

/// One value of one picture: what the ensemble's members disagree by, and how far the prediction is
/// from the truth. Same unit, both >= 0 and finite.
struct SpreadSample {
    float spread = 0;
    float error = 0;
};

/// A curve that never falls, through knots.
struct CalibrationCurve {
    std::vector<double> spread; ///< rising; one value or more
    std::vector<double> error;  ///< never falling; as many

    /// Straight lines between knots, constant outside. Precondition: at least one knot.
    double expectedError(double spreadValue) const;
};

/// Values of equal spread stay in one bin, so that there may be fewer. Throws Error::invalidInput
/// without samples. `bins` >= 1.
CalibrationCurve fitCalibration(std::vector<SpreadSample> samples, std::size_t bins);

/// Samples for which about the same error was expected.
struct ReliabilityBin {
    double expected = 0; ///< mean of what the curve says
    double found = 0;    ///< mean absolute error
    std::size_t samples = 0;
};

struct Reliability {
    std::vector<ReliabilityBin> bins; ///< by rising expectation, of about equal count
    double meanError = 0;             ///< of all samples
    /// Mean of |expected - found| over the bins, weighted by their samples.
    double calibrationError = 0;
};

/// Collects samples with their expectations; the curve may be another one for each, as in
/// cross-validation.
class ReliabilityMeter {
public:
    void add(const CalibrationCurve& curve, const std::vector<SpreadSample>& samples);
    void add(double expected, float error);

    /// Throws Error::invalidInput without samples.
    Reliability result(std::size_t bins) const;

private:
    std::vector<SpreadSample> m_samples; ///< `spread` holds the expected error
};

} // namespace unlit::evaluate
