// Things cut out of their picture, as they come from programs that cut: black around them, and a
// border of whole pixels.
#pragma once

#include "core/data/loader/sample.h"

namespace unlit::data {

/// The beauty becomes black where the sample is not valid. Precondition: display values in [0, 1],
/// in the size that a network sees: resizing would make the border soft.
void cutOut(Sample& sample);

} // namespace unlit::data
