// How long runs took on this machine, so that the next one can be estimated.
#pragma once

#include "core/session/infer/inference_types.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>

namespace unlit::ui {

/// What the time of a run depends on.
struct RunWork {
    QString model; ///< folder and precision: a key
    int steps = 4;
    double memberWork = 1; ///< of all members, in units of the first
    int processingRes = 0; ///< pixels of the longer side; 0 = the picture's own
    int width = 0;         ///< of the picture; 0 = unknown
    int height = 0;
    TileMode tiles = TileMode::Off;
    int passes = 1; ///< of the UNet, a step: passesAStep()
};

/// 2 with guidance, which asks the network a second time without the condition.
int passesAStep(const ConditionOptions& condition);

/// Of a result that went through whole: what it was, and what it needed.
RunWork workOf(const InferenceResult& result);

/// "…/models/small|bfloat16": runs of this kind can be compared.
QString timingKey(const std::filesystem::path& model, Precision precision);

/// Remembers the seconds of a UNet step and of what is done once a member, for each model and size
/// that the network saw; the newest measurement counts. Value type; GUI thread.
class RunTimings {
public:
    /// Results in tiles are left out: they mix two sizes.
    void add(const InferenceResult& result);

    /// Seconds of the network's part: from the same size where it was measured, else from the
    /// nearest by the number of pixels. Nothing for models that have never run here.
    std::optional<double> estimate(const RunWork& work) const;

    QByteArray toJson() const;
    /// Whatever cannot be understood is left out.
    static RunTimings fromJson(const QByteArray& json);

private:
    using Sizes = std::map<double, double>; ///< megapixels of the network -> seconds a unit
    std::map<QString, Sizes> m_models;
};

} // namespace unlit::ui
