// Makes a synthetic set, with a look at its first pictures while its settings are being chosen.
#pragma once

#include "ui/data/look_grid.h"
#include "ui/data/set_maker.h"
#include "ui/settings/data_settings.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/seed_field.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QSpinBox>
#include <QTimer>
#include <QWidget>

namespace unlit::ui {

class FormColumn;

/// GUI thread. Renders nothing while it is not on show.
class SynthesizeView : public QWidget {
    Q_OBJECT

public:
    explicit SynthesizeView(QWidget* parent = nullptr);

    SynthesisOptions options() const;
    void setSettings(const DataSettings& settings);
    void store(DataSettings& settings) const;
    /// Pairs from these texture sets: the looks follow.
    void setTextures(const QString& folder);

    void make();

    bool isMaking() const { return m_maker.isBusy(); }

    /// All looks are those of the settings as they stand.
    bool isSettled() const { return !m_lookTimer.isActive() && !m_looks.isBusy(); }

    LookGrid& looks() { return *m_grid; }

    SeedField& seedBox() { return *m_seed; }

    MessageBar& message() { return *m_message; }

signals:
    /// The user wants to see the set that was made.
    void openAsked(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeForm();
    void addMaterials(FormColumn* form);
    QWidget* makeFooter();
    QWidget* makeBrowsed(QLineEdit* field, const QString& title);
    void connectParts();
    void settingsEdited();
    void askLooks();
    void showLook(int index, const SynthesisPreview& preview);
    void showProgress(const SynthesisProgress& progress);
    void showMade(const SynthesisSummary& summary);
    void say(const Failure& failure);
    void updateButtons();

    QLineEdit* m_output;
    QLineEdit* m_textures;
    QSpinBox* m_count;
    QSpinBox* m_size;
    QSpinBox* m_samples;
    SeedField* m_seed;
    QSpinBox* m_repaint;
    QSpinBox* m_swapRelief;
    QCheckBox* m_half;
    QListWidget* m_materials;
    LookGrid* m_grid;
    MessageBar* m_message;
    QProgressBar* m_bar = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_make = nullptr;
    QPushButton* m_stop = nullptr;
    bool m_mayOverwrite = false; ///< for the next set only
    QTimer m_lookTimer;
    SynthesisLooks m_looks;
    SetMaker m_maker;
};

} // namespace unlit::ui
