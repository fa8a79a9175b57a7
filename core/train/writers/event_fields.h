// Field numbers of TensorBoard's event files, for those who write and those who read them.
// Source: tensorflow/core/util/event.proto, tensorflow/core/framework/summary.proto, tensor.proto.
#pragma once

#include <cstdint>

namespace unlit::train {

constexpr int kEventTime = 1;
constexpr int kEventStep = 2;
constexpr int kEventFileVersion = 3;
constexpr int kEventSummary = 5;
constexpr int kEventSessionLog = 7;
constexpr int kSessionLogStatus = 1;
constexpr std::uint64_t kSessionLogStart = 1; ///< a value of the field before
constexpr int kSummaryValue = 1;
constexpr int kValueTag = 1;
constexpr int kValueSimple = 2;
constexpr int kValueImage = 4;
constexpr int kValueTensor = 8;
constexpr int kImageHeight = 1;
constexpr int kImageWidth = 2;
constexpr int kImageColorspace = 3; ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
constexpr int kImageBytes = 4;
constexpr int kTensorType = 1;
constexpr int kTensorContent = 4;
constexpr int kTensorFloat = 5;
constexpr int kTensorDouble = 6;
constexpr std::uint64_t kTypeFloat = 1;
constexpr std::uint64_t kTypeDouble = 2;

} // namespace unlit::train
