// LMSE: the squared error in small windows, each with a factor of its own.
#pragma once

#include "core/evaluate/metric_input.h"
#include "core/evaluate/scale_fit.h"

namespace unlit::evaluate {

/// Grosse, Johnson, Adelson, Freeman, "Ground truth dataset and baseline evaluations for intrinsic
/// image algorithms" (2009): windows of 20 pixels every 10, those that lie in the picture; the
/// squared errors of all windows, each after its own least-squares factor, over the windows' sum of
/// squared truth. A window whose prediction is black (sum of squares up to 1e-5) has the factor 0.
/// Summed over the pictures. One shares a window's factor between the channels; PerChannel, as the
/// data set's authors score colour, does not. NaN where no window holds a valid pixel of a truth
/// that is not black. Precondition: not ScaleKind::None.
double localError(const MetricInput& input, ScaleKind kind);

} // namespace unlit::evaluate
