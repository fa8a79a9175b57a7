#include "ui/kit/stage_text.h"

#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace unlit::ui {

namespace {

class StageText {
    Q_DECLARE_TR_FUNCTIONS(StageText)

public:
    using Kind = StagePart::Kind;

    static QString of(const StagePart& part) {
        const QString name = toQString(part.name);
        switch (part.kind) {
        case Kind::Reading:
            return tr("reading");
        case Kind::LoadingModel:
            return tr("loading the model");
        case Kind::MeasuringExposure:
            return tr("measuring exposure");
        case Kind::Picture:
            return name;
        case Kind::WholePicture:
            return tr("whole picture");
        case Kind::Encoding:
            return tr("encoding");
        case Kind::Decoding:
            return name.isEmpty() ? tr("decoding") : tr("decoding %1").arg(name);
        case Kind::MakingResult:
            return tr("making the result");
        case Kind::CorrectingByHand:
            return tr("correcting by hand");
        case Kind::Writing:
            return tr("writing");
        case Kind::Validating:
            return tr("validating %1").arg(name);
        case Kind::ValidatingMean:
            return tr("validating %1 with the mean weights").arg(name);
        case Kind::WaitingForRoom:
            return tr("waiting for room on the disk");
        case Kind::Rehearsal:
            return tr("rehearsal");
        default:
            return counted(part);
        }
    }

private:
    static QString counted(const StagePart& part) {
        const qlonglong at = part.at;
        const qlonglong all = part.of;
        switch (part.kind) {
        case Kind::Frame:
            return tr("frame %1 of %2").arg(at).arg(all);
        case Kind::Member:
            return part.last > part.at ? tr("members %1–%2 of %3").arg(at).arg(part.last).arg(all)
                                       : tr("member %1 of %2").arg(at).arg(all);
        case Kind::Step:
            return all > 0 ? tr("step %1 of %2").arg(at).arg(all) : tr("step %1").arg(at);
        case Kind::Tile:
            return tr("tile %1 of %2").arg(at).arg(all);
        case Kind::Epoch:
            return tr("epoch %1").arg(at);
        case Kind::ValidationPicture:
            return tr("picture %1 of %2").arg(at).arg(all);
        case Kind::RehearsalCheck:
            return tr("check %1 of %2").arg(at).arg(all);
        default:
            return {};
        }
    }
};

} // namespace

QString stageText(const WorkStage& stage) {
    QStringList parts;
    for (const StagePart& part : stage)
        parts += StageText::of(part);
    return parts.join(QStringLiteral(" · "));
}

} // namespace unlit::ui
