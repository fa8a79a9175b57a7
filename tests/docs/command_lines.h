// The command lines that documents show, against the verbs and options that the program has.
#pragma once

#include "tests/docs/markdown_page.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace unlit::test {

/// "model random" → its options: {"--like", "--seed", …}.
using VerbTable = std::map<std::string, std::set<std::string>>;

/// From a page that `unlit docs` printed.
VerbTable readVerbs(const MarkdownPage& commands);

/// The words of every call of `unlit` in a shell text, "unlit" left out. Lines that end with a
/// backslash go on; comments are left out; && and | separate.
std::vector<std::vector<std::string>> callsIn(const std::string& shellText);

/// What is wrong with a call: a verb or an option that there is not; "" = nothing.
std::string faultOfCall(const VerbTable& verbs, const std::vector<std::string>& words);

} // namespace unlit::test
