#include "ui/recipe/schema_words.h"

#include <QCoreApplication>

namespace unlit::ui {

namespace {

/// Stands here for lupdate, which does not read the schema; a test compares the two.
[[maybe_unused]] constexpr const char* kWords[] = {
    QT_TRANSLATE_NOOP("SchemaWords", "GiB"),
    QT_TRANSLATE_NOOP("SchemaWords", "batches"),
    QT_TRANSLATE_NOOP("SchemaWords", "checkpoints"),
    QT_TRANSLATE_NOOP("SchemaWords", "epochs"),
    QT_TRANSLATE_NOOP("SchemaWords", "frames"),
    QT_TRANSLATE_NOOP("SchemaWords", "minutes"),
    QT_TRANSLATE_NOOP("SchemaWords", "optimizer steps"),
    QT_TRANSLATE_NOOP("SchemaWords", "pairs"),
    QT_TRANSLATE_NOOP("SchemaWords", "parts"),
    QT_TRANSLATE_NOOP("SchemaWords", "pictures"),
    QT_TRANSLATE_NOOP("SchemaWords", "pixels"),
    QT_TRANSLATE_NOOP("SchemaWords", "samples"),
    QT_TRANSLATE_NOOP("SchemaWords", "seconds"),
    QT_TRANSLATE_NOOP("SchemaWords", "steps"),
    QT_TRANSLATE_NOOP("SchemaWords", "stops"),
    QT_TRANSLATE_NOOP("SchemaWords", "threads"),

    QT_TRANSLATE_NOOP("SchemaWords", "0.1 for Muon, 0.01 for AdamW, else 0"),
    QT_TRANSLATE_NOOP("SchemaWords", "0.95 for Muon, else 0"),
    QT_TRANSLATE_NOOP("SchemaWords", "another one in every run"),
    QT_TRANSLATE_NOOP("SchemaWords", "as many as the UNet has"),
    QT_TRANSLATE_NOOP("SchemaWords", "as pipeline.kwargs.target_properties says"),
    QT_TRANSLATE_NOOP("SchemaWords", "as rank"),
    QT_TRANSLATE_NOOP("SchemaWords", "as they are"),
    QT_TRANSLATE_NOOP("SchemaWords", "by percentile, as inference does"),
    QT_TRANSLATE_NOOP("SchemaWords", "constant"),
    QT_TRANSLATE_NOOP("SchemaWords", "each has its own"),
    QT_TRANSLATE_NOOP("SchemaWords",
                      "every step in the log, every ten seconds on a console whose lines cannot be "
                      "redrawn"),
    QT_TRANSLATE_NOOP("SchemaWords", "everything counts"),
    QT_TRANSLATE_NOOP("SchemaWords", "losses may jump"),
    QT_TRANSLATE_NOOP("SchemaWords", "max_iter"),
    QT_TRANSLATE_NOOP("SchemaWords", "max_iter and max_epoch alone end the run"),
    QT_TRANSLATE_NOOP("SchemaWords", "never for that"),
    QT_TRANSLATE_NOOP("SchemaWords", "no discriminator"),
    QT_TRANSLATE_NOOP("SchemaWords", "no running mean"),
    QT_TRANSLATE_NOOP("SchemaWords", "none"),
    QT_TRANSLATE_NOOP("SchemaWords", "plain Gaussian noise"),
    QT_TRANSLATE_NOOP("SchemaWords", "the UNet's own weights are trained"),
    QT_TRANSLATE_NOOP("SchemaWords", "the folder's own; 4 in a new model"),
    QT_TRANSLATE_NOOP("SchemaWords", "the folder's own; 768 in a new model"),
    QT_TRANSLATE_NOOP("SchemaWords",
                      "the folder's own; noisy_first for a UNet that is widened now"),
    QT_TRANSLATE_NOOP("SchemaWords", "the metric's own direction"),
    QT_TRANSLATE_NOOP("SchemaWords", "the metric's own direction, else minimize"),
    QT_TRANSLATE_NOOP("SchemaWords", "the model's own"),
    QT_TRANSLATE_NOOP("SchemaWords", "the picture alone"),
    QT_TRANSLATE_NOOP("SchemaWords", "unseeded"),
    QT_TRANSLATE_NOOP("SchemaWords", "unseeded, never twice the same"),
    QT_TRANSLATE_NOOP("SchemaWords", "what is free when it starts, less a margin"),
    QT_TRANSLATE_NOOP("SchemaWords", "where that disk has room for them"),
    QT_TRANSLATE_NOOP("SchemaWords", "where the model was never trained"),
};

} // namespace

QString schemaWords(const std::string& english) {
    return QCoreApplication::translate("SchemaWords", english.c_str());
}

} // namespace unlit::ui
