// What AtomicFile and AtomicFolder share: hidden names beside a target, and folders that are on
// disk.
#pragma once

#include <filesystem>
#include <string>

namespace unlit {

/// ".name.PID.N.part" in the target's own folder; no two calls in one process give the same.
std::filesystem::path hiddenNameBeside(const std::filesystem::path& target);

/// Whether `name` (no folders) is one that hiddenNameBeside made in this process.
bool isHiddenNameOfThisProcess(const std::string& name);

/// Asks the system to write the folder's entries to disk. "" is the current folder. A folder that
/// cannot be opened is no fault: the files in it are synced on their own.
void syncFolder(const std::filesystem::path& folder);

} // namespace unlit
