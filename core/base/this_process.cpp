#include "core/base/this_process.h"

#include <array>
#include <fstream>

#include <unistd.h>

namespace unlit {

ProcessFacts thisProcess() {
    ProcessFacts facts;
    std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
    for (std::string word; std::getline(arguments, word, '\0');)
        facts.commandLine.push_back(word);
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0)
        facts.host = host.data();
    facts.pid = ::getpid();
    return facts;
}

} // namespace unlit
