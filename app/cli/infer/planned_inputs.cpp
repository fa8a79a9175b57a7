#include "app/cli/infer/planned_inputs.h"

#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/session/infer/result_writer.h"

#include <map>
#include <set>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

/// The same file has the same key, however its path is written; it need not exist.
fs::path keyOf(const fs::path& path) {
    std::error_code failed;
    fs::path key = fs::weakly_canonical(path, failed);
    return failed ? fs::absolute(path).lexically_normal() : key;
}

using Writers = std::map<fs::path, const InputFile*>; ///< planned file → the input it comes from

class Plan {
public:
    Plan(const InferFlags& flags, const std::vector<std::string>& targets) : m_flags(flags) {
        for (const std::string& name :
             flags.options.targets.empty() ? targets : flags.options.targets)
            m_targets.push_back({name, {}});
    }

    std::vector<fs::path> outputsOf(const InputFile& file) const {
        std::vector<fs::path> keys;
        for (const auto& [label, path] : planned(file))
            keys.push_back(keyOf(path));
        return keys;
    }

private:
    std::map<std::string, fs::path> planned(const InputFile& file) const {
        try {
            return plannedOutputs(requestFor(m_flags, file.path), m_targets);
        } catch (const Error& error) {
            throw UsageError(std::string("--name: ") + error.what() + "; " + error.hint());
        }
    }

    const InferFlags& m_flags;
    std::vector<OutputTarget> m_targets;
};

Writers writersOf(const std::vector<InputFile>& files, const Plan& plan) {
    Writers writers;
    for (const InputFile& file : files)
        for (const fs::path& output : plan.outputsOf(file))
            writers.try_emplace(output, &file);
    return writers;
}

void refuseClash(const fs::path& output, const InputFile& first, const InputFile& second) {
    throw UsageError(first.path.string() + " and " + second.path.string() + " would both write " +
                     output.filename().string() +
                     "; give them other names, or run them into "
                     "different folders");
}

} // namespace

PlannedBatch planBatch(const InferFlags& flags, const std::vector<InputFile>& files,
                       const std::vector<std::string>& targets) {
    const Plan plan(flags, targets);
    const Writers writers = writersOf(files, plan);
    PlannedBatch batch;
    Writers taken;
    for (const InputFile& file : files) {
        const auto writer = writers.find(keyOf(file.path));
        if (writer != writers.end() && writer->second != &file) {
            const std::string from = writer->second->path.string();
            if (file.isNamed)
                throw UsageError("the result of " + from + " would replace the input " +
                                 file.path.string() + "; choose another output folder");
            batch.notes.push_back("left out " + file.path.string() + ": it is a result of " + from);
            continue;
        }
        for (const fs::path& output : plan.outputsOf(file)) {
            const auto [place, isNew] = taken.try_emplace(output, &file);
            if (!isNew)
                refuseClash(output, *place->second, file);
        }
        batch.requests.push_back(requestFor(flags, file.path));
    }
    return batch;
}

} // namespace unlit::cli
