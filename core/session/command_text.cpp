#include "core/session/command_text.h"

#include "core/base/shell_text.h"

#include "core/session/infer/request_schema.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace unlit {

namespace {

class Words {
public:
    void add(std::string_view flag) {
        if (!m_text.empty())
            m_text += ' ';
        m_text += flag;
    }

    void add(std::string_view flag, const std::string& value) {
        add(flag);
        m_text += ' ' + shellQuoted(value);
    }

    void addIf(bool isSet, std::string_view flag) {
        if (isSet)
            add(flag);
    }

    std::string text() && { return std::move(m_text); }

private:
    std::string m_text;
};

/// What is set and is not the program's own default.
void addOption(Words& words, const config::Option& option, const config::Option& usual) {
    const std::string text = textOf(option);
    if (text.empty() || !option.isSet() || (text == textOf(usual) && !option.isAlwaysSaid))
        return;
    if (option.setting.kind == config::SettingKind::Bool)
        words.add(text == "true" ? flagOf(option) : "--no-" + flagOf(option).substr(2));
    else
        words.add(flagOf(option), text);
}

template <class Struct>
void addOptions(Words& words, Struct given, std::string_view without = {}) {
    Struct defaults;
    const config::Options usual = describe(defaults);
    for (const config::Option& option : describe(given))
        if (option.key() != without)
            addOption(words, option, optionAt(usual, option.key()));
}

void addOutput(Words& words, OutputOptions output) {
    words.add("--output", output.folder.string());
    if (output.layered)
        output.uncertainty = output.splitStack = false; // are in the one file
    addOptions(words, output, output.layered ? "format" : "");
}

} // namespace

std::string inferCommand(const InferenceRequest& request) {
    Words words;
    words.add("unlit");
    words.add("infer");
    // A name that looks like a flag would be taken for one.
    const std::string input = request.sequence ? request.sequence->pattern : request.input.string();
    words.add(shellQuoted(input.starts_with('-') ? "./" + input : input));
    words.addIf(request.sequence.has_value(), "--sequence");
    words.add("--model", request.model.string());
    for (const LoraChoice& choice : request.loras)
        words.add("--lora", toText(choice));
    addOptions(words, request.options);
    addOptions(words, request.inputOptions);
    if (request.strokes && !request.strokesFrom.empty())
        words.add("--strokes", request.strokesFrom.string());
    words.addIf(request.strokes && request.strokesForAll, "--strokes-for-all");
    if (request.output)
        addOutput(words, *request.output);
    return std::move(words).text();
}

} // namespace unlit
