#include "core/session/infer/output_names.h"

#include "core/base/error.h"
#include "core/base/file_path.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSeparators = "._-";

/// "shot.0042" = "shot" and "0042".
struct SplitStem {
    std::string name;
    std::string frame; ///< empty = no number at the end
};

SplitStem splitStem(const std::string& stem) {
    std::size_t begin = stem.size();
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(stem[begin - 1])) != 0)
        --begin;
    if (begin == stem.size())
        return {stem, {}};
    std::string name = stem.substr(0, begin);
    if (!name.empty() && kSeparators.find(name.back()) != std::string_view::npos)
        name.pop_back();
    return {name, stem.substr(begin)};
}

std::string folderName(const fs::path& folder) {
    return withoutSlash(folder).filename().string();
}

std::string layerOf(const InferenceRequest& request) {
    return request.inputOptions.layer.empty() ? "default" : request.inputOptions.layer;
}

struct Field {
    OutputNameField text;
    std::function<std::string(const InferenceRequest&, const std::string& what)> value;
};

const std::vector<Field>& fields() {
    static const std::vector<Field> all = {
        {{"stem", "name of the input without its suffix, frame number included"},
         [](const auto& request, const auto&) { return request.input.stem().string(); }},
        {{"target", "what the file holds: albedo, albedo_uncertainty, ...; unlit for a layered "
                    "file and for the side-car"},
         [](const auto&, const auto& what) { return what; }},
        {{"name", "name of the input without suffix and frame number"},
         [](const auto& request, const auto&) {
             return splitStem(request.input.stem().string()).name;
         }},
        {{"frame", "number at the end of the input's name, zeros included"},
         [](const auto& request, const auto&) {
             return splitStem(request.input.stem().string()).frame;
         }},
        {{"folder", "name of the folder that the input is in"},
         [](const auto& request, const auto&) {
             return folderName(fs::absolute(request.input).parent_path());
         }},
        {{"layer", "layer that was asked for, else default"},
         [](const auto& request, const auto&) { return layerOf(request); }},
        {{"model", "name of the model folder"},
         [](const auto& request, const auto&) { return folderName(request.model); }},
        {{"seed", "seed of the noise"},
         [](const auto& request, const auto&) { return std::to_string(request.options.seed); }},
        {{"ensemble", "number of members"}, [](const auto& request, const auto&) {
             return std::to_string(request.options.ensemble);
         }}};
    return all;
}

const Field& fieldOf(const std::string& name) {
    std::vector<std::string> known;
    for (const Field& field : fields()) {
        if (field.text.name == name)
            return field;
        known.push_back(field.text.name);
    }
    std::string list;
    for (const std::string& one : known)
        list += (list.empty() ? "{" : ", {") + one + "}";
    const std::string nearest = nearestName(name, known);
    throw Error::invalidInput("the output name has an unknown field {" + name + "}",
                              nearest.empty() ? "there are " + list
                                              : "did you mean {" + nearest + "}?");
}

/// Calls `text` for what stands between fields and `field` for their names.
void walk(const std::string& nameTemplate, const std::function<void(const std::string&)>& text,
          const std::function<void(const std::string&)>& field) {
    const auto refuse = [&] {
        throw Error::invalidInput("the name \"" + nameTemplate +
                                      "\" has a brace without its partner",
                                  "fields are written {stem}, {target}, ...");
    };
    std::size_t at = 0;
    while (at < nameTemplate.size()) {
        const std::size_t open = nameTemplate.find_first_of("{}", at);
        if (open == std::string::npos)
            break;
        const std::size_t close = nameTemplate.find_first_of("{}", open + 1);
        if (nameTemplate[open] != '{' || close == std::string::npos || nameTemplate[close] != '}')
            refuse();
        text(nameTemplate.substr(at, open - at));
        field(nameTemplate.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    text(nameTemplate.substr(at));
}

/// A value becomes a part of one file name: it makes no folders and no hidden control characters.
std::string asFileName(std::string value) {
    std::ranges::replace_if(
        value, [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 32; },
        '_');
    if (value == "." || value == "..") // stems of "..png" and "...png"
        std::ranges::fill(value, '_');
    return value;
}

std::string expand(const InferenceRequest& request, const std::string& what) {
    std::string name;
    walk(
        request.output->name, [&](const std::string& text) { name += text; },
        [&](const std::string& field) {
            const std::string value = asFileName(fieldOf(field).value(request, what));
            if (value.empty() && !name.empty() &&
                kSeparators.find(name.back()) != std::string_view::npos)
                name.pop_back();
            name += value;
        });
    return name;
}

bool isInputField(const std::string& field) {
    return field == "stem" || field == "name" || field == "frame";
}

bool leadsOut(const fs::path& path) {
    return path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
}

} // namespace

const std::vector<OutputNameField>& outputNameFields() {
    static const std::vector<OutputNameField> all = [] {
        std::vector<OutputNameField> texts;
        for (const Field& field : fields())
            texts.push_back(field.text);
        return texts;
    }();
    return all;
}

void checkOutputName(const std::string& nameTemplate) {
    walk(
        nameTemplate, [](const std::string&) {}, [](const std::string& field) { fieldOf(field); });
    const fs::path path(nameTemplate);
    if (!path.has_filename())
        throw Error::invalidInput("the output name \"" + nameTemplate + "\" is empty",
                                  std::string("the usual one is ") + kDefaultOutputName);
    if (leadsOut(path))
        throw Error::invalidInput("the output name \"" + nameTemplate +
                                      "\" leads out of the output folder",
                                  "choose the folder with --output instead");
}

std::string expandInputFields(const fs::path& input, const std::string& text) {
    InferenceRequest request;
    request.input = input;
    std::string expanded;
    walk(
        text, [&](const std::string& part) { expanded += part; },
        [&](const std::string& field) {
            if (!isInputField(field))
                throw Error::invalidInput("\"" + text + "\" has the field {" + field + "}",
                                          "there are {stem}, {name} and {frame}");
            expanded += asFileName(fieldOf(field).value(request, {}));
        });
    return expanded;
}

fs::path outputFile(const InferenceRequest& request, const std::string& what,
                    std::string_view suffix) {
    checkOutputName(request.output->name);
    return request.output->folder / (expand(request, what) + std::string(suffix));
}

} // namespace unlit
