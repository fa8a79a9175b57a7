// Field numbers of TensorBoard's event files, for those who write and those who read them.
// Source: tensorflow/core/util/event.proto, tensorflow/core/framework/summary.proto, tensor.proto;
// of the settings: tensorboard/plugins/hparams/plugin_data.proto, google/protobuf/struct.proto.
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
constexpr int kValueHistogram = 5;
constexpr int kValueTensor = 8;
constexpr int kValueMetadata = 9;
constexpr int kImageHeight = 1;
constexpr int kImageWidth = 2;
constexpr int kImageColorspace = 3; ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
constexpr int kImageBytes = 4;
constexpr int kHistogramMin = 1;
constexpr int kHistogramMax = 2;
constexpr int kHistogramCount = 3;
constexpr int kHistogramSum = 4;
constexpr int kHistogramSquares = 5;
constexpr int kHistogramLimits = 6; ///< packed doubles, the upper ends of the buckets
constexpr int kHistogramBuckets = 7;
constexpr int kMetadataPlugin = 1;
constexpr int kPluginName = 1;
constexpr int kPluginContent = 2;
constexpr int kTensorType = 1;
constexpr int kTensorShape = 2;
constexpr int kShapeDimension = 2;
constexpr int kDimensionSize = 1;
constexpr int kTensorContent = 4;
constexpr int kTensorFloat = 5;
constexpr int kTensorDouble = 6;
constexpr int kTensorString = 8;
constexpr std::uint64_t kTypeString = 7;
constexpr std::uint64_t kTypeFloat = 1;
constexpr std::uint64_t kTypeDouble = 2;

// Of HParamsPluginData and what it holds.
constexpr int kHparamsSessionStart = 3;
constexpr int kSessionSettings = 1; ///< a map: entries of key and value
constexpr int kSessionGroup = 4;
constexpr int kSessionTime = 5;
constexpr int kEntryKey = 1;
constexpr int kEntryValue = 2;
constexpr int kAnyNumber = 2;
constexpr int kAnyText = 3;
constexpr int kAnyTruth = 4;

} // namespace unlit::train
