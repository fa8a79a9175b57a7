#include "app/cli/image/image_info_verb.h"

#include "app/cli/table.h"
#include "app/cli/value_kinds.h"
#include "core/base/failure.h"
#include "core/base/split_text.h"
#include "core/image/image_file.h"

namespace unlit::cli {

namespace {

std::string layerLabel(const std::string& name) {
    return name.empty() ? "(unnamed)" : name;
}

std::string windowText(const std::vector<int>& window) {
    return std::to_string(window[0]) + "," + std::to_string(window[1]) + " to " +
           std::to_string(window[2]) + "," + std::to_string(window[3]);
}

std::string layerText(const ImageInfo& info, const LayerInfo& layer) {
    std::string text = layerLabel(layer.name) + ": " + joined(layer.channels, " ");
    if (info.parts > 1)
        text += ", part " + std::to_string(layer.part);
    if (!layer.isColor)
        text += ", no colour";
    if (layer.name == info.defaultLayer)
        text += ", default";
    if (layer.role != LayerRole::Other)
        text +=
            ", " + std::string(toString(layer.role)) +
            (layer.renderer == "many" || layer.renderer.empty() ? "" : " (" + layer.renderer + ")");
    if (!layer.note.empty())
        text += "; " + layer.note;
    return text;
}

std::string partText(const ImageInfo& info, std::size_t index) {
    const PartInfo& part = info.partList[index];
    std::string text = std::to_string(index) + ": " +
                       (part.name.empty() ? "(unnamed)" : part.name) + ", " + part.storage + ", " +
                       part.compression + ", data window " + windowText(part.dataWindow);
    if (!part.view.empty())
        text += ", view " + part.view;
    return text;
}

std::string alphaText(AlphaKind alpha) {
    switch (alpha) {
    case AlphaKind::None:
        break;
    case AlphaKind::Straight:
        return "straight; becomes the mask";
    case AlphaKind::Premultiplied:
        return "premultiplied; colours are divided by it, it becomes the mask";
    }
    return "none";
}

Table tableOf(const ImageInfo& info) {
    Table table;
    table.add("format",
              info.compression.empty() ? info.format : info.format + ", " + info.compression);
    table.add("size", std::to_string(info.width) + " x " + std::to_string(info.height) + " pixels");
    if (info.dataWindow.size() == 4)
        table.add("data window", windowText(info.dataWindow));
    if (info.displayWindow.size() == 4)
        table.add("display window", windowText(info.displayWindow));
    for (std::size_t i = 0; i < info.partList.size() && info.parts > 1; ++i)
        table.add("parts", partText(info, i));
    table.add("colour space", std::string(toString(info.space)) +
                                  (info.spaceReason.empty() ? "" : " (" + info.spaceReason + ")"));
    table.add("alpha", alphaText(info.alpha));
    for (const LayerInfo& layer : info.layers)
        table.add("layers", layerText(info, layer));
    for (const ChannelInfo& channel : info.channels)
        table.add("channels", channel.name + " " + channel.type +
                                  (info.parts > 1 ? ", part " + std::to_string(channel.part) : ""));
    for (const std::string& note : info.notes)
        table.add("notes", note);
    for (const auto& [key, value] : info.metadata)
        table.add("metadata", key + ": " + value);
    return table;
}

Json jsonOf(const ImageInfo& info) {
    Json channels = Json::array();
    for (const ChannelInfo& channel : info.channels)
        channels.push_back(
            {{"name", channel.name}, {"type", channel.type}, {"part", channel.part}});
    Json layers = Json::array();
    for (const LayerInfo& layer : info.layers)
        layers.push_back({{"name", layer.name},
                          {"channels", layer.channels},
                          {"part", layer.part},
                          {"is_color", layer.isColor},
                          {"role", toString(layer.role)},
                          {"renderer", layer.renderer},
                          {"note", layer.note}});
    Json parts = Json::array();
    for (const PartInfo& part : info.partList)
        parts.push_back({{"name", part.name},
                         {"view", part.view},
                         {"storage", part.storage},
                         {"compression", part.compression},
                         {"data_window", part.dataWindow},
                         {"display_window", part.displayWindow}});
    Json json = {{"input", info.path.string()}, {"format", info.format},
                 {"width", info.width},         {"height", info.height},
                 {"parts", info.parts},         {"compression", info.compression}};
    // Windows exist in EXR files only; null says "not there" where [] would say "empty".
    json["data_window"] = info.dataWindow.empty() ? Json() : Json(info.dataWindow);
    json["display_window"] = info.displayWindow.empty() ? Json() : Json(info.displayWindow);
    json["part_list"] = parts;
    json["channels"] = channels;
    json["layers"] = layers;
    json["default_layer"] = info.defaultLayer;
    json["color_space"] = std::string(toString(info.space));
    json["color_space_reason"] = info.spaceReason;
    json["alpha"] = std::string(toString(info.alpha));
    json["notes"] = info.notes;
    json["metadata"] = Json::object();
    for (const auto& [key, value] : info.metadata)
        json["metadata"][key] = value;
    return json;
}

} // namespace

ImageInfoVerb::ImageInfoVerb(CLI::App& image)
    : Verb(image, "info", "Tell what image files hold: size, layers, channels, colour space") {
    options().section("Arguments").positionals("FILE", m_files, "Image files");
    addLayerNames(options().section("Input"), m_layerNames);
    footer("Example:\n  unlit image info hall.exr");
}

ExitCode ImageInfoVerb::run(VerbContext& context) {
    Json images = Json::array();
    Json failed = Json::array();
    const auto layerTable = layerTableFrom(m_layerNames);
    for (const std::string& file : m_files) {
        try {
            const ImageInfo info = readImageInfo(file, layerTable);
            images.push_back(jsonOf(info));
            context.console.result(printable(file));
            context.console.result(tableOf(info).text());
        } catch (...) {
            const Failure failure = translateCurrentException();
            failed.push_back({{"input", file}, {"error", failure.text()}});
            context.console.error(failure.text());
        }
    }
    const bool isDone = failed.empty();
    context.console.object({{"images", std::move(images)}, {"failed", std::move(failed)}});
    return isDone ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
