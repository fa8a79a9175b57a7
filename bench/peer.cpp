#include "bench/peer.h"

#include "bench/figures.h"

#include <cstdio>
#include <cstdlib>

namespace unlit::bench {

namespace {

/// As the shell takes it for one word.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char sign : word)
        text += sign == '\'' ? std::string("'\\''") : std::string(1, sign);
    return text + "'";
}

} // namespace

void tellOurs(PeerTimes& times, const std::string& name, double milliseconds) {
    times[name] = milliseconds;
    std::printf("unlit: %-46s %9.3f ms\n", name.c_str(), milliseconds);
    std::fflush(stdout);
}

PeerTimes askPeer(const std::string& python, const std::string& script,
                  const std::vector<std::string>& words) {
    std::string command = python + " " + quoted(std::string(UNLIT_PEERS) + "/" + script);
    for (const std::string& word : words)
        command += " " + quoted(word);
    PeerTimes times;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr)
        return times;
    char line[512];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        const std::string text = line;
        std::printf("diffusers: %s", text.c_str());
        std::fflush(stdout);
        if (const std::size_t tab = text.find('\t'); tab != std::string::npos)
            times[text.substr(0, tab)] = std::strtod(text.c_str() + tab + 1, nullptr);
    }
    if (::pclose(pipe) != 0)
        std::printf("the peer did not end well\n");
    return times;
}

void compareWithPeer(const PeerTimes& ours, const PeerTimes& theirs) {
    for (const auto& [name, value] : theirs) {
        const std::string work = name.substr(0, name.rfind(", "));
        double best = 0;
        for (const auto& [own, time] : ours)
            if (own.starts_with(work + ", ") && (best == 0 || time < best))
                best = time;
        if (best <= 0)
            continue;
        std::printf("ratio: %-60s %6.2f x as fast as diffusers\n", name.c_str(), value / best);
        keepFigure("peer: " + name, value / best, "x", Better::More);
    }
}

} // namespace unlit::bench
