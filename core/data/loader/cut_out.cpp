#include "core/data/loader/cut_out.h"

namespace unlit::data {

void cutOut(Sample& sample) {
    sample.beauty_CHW = sample.beauty_CHW.masked_fill(sample.valid_1HW.logical_not(), 0);
}

} // namespace unlit::data
