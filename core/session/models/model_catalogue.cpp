#include "core/session/models/model_catalogue.h"

#include "core/weights/model_folder.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostCardBytes = 512 * 1024;

std::uint64_t bytesIn(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, failed);
    for (const fs::recursive_directory_iterator end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unreadable;
        if (!entry->is_regular_file(unreadable))
            continue;
        const std::uintmax_t size = entry->file_size(unreadable);
        bytes += unreadable ? 0 : size;
    }
    return bytes;
}

/// The hub's client keeps what it has so far as blobs/HASH.incomplete.
int unfinishedDownloads(const FoundModel& found) {
    if (found.place != ModelPlace::Hub)
        return 0;
    const fs::path blobs = found.folder.parent_path().parent_path() / "blobs";
    int count = 0;
    std::error_code failed;
    fs::directory_iterator entry(blobs, failed);
    for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed))
        count += entry->path().extension() == ".incomplete" ? 1 : 0;
    return count;
}

Failure failureOf(const FoundModel& found) {
    Failure failure = translateCurrentException();
    std::error_code unreadable;
    if (!fs::exists(found.folder, unreadable)) {
        failure.kind = ErrorKind::NotFound;
        failure.message = found.folder.string() + " is there no longer";
        failure.hint = "if it lies on a drive, connect it and look again";
    } else if (const int count = unfinishedDownloads(found); count > 0) {
        failure.hint = std::to_string(count) + (count == 1 ? " file" : " files") +
                       " of its download never arrived whole: fetch the model again, the client "
                       "goes on where it stopped";
    }
    return failure;
}

/// The value of "key: value" in the header for machines.
std::string headerValue(const std::string& header, const std::string& key) {
    const std::size_t at = ("\n" + header).find("\n" + key + ":");
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + key.size() + 1;
    std::string value = header.substr(begin, header.find('\n', begin) - begin);
    const auto isFramed = [](char c) { return c == ' ' || c == '"' || c == '\'' || c == '\r'; };
    while (!value.empty() && isFramed(value.front()))
        value.erase(value.begin());
    while (!value.empty() && isFramed(value.back()))
        value.pop_back();
    return value;
}

} // namespace

std::uint64_t ModelRow::parameters() const {
    std::uint64_t count = 0;
    if (summary)
        for (const ComponentSummary& part : summary->components)
            count += part.parameters;
    return count;
}

std::string ModelRow::dtype() const {
    std::set<std::string> types;
    if (summary)
        for (const ComponentSummary& part : summary->components)
            if (part.parameters > 0 && part.name != "text_encoder")
                types.insert(part.dtype);
    return types.size() == 1 ? *types.begin() : types.empty() ? std::string() : "mixed";
}

ModelRow readModelRow(const FoundModel& found) {
    ModelRow row;
    row.found = found;
    try {
        row.summary = inspectModel(found.folder);
        row.seesImage = weights::openModelFolder(found.folder).seesImage;
    } catch (...) {
        row.summary.reset();
        row.failure = failureOf(found);
    }
    row.diskBytes = bytesIn(found.folder);
    row.card = readModelCard(found.folder);
    return row;
}

std::vector<std::string> catalogueModels(const std::vector<ModelRoot>& roots,
                                         const std::stop_token& stop,
                                         const std::function<void(const ModelRow&)>& onRow) {
    FoundModels found = findModels(roots, stop);
    for (const FoundModel& model : found.models) {
        if (stop.stop_requested())
            break;
        onRow(readModelRow(model));
    }
    return std::move(found.problems);
}

ModelCard readModelCard(const fs::path& folder) {
    std::error_code unknown;
    if (!fs::is_regular_file(folder / "README.md", unknown))
        return {}; // a pipe would wait for whoever writes into it
    std::ifstream stream(folder / "README.md", std::ios::binary);
    std::string text(kMostCardBytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    ModelCard card;
    constexpr std::string_view kFence = "---";
    const std::size_t end = text.starts_with(kFence) ? text.find("\n---", kFence.size()) : 0;
    if (end != 0 && end != std::string::npos) {
        card.license = headerValue(text.substr(0, end), "license");
        const std::size_t line = text.find('\n', end + 1);
        text = line == std::string::npos ? std::string() : text.substr(line + 1);
    }
    card.text = std::move(text);
    return card;
}

} // namespace unlit
