// TensorBoard's events as bytes: protocol buffer messages in TFRecord frames.
#pragma once

#include "core/train/writers/metric_writer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::train {

/// One record: length, its check sum, the data, its check sum. Source: the TFRecord format.
std::string recordOf(std::string_view data);

/// The data of the record at `bytes`, and how long the record is; nullopt where it is cut off or a
/// check sum is wrong.
struct Record {
    std::string_view data;
    std::size_t size = 0;
};

std::optional<Record> readRecord(std::string_view bytes);

/// The same for readers that have to know why there is no record.
struct RecordFrame {
    enum class State {
        Whole,
        Cut,       ///< the bytes end before it does; `size` is 0 where not even its length is there
        BadLength, ///< its length has a wrong check sum: where the next one begins is not known
        BadData,   ///< its data has a wrong check sum
    };
    State state = State::Cut;
    std::string_view data; ///< of a whole one
    std::size_t size = 0;  ///< of the record with its frame
};

RecordFrame frameAt(std::string_view bytes);

/// Messages `Event` of TensorFlow's event.proto (numbers of fields are in event_record.cpp).
std::string versionEvent(double time); ///< the first of a file
/// Tells a TensorBoard that is open to forget what it has from `step` on.
std::string restartEvent(double time, std::int64_t step);
std::string scalarsEvent(const MetricRow& row); ///< values become float32
std::string pictureEvent(const PictureRow& row);
std::string histogramsEvent(const HistogramRow& row);
/// The text of the settings, as TensorBoard's page of texts shows it ("config"), and the row of its
/// table of hyperparameters.
std::string settingsEvent(const SettingsRow& row);

/// What an event says about its place; nullopt for bytes that are no message.
struct EventPlace {
    std::int64_t step = 0;
    bool isSummary = false;    ///< figures or a picture
    bool isValidation = false; ///< with a tag "val/…"
};

std::optional<EventPlace> placeOfEvent(std::string_view event);

} // namespace unlit::train
