#include "core/events/work_stage.h"

namespace unlit {

namespace {

std::string counted(const std::string& word, const StagePart& part) {
    std::string text = word + (part.last > part.at ? "s " : " ") + std::to_string(part.at);
    if (part.last > part.at)
        text += "–" + std::to_string(part.last);
    return part.of > 0 ? text + " of " + std::to_string(part.of) : text;
}

std::string named(const std::string& word, const StagePart& part) {
    return part.name.empty() ? word : word + " " + part.name;
}

std::string partInEnglish(const StagePart& part) {
    using Kind = StagePart::Kind;
    switch (part.kind) {
    case Kind::Reading:
        return "reading";
    case Kind::LoadingModel:
        return "loading the model";
    case Kind::MeasuringExposure:
        return "measuring exposure";
    case Kind::Frame:
        return counted("frame", part);
    case Kind::Picture:
        return part.name;
    case Kind::WholePicture:
        return "whole picture";
    case Kind::Encoding:
        return "encoding";
    case Kind::Member:
        return counted("member", part);
    case Kind::Step:
        return counted("step", part);
    case Kind::Tile:
        return counted("tile", part);
    case Kind::Decoding:
        return named("decoding", part);
    case Kind::MakingResult:
        return "making the result";
    case Kind::CorrectingByHand:
        return "correcting by hand";
    case Kind::Writing:
        return "writing";
    case Kind::Epoch:
        return counted("epoch", part);
    case Kind::Validating:
        return named("validating", part);
    case Kind::ValidatingMean:
        return named("validating", part) + " with the mean weights";
    case Kind::ValidationPicture:
        return counted("picture", part);
    case Kind::WaitingForRoom:
        return "waiting for room on the disk";
    case Kind::Rehearsal:
        return "rehearsal";
    case Kind::RehearsalCheck:
        return counted("check", part);
    }
    return {};
}

} // namespace

std::string toEnglish(const WorkStage& stage) {
    std::string text;
    for (const StagePart& part : stage)
        text += (text.empty() ? "" : " · ") + partInEnglish(part);
    return text;
}

} // namespace unlit
