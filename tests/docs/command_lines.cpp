#include "tests/docs/command_lines.h"

#include <fstream>
#include <regex>
#include <sstream>

namespace unlit::test {

namespace {

/// `--resume, --resume-run RUN` → both names.
std::vector<std::string> optionsIn(const std::string& text) {
    static const std::regex kOption("(^|[\\s\\[(,])(--[a-z][a-z0-9_-]*)");
    std::vector<std::string> names;
    for (std::sregex_iterator match(text.begin(), text.end(), kOption), end; match != end; ++match)
        names.push_back((*match)[2]);
    return names;
}

std::string joined(const std::string& shellText) {
    const std::string whole = std::regex_replace(shellText, std::regex("\\\\\n\\s*"), " ");
    return std::regex_replace(whole, std::regex("(^|\\s)#[^\n]*"), "$1");
}

bool isWord(const std::string& text) {
    return std::regex_match(text, std::regex("[a-z][a-z-]*"));
}

} // namespace

VerbTable readVerbs(const MarkdownPage& commands) {
    static const std::regex kHeading("## unlit ([a-z -]+)");
    static const std::regex kRow("\\| `(-[^`]*)` \\|.*");
    VerbTable verbs = {{"docs", {"--help"}}}; // what prints the page leaves itself out
    std::ifstream stream(commands.file);
    std::string verb;
    std::smatch match;
    for (std::string line; std::getline(stream, line);) {
        if (std::regex_match(line, match, kHeading))
            verbs[verb = match[1]] = {"--help"};
        else if (std::regex_match(line, match, kRow))
            for (const std::string& option : optionsIn(match[1]))
                verbs[verb].insert(option);
    }
    return verbs;
}

std::vector<std::vector<std::string>> callsIn(const std::string& shellText) {
    static const std::regex kCall("(^|[\n;|&(])\\s*unlit\\s+([^\n;|&)]+)");
    const std::string text = joined(shellText);
    std::vector<std::vector<std::string>> calls;
    for (std::sregex_iterator match(text.begin(), text.end(), kCall), end; match != end; ++match) {
        std::istringstream words((*match)[2].str());
        std::vector<std::string>& call = calls.emplace_back();
        for (std::string word; words >> word;)
            call.push_back(word);
    }
    return calls;
}

std::string faultOfCall(const VerbTable& verbs, const std::vector<std::string>& words) {
    if (words.empty() || !isWord(words[0]))
        return {}; // "unlit --version", or "unlit …" in a sentence
    std::string verb = words[0];
    const auto group = verbs.lower_bound(verb + " ");
    if (group != verbs.end() && group->first.starts_with(verb + " ")) {
        if (words.size() == 1)
            return {}; // "unlit dataset", of all its verbs
        verb += " " + words[1];
    }
    if (!verbs.contains(verb))
        return "unlit has no verb '" + verb + "'";
    for (const std::string& word : words)
        for (const std::string& option : optionsIn(word))
            if (!verbs.at(verb).contains(option))
                return "unlit " + verb + " has no option " + option;
    return {};
}

} // namespace unlit::test
