// Finds a process of a training among those of the machine.
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace unlit::test {

/// Empty where it cannot be read.
std::string contentOf(const std::filesystem::path& file);

/// The process that has `text` in its command line and was given this rank by its launcher; 0 =
/// there is none.
pid_t processOf(const std::string& text, int rank);

} // namespace unlit::test
