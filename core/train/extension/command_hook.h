// A hook that is a command: JSON in, JSON out.
#pragma once

#include "core/base/child_process.h"
#include "core/config/hook_config.h"
#include "core/extension/in_program.h"

#include <filesystem>

namespace unlit::train {

/// Each call starts the command anew, in `folder`. It gets an object on its standard input (hook,
/// point, run, step, max_step, epoch, loss, learning_rate, figures, options, state, and checkpoint
/// or ending where the point has one) and may answer with one: figures, log, warn, end,
/// learning_rate, state. Throws Error for a command that cannot be started, fails, takes too long,
/// or answers with something else.
class CommandHook : public extension::Hook {
public:
    CommandHook(config::HookConfig config, std::filesystem::path folder)
        : m_config(std::move(config)), m_folder(std::move(folder)) {}

    std::vector<extension::Point> points() const override { return {}; }

    void at(extension::Moment& moment) override;

private:
    std::string question(const extension::Moment& moment) const;
    void follow(const std::string& answer, extension::Moment& moment) const;

    config::HookConfig m_config;
    std::filesystem::path m_folder;
};

} // namespace unlit::train
