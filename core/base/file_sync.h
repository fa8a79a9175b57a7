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

/// What stands for hidden names of this process: "out/model/a.json" of
/// "out/.model.12.1.part/a.json".
std::filesystem::path withoutHiddenNames(const std::filesystem::path& path);

/// 0 once what was written to the open file is on disk, else errno's number. A signal meanwhile is
/// no failure.
int syncFile(int descriptor);

/// Asks the system to write the folder's entries to disk. "" is the current folder. A folder that
/// cannot be opened is no fault: the files in it are synced on their own.
void syncFolder(const std::filesystem::path& folder);

} // namespace unlit
