#include "bench/bench_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace unlit::bench {

namespace {

template <class Number>
bool readNumber(std::string_view text, Number& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size();
}

} // namespace

void BenchOptions::addNumber(const std::string& name, int& value, int least) {
    m_options.push_back({name, "N", [&value, least](const std::string& text) {
                             return readNumber(text, value) && value >= least;
                         }});
}

void BenchOptions::addNumber(const std::string& name, double& value) {
    m_options.push_back({name, "N", [&value](const std::string& text) {
                             return readNumber(text, value) && value > 0;
                         }});
}

void BenchOptions::addSize(const std::string& name, int& width, int& height) {
    m_options.push_back({name, "WxH", [&width, &height](const std::string& text) {
                             const std::string_view all(text);
                             const std::size_t middle = std::min(all.find('x'), all.size());
                             return middle < all.size() &&
                                    readNumber(all.substr(0, middle), width) &&
                                    readNumber(all.substr(middle + 1), height) && width > 0 &&
                                    height > 0;
                         }});
}

void BenchOptions::addText(const std::string& name, std::string& value,
                           const std::string& meaning) {
    m_options.push_back({name, meaning, [&value](const std::string& text) {
                             value = text;
                             return !text.empty();
                         }});
}

void BenchOptions::addFlag(const std::string& name, bool& value) {
    m_options.push_back({name, "", [&value](const std::string&) { return value = true; }});
}

bool BenchOptions::parse(int argc, char** argv) const {
    for (int i = 1; i < argc; ++i) {
        const auto option = std::ranges::find(m_options, std::string(argv[i]), &Option::name);
        const bool isKnown = option != m_options.end();
        const bool takesValue = isKnown && !option->meaning.empty();
        if (isKnown && (!takesValue || i + 1 < argc) &&
            option->take(takesValue ? argv[++i] : std::string()))
            continue;
        std::fprintf(stderr, "%s\n", usage().c_str());
        return false;
    }
    return true;
}

std::string BenchOptions::usage() const {
    std::string text = "usage: " + m_program;
    for (const Option& option : m_options)
        text += " [" + option.name + (option.meaning.empty() ? "" : " " + option.meaning) + "]";
    return text;
}

} // namespace unlit::bench
