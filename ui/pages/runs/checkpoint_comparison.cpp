#include "ui/pages/runs/checkpoint_comparison.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <utility>

namespace unlit::ui {

CheckpointComparison::CheckpointComparison(InferenceController::MakeService makeService,
                                           CheckpointTable& table, QWidget* parent)
    : QWidget(parent), m_table(table),
      m_comparison(new ModelComparison(std::move(makeService), this)),
      m_choose(new QPushButton(this)), m_run(new QPushButton(this)) {
    m_choose->setToolTip(tr("The picture that the checkpoints run on"));
    m_run->setProperty("role", QStringLiteral("primary"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(makeBar());
    column->addWidget(m_comparison, 1);
    connect(m_choose, &QPushButton::clicked, this, &CheckpointComparison::choosePicture);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (isBusy())
            m_comparison->cancel();
        else
            run();
    });
    connect(m_comparison, &ModelComparison::stateChanged, this, &CheckpointComparison::refresh);
    connect(&table, &CheckpointTable::chosenChanged, this, &CheckpointComparison::refresh);
    refresh();
}

QLayout* CheckpointComparison::makeBar() {
    auto* close = new QPushButton(tr("Close"), this);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 7, 12, 7);
    bar->setSpacing(8);
    bar->addWidget(makeLabel(tr("On"), "label", this));
    bar->addWidget(m_choose, 1);
    bar->addWidget(m_run);
    bar->addWidget(close);
    connect(close, &QPushButton::clicked, this, [this] {
        if (isBusy())
            m_comparison->cancel();
        emit closeAsked();
    });
    return bar;
}

void CheckpointComparison::open() {
    if (!isBusy())
        m_comparison->say(tr("One picture, several checkpoints"),
                          tr("Each runs with the steps and the size that the model was made for, "
                             "all of them with the same seed."));
    if (m_picture.empty())
        m_choose->setFocus();
    else
        run();
}

void CheckpointComparison::setPicture(const std::filesystem::path& picture) {
    m_picture = picture;
    refresh();
}

void CheckpointComparison::choosePicture() {
    const QString file = QFileDialog::getOpenFileName(this, tr("A picture for all checkpoints"),
                                                      toQString(m_picture.parent_path()));
    if (file.isEmpty())
        return;
    setPicture(toPath(file));
    run();
}

void CheckpointComparison::run() {
    const auto chosen = m_table.chosen();
    if (chosen.size() < 2 || m_picture.empty() || isBusy())
        return;
    std::vector<ComparedModel> models;
    for (const runs::RunCheckpoint& checkpoint : chosen)
        models.push_back({checkpoint.folder, toQString(checkpoint.name)});
    m_comparison->compare(m_picture, std::move(models));
}

void CheckpointComparison::refresh() {
    m_run->setText(isBusy() ? tr("Cancel") : tr("Compare"));
    m_run->setEnabled(isBusy() || (m_table.chosen().size() > 1 && !m_picture.empty()));
    m_choose->setText(m_picture.empty() ? tr("Choose picture…") : toQString(m_picture.filename()));
    m_choose->setEnabled(!isBusy());
}

} // namespace unlit::ui
