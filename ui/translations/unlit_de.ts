<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>ColorMap</name>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Inferno</source>
        <translation>Inferno</translation>
    </message>
    <message>
        <source>Turbo</source>
        <translation>Turbo</translation>
    </message>
    <message>
        <source>Cool-warm</source>
        <translation>Kalt-warm</translation>
    </message>
</context>
<context>
    <name>CompareMenu</name>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
</context>
<context>
    <name>DataNotice</name>
    <message numerus="yes">
        <source>%n texture sets and no picture of light.</source>
        <translation>
            <numerusform>Ein Textursatz und kein beleuchtetes Bild.</numerusform>
            <numerusform>%n Textursätze und kein beleuchtetes Bild.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has %2.</source>
        <translation>%1 hat %2.</translation>
    </message>
    <message>
        <source>Maps without a base colour: %1.</source>
        <translation>Maps ohne Grundfarbe: %1.</translation>
    </message>
    <message>
        <source>Training pairs can be rendered from them.</source>
        <translation>Daraus lassen sich Trainingspaare rendern.</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Where are your renders?</source>
        <translation>Wo liegen die Renderings?</translation>
    </message>
    <message>
        <source>Drop a folder that holds beauties and albedos, or choose one. Pairs are found by layers and names, every pair is looked at for faults, and no file is changed. No renders? A set can be synthesized.</source>
        <translation>Einen Ordner mit Beautys und Albedos hierher ziehen oder auswählen. Paare werden an Ebenen und Namen erkannt, jedes Paar wird auf Fehler geprüft, keine Datei wird geändert. Keine Renderings? Ein Satz lässt sich auch erzeugen.</translation>
    </message>
    <message>
        <source>Synthesize a set</source>
        <translation>Satz erzeugen</translation>
    </message>
    <message>
        <source>Open %1 again</source>
        <translation>%1 wieder öffnen</translation>
    </message>
    <message>
        <source>Nothing is left over</source>
        <translation>Nichts ist übrig</translation>
    </message>
    <message>
        <source>Every file of the set is part of a pair.</source>
        <translation>Jede Datei des Satzes gehört zu einem Paar.</translation>
    </message>
    <message>
        <source>No pairs so far in %1</source>
        <translation>Bisher keine Paare in %1</translation>
    </message>
    <message>
        <source>Looking was stopped after %1 of %2 files. Go on at the left, or open another folder.</source>
        <translation>Die Suche wurde nach %1 von %2 Dateien angehalten. Links fortsetzen oder einen anderen Ordner öffnen.</translation>
    </message>
    <message>
        <source>Open another folder…</source>
        <translation>Anderen Ordner öffnen…</translation>
    </message>
    <message>
        <source>%1 is a texture library</source>
        <translation>%1 ist eine Texturbibliothek</translation>
    </message>
    <message>
        <source>Make training pairs…</source>
        <translation>Trainingspaare erzeugen…</translation>
    </message>
    <message>
        <source>What was left over</source>
        <translation>Übrige Dateien</translation>
    </message>
    <message>
        <source>No pairs in %1</source>
        <translation>Keine Paare in %1</translation>
    </message>
    <message>
        <source>A pair is a beauty and its albedo: two layers of one EXR, or two files whose names tell which is which.</source>
        <translation>Ein Paar sind eine Beauty und ihr Albedo: zwei Ebenen einer EXR-Datei, oder zwei Dateien, deren Namen sagen, welche was ist.</translation>
    </message>
    <message>
        <source>No pair fits</source>
        <translation>Kein Paar passt</translation>
    </message>
    <message>
        <source>Nothing has both this filter and these words.</source>
        <translation>Nichts passt zu diesem Filter und diesen Wörtern.</translation>
    </message>
</context>
<context>
    <name>DismissButton</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>%1 is a web address, not a file.</source>
        <translation>%1 ist eine Webadresse, keine Datei.</translation>
    </message>
    <message>
        <source>Nothing is fetched from the net. Save the picture first, or copy the picture itself and paste it.</source>
        <translation>Aus dem Netz wird nichts geholt. Das Bild zuerst speichern, oder das Bild selbst kopieren und einfügen.</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>Der Text ist leer.</translation>
    </message>
    <message>
        <source>Copy a picture or a file, then paste it here.</source>
        <translation>Ein Bild oder eine Datei kopieren, dann hier einfügen.</translation>
    </message>
    <message>
        <source>That is a long text, not a list of files.</source>
        <translation>Das ist ein langer Text, keine Liste von Dateien.</translation>
    </message>
    <message>
        <source>Paste paths, one a line.</source>
        <translation>Pfade einfügen, einen je Zeile.</translation>
    </message>
    <message>
        <source>“%1” is text, not a picture.</source>
        <translation>„%1“ ist Text, kein Bild.</translation>
    </message>
    <message>
        <source>Paste a picture, a file, or the whole path of one.</source>
        <translation>Ein Bild, eine Datei oder ihren ganzen Pfad einfügen.</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>The picture is empty.</source>
        <translation>Das Bild ist leer.</translation>
    </message>
    <message>
        <source>Copy it once more, or save it as a file.</source>
        <translation>Noch einmal kopieren, oder als Datei speichern.</translation>
    </message>
    <message>
        <source>The clipboard is empty.</source>
        <translation>Die Zwischenablage ist leer.</translation>
    </message>
    <message>
        <source>There is no picture in what was copied.</source>
        <translation>Im Kopierten ist kein Bild.</translation>
    </message>
</context>
<context>
    <name>FieldRow</name>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
</context>
<context>
    <name>FrameAnswers</name>
    <message>
        <source>%1 of %2 frames failed: </source>
        <translation>%1 von %2 Frames fehlgeschlagen: </translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>raw</source>
        <translation>roh</translation>
    </message>
    <message>
        <source>lin</source>
        <translation>lin</translation>
    </message>
    <message>
        <source>sRGB</source>
        <translation>sRGB</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>screen</source>
        <translation>Schirm</translation>
    </message>
    <message>
        <source>no finite pixel</source>
        <translation>kein endliches Pixel</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>NaN or Inf</source>
        <translation>NaN oder Inf</translation>
    </message>
</context>
<context>
    <name>ItemNotice</name>
    <message>
        <source>Drop an image to take its light out</source>
        <translation>Ein Bild hierher ziehen, um sein Licht zu entfernen</translation>
    </message>
    <message>
        <source>EXR, PNG, TIFF, JPEG or HDR, one or many, or a whole folder. It starts by itself.</source>
        <translation>EXR, PNG, TIFF, JPEG oder HDR, eines oder viele, oder ein ganzer Ordner. Es beginnt von selbst.</translation>
    </message>
    <message>
        <source>Add images…</source>
        <translation>Bilder hinzufügen…</translation>
    </message>
    <message>
        <source>First choose a model folder</source>
        <translation>Zuerst einen Modellordner wählen</translation>
    </message>
    <message>
        <source>A model in the diffusers layout: the folder that holds model_index.json. You can drop it anywhere in this window. Images dropped before wait for it.</source>
        <translation>Ein Modell im Aufbau von diffusers: der Ordner mit model_index.json. Er lässt sich überall in dieses Fenster ziehen. Bilder, die schon da sind, warten darauf.</translation>
    </message>
    <message>
        <source>Choose model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>ModelsTexts</name>
    <message>
        <source>## No model chosen

Choose a model in the table.</source>
        <translation>## Kein Modell gewählt

Ein Modell in der Tabelle wählen.</translation>
    </message>
    <message>
        <source>## No card

The folder has no `README.md`. What the model says of itself otherwise is in the overview.</source>
        <translation>## Keine Karte

Der Ordner hat keine `README.md`. Was das Modell sonst über sich sagt, steht im Überblick.</translation>
    </message>
    <message>
        <source>## Where models come from

A model is a folder in the layout of diffusers: `model_index.json` beside `unet`, `vae`, `scheduler`, `text_encoder` and `tokenizer`, with weights as `.safetensors`. Unlit opens no connection: where a program that fetches is found (`hf`, `huggingface-cli`, or git with Git LFS), *Fetch* below runs it.

### The public Marigold-IID weights

Two repositories of the Hugging Face hub hold them. Read the licence on each one&apos;s page before you use it.

- **prs-eth/marigold-iid-appearance-v1-1** makes albedo, roughness and metallicity.
- **prs-eth/marigold-iid-lighting-v1-1** makes albedo, shading and the rest of the light.

*With the hub&apos;s own client*: *Fetch*, or the command below in a terminal. The model lands in the hub&apos;s cache, which is looked through here (F5). A download that broke off is shown as what it is; the same command goes on with it.

*With a browser*: open the repository&apos;s page, then *Files and versions*. Save `model_index.json` into a new folder, and the files of the five folders into folders of the same names in it. Of each part one file of weights is enough: with `fp16` in its name it is half as large. Then *Add folder…* the folder that yours lies in.

### Models of your own

Every checkpoint of a training is a model folder. *Add folder…* the folder that your runs are written to. *Convert* makes a smaller one of the best of them.

### What cannot be read

Single files (`.ckpt`) and pickled weights (`.bin`) are refused: reading them can run any code. Whoever trusts them loads them once in Python with diffusers and calls `save_pretrained(&quot;new-folder&quot;, safe_serialization=True)`.
</source>
        <translation>## Woher Modelle kommen

Ein Modell ist ein Ordner im Aufbau von diffusers: `model_index.json` neben `unet`, `vae`, `scheduler`, `text_encoder` und `tokenizer`, mit Gewichten als `.safetensors`. Unlit öffnet keine Verbindung: Wo ein Programm gefunden wird, das holt (`hf`, `huggingface-cli` oder git mit Git LFS), ruft *Holen* unten es auf.

### Die öffentlichen Gewichte von Marigold-IID

Zwei Repositorys des Hugging-Face-Hubs enthalten sie. Vor der Verwendung die Lizenz auf der jeweiligen Seite lesen.

- **prs-eth/marigold-iid-appearance-v1-1** liefert Albedo, Rauheit und Metallizität.
- **prs-eth/marigold-iid-lighting-v1-1** liefert Albedo, Shading und den Rest des Lichts.

*Mit dem Programm des Hubs*: *Holen* oder der Befehl unten in einem Terminal. Das Modell landet im Cache des Hubs, der hier durchsucht wird (F5). Ein abgebrochener Download wird als solcher angezeigt; derselbe Befehl setzt ihn fort.

*Mit einem Browser*: die Seite des Repositorys öffnen, dann *Files and versions*. `model_index.json` in einem neuen Ordner speichern und die Dateien der fünf Ordner in gleichnamigen Ordnern darin. Von jedem Teil genügt eine Datei mit Gewichten: mit `fp16` im Namen ist sie halb so groß. Dann mit *Ordner hinzufügen…* den Ordner angeben, in dem der neue liegt.

### Eigene Modelle

Jeder Prüfpunkt eines Trainings ist ein Modellordner. Mit *Ordner hinzufügen…* den Ordner angeben, in den die Läufe geschrieben werden. *Umwandeln* macht aus den besten davon kleinere.

### Was nicht gelesen wird

Einzelne Dateien (`.ckpt`) und gepickelte Gewichte (`.bin`) werden abgelehnt: sie zu lesen kann beliebigen Code ausführen. Wer ihnen traut, lädt sie einmal in Python mit diffusers und ruft `save_pretrained(&quot;new-folder&quot;, safe_serialization=True)` auf.
</translation>
    </message>
</context>
<context>
    <name>PathPicker</name>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>step %1 · epoch %2 · %3</source>
        <translation>Schritt %1 · Epoche %2 · %3</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Beauty</source>
        <translation>Beauty</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>bester %1</translation>
    </message>
    <message>
        <source> at %1 ★</source>
        <translation> bei %1 ★</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Pictures a second</source>
        <translation>Bilder je Sekunde</translation>
    </message>
    <message>
        <source>Validation %1</source>
        <translation>Validierung %1</translation>
    </message>
    <message>
        <source>Validation %1 · %2</source>
        <translation>Validierung %1 · %2</translation>
    </message>
    <message>
        <source>Rehearsing %1…</source>
        <translation>Probelauf von %1…</translation>
    </message>
    <message>
        <source>%1 has passed its rehearsal in %2</source>
        <translation>%1 hat den Probelauf bestanden, in %2</translation>
    </message>
    <message>
        <source>%1 has failed its rehearsal</source>
        <translation>%1 hat den Probelauf nicht bestanden</translation>
    </message>
    <message>
        <source>A step takes %1</source>
        <translation>Ein Schritt dauert %1</translation>
    </message>
    <message>
        <source>: %1 of them about %2</source>
        <translation>: %1 davon etwa %2</translation>
    </message>
    <message>
        <source>%1 more memory at the peak than before</source>
        <translation>%1 mehr Speicher in der Spitze als zuvor</translation>
    </message>
    <message>
        <source>%1 a checkpoint, %2 free on the disk</source>
        <translation>%1 je Prüfpunkt, %2 frei auf dem Datenträger</translation>
    </message>
    <message>
        <source>%1 it/s</source>
        <translation>%1 it/s</translation>
    </message>
    <message>
        <source>%1 s/it</source>
        <translation>%1 s/it</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>startet…</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>pausing after this micro-batch…</source>
        <translation>pausiert nach diesem Mikrobatch…</translation>
    </message>
    <message>
        <source>paused, the model stays loaded</source>
        <translation>pausiert, das Modell bleibt geladen</translation>
    </message>
    <message>
        <source>saving, then it ends…</source>
        <translation>speichert und endet dann…</translation>
    </message>
    <message>
        <source>iter %1</source>
        <translation>Iter %1</translation>
    </message>
    <message>
        <source>Loss by timestep</source>
        <translation>Verlust nach Zeitschritt</translation>
    </message>
    <message>
        <source>Processors, %</source>
        <translation>Prozessoren, %</translation>
    </message>
    <message>
        <source>GPU, %</source>
        <translation>GPU, %</translation>
    </message>
    <message>
        <source>GPU memory, bytes</source>
        <translation>GPU-Speicher, Byte</translation>
    </message>
    <message>
        <source>GPU, watts</source>
        <translation>GPU, Watt</translation>
    </message>
    <message>
        <source>Free disk, bytes</source>
        <translation>Freier Plattenplatz, Byte</translation>
    </message>
    <message>
        <source>the disk is full or gone: it waits</source>
        <translation>der Datenträger ist voll oder fort: das Training wartet</translation>
    </message>
    <message>
        <source>rate %1</source>
        <translation>Rate %1</translation>
    </message>
    <message>
        <source>back from %1</source>
        <translation>zurück von %1</translation>
    </message>
    <message>
        <source>optimizer steps</source>
        <translation>Optimiererschritte</translation>
    </message>
    <message>
        <source>seconds of training</source>
        <translation>Sekunden Training</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Mean over %1 pictures</source>
        <translation>Mittel über %1 Bilder</translation>
    </message>
    <message>
        <source>The difference to the first model is larger than the choice of pictures explains</source>
        <translation>Der Unterschied zum ersten Modell ist größer, als die Auswahl der Bilder erklärt</translation>
    </message>
    <message>
        <source>The choice of pictures alone explains the difference to the first</source>
        <translation>Die Auswahl der Bilder allein erklärt den Unterschied zum ersten</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Share of human judgements that are contradicted, by their weight</source>
        <translation>Anteil der Urteile von Menschen, denen widersprochen wird, nach ihrem Gewicht</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>input: the picture itself</source>
        <translation>input: das Bild selbst</translation>
    </message>
    <message>
        <source>constant: grey everywhere</source>
        <translation>constant: überall Grau</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Width × height in pixels</source>
        <translation>Breite × Höhe in Pixeln</translation>
    </message>
    <message>
        <source>%1 is no size</source>
        <translation>%1 ist keine Größe</translation>
    </message>
    <message>
        <source>Write width and height in pixels, as 1600 × 600.</source>
        <translation>Breite und Höhe in Pixeln angeben, etwa 1600 × 600.</translation>
    </message>
    <message>
        <source>Copy as a picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>PNG of a size…</source>
        <translation>PNG einer Größe…</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>The plot as it is on show.</source>
        <translation>Das Diagramm, wie es zu sehen ist.</translation>
    </message>
    <message>
        <source>Export the scatter</source>
        <translation>Die Streuung exportieren</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>model and sets are found and read</source>
        <translation>Modell und Sätze werden gefunden und gelesen</translation>
    </message>
    <message>
        <source>two steps are trained</source>
        <translation>zwei Schritte werden trainiert</translation>
    </message>
    <message>
        <source>a validation runs, on one picture of each set</source>
        <translation>eine Validierung läuft, mit einem Bild je Satz</translation>
    </message>
    <message>
        <source>a checkpoint is written</source>
        <translation>ein Prüfpunkt wird geschrieben</translation>
    </message>
    <message>
        <source>the run is resumed from it, and goes on</source>
        <translation>der Lauf wird von dort fortgesetzt und geht weiter</translation>
    </message>
    <message>
        <source>the recipe has no validation set</source>
        <translation>das Rezept hat keinen Validierungssatz</translation>
    </message>
    <message>
        <source>%1 s a step, loss %2</source>
        <translation>%1 s je Schritt, Verlust %2</translation>
    </message>
    <message>
        <source>%1 in %2, training waited %3</source>
        <translation>%1 in %2, das Training wartete %3</translation>
    </message>
    <message>
        <source>step %1 follows</source>
        <translation>Schritt %1 folgt</translation>
    </message>
</context>
<context>
    <name>QueueItem</name>
    <message>
        <source>Frame %1 of %2 · %3</source>
        <translation>Frame %1 von %2 · %3</translation>
    </message>
</context>
<context>
    <name>QueueStore</name>
    <message>
        <source>The queue of last time could not be read; it is kept as %1.</source>
        <translation>Die Warteschlange vom letzten Mal war nicht lesbar; sie ist als %1 aufgehoben.</translation>
    </message>
</context>
<context>
    <name>RecipeLayout</name>
    <message>
        <source>Validation set %1</source>
        <translation>Validierungssatz %1</translation>
    </message>
    <message>
        <source>Set to look at %1</source>
        <translation>Ansichtssatz %1</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Ausgangsmodell</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>List of pairs</source>
        <translation>Liste der Paare</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Effective batch</source>
        <translation>Effektiver Batch</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>Auf einmal</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Gradient clip</source>
        <translation>Gradientengrenze</translation>
    </message>
    <message>
        <source>Multi-resolution</source>
        <translation>Mehrere Auflösungen</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Speichern alle</translation>
    </message>
    <message>
        <source>Run name</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>Ausgabeordner</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Autoencoder</source>
        <translation>Autoencoder</translation>
    </message>
    <message>
        <source>Validation and checkpoints</source>
        <translation>Validierung und Prüfpunkte</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Shown name</source>
        <translation>Anzeigename</translation>
    </message>
</context>
<context>
    <name>RunsSaid</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 running</source>
        <translation> · %1 laufen</translation>
    </message>
    <message>
        <source> · %1 archived</source>
        <translation> · %1 archiviert</translation>
    </message>
    <message>
        <source>looking… %1</source>
        <translation>sucht… %1</translation>
    </message>
    <message>
        <source>Where are your runs?</source>
        <translation>Wo liegen die Läufe?</translation>
    </message>
    <message>
        <source>Choose a folder that holds training runs, of this program or with event files of TensorBoard. It is watched: runs under way show up live.</source>
        <translation>Einen Ordner mit Trainingsläufen wählen, von diesem Programm oder mit Ereignisdateien von TensorBoard. Er wird beobachtet: laufende Trainings erscheinen sofort.</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>No runs here yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>A run appears here as soon as it begins, from this program or from a terminal: unlit train --config RECIPE. Looked through: %1</source>
        <translation>Ein Lauf erscheint hier, sobald er beginnt, aus diesem Programm oder aus einem Terminal: unlit train --config RECIPE. Durchsucht: %1</translation>
    </message>
</context>
<context>
    <name>SchemaWords</name>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Prüfpunkte</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>optimizer steps</source>
        <translation>Optimiererschritte</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>stops</source>
        <translation>Blendenstufen</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>0.1 for Muon, 0.01 for AdamW, else 0</source>
        <translation>0.1 bei Muon, 0.01 bei AdamW, sonst 0</translation>
    </message>
    <message>
        <source>0.95 for Muon, else 0</source>
        <translation>0.95 bei Muon, sonst 0</translation>
    </message>
    <message>
        <source>another one in every run</source>
        <translation>in jedem Lauf ein anderer</translation>
    </message>
    <message>
        <source>as many as the UNet has</source>
        <translation>so viele, wie das UNet hat</translation>
    </message>
    <message>
        <source>as pipeline.kwargs.target_properties says</source>
        <translation>wie pipeline.kwargs.target_properties sagt</translation>
    </message>
    <message>
        <source>as rank</source>
        <translation>wie rank</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source>by percentile, as inference does</source>
        <translation>nach Perzentil, wie beim Anwenden</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>each has its own</source>
        <translation>jedes hat seinen eigenen</translation>
    </message>
    <message>
        <source>every step in the log, every ten seconds on a console whose lines cannot be redrawn</source>
        <translation>jeder Schritt im Protokoll, alle zehn Sekunden auf einer Konsole, deren Zeilen nicht neu gezeichnet werden können</translation>
    </message>
    <message>
        <source>everything counts</source>
        <translation>alles zählt</translation>
    </message>
    <message>
        <source>losses may jump</source>
        <translation>Verluste dürfen springen</translation>
    </message>
    <message>
        <source>max_iter</source>
        <translation>max_iter</translation>
    </message>
    <message>
        <source>max_iter and max_epoch alone end the run</source>
        <translation>nur max_iter und max_epoch beenden den Lauf</translation>
    </message>
    <message>
        <source>never for that</source>
        <translation>deswegen nie</translation>
    </message>
    <message>
        <source>no discriminator</source>
        <translation>kein Diskriminator</translation>
    </message>
    <message>
        <source>no running mean</source>
        <translation>kein gleitendes Mittel</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>plain Gaussian noise</source>
        <translation>einfaches Gaußsches Rauschen</translation>
    </message>
    <message>
        <source>the UNet&apos;s own weights are trained</source>
        <translation>die Gewichte des UNets selbst werden trainiert</translation>
    </message>
    <message>
        <source>the folder&apos;s own; 4 in a new model</source>
        <translation>wie im Ordner; 4 in einem neuen Modell</translation>
    </message>
    <message>
        <source>the folder&apos;s own; 768 in a new model</source>
        <translation>wie im Ordner; 768 in einem neuen Modell</translation>
    </message>
    <message>
        <source>the folder&apos;s own; noisy_first for a UNet that is widened now</source>
        <translation>wie im Ordner; noisy_first bei einem UNet, das jetzt erweitert wird</translation>
    </message>
    <message>
        <source>the metric&apos;s own direction</source>
        <translation>die Richtung der Metrik</translation>
    </message>
    <message>
        <source>the metric&apos;s own direction, else minimize</source>
        <translation>die Richtung der Metrik, sonst minimize</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>wie im Modell</translation>
    </message>
    <message>
        <source>the picture alone</source>
        <translation>das Bild allein</translation>
    </message>
    <message>
        <source>unseeded</source>
        <translation>ohne Startwert</translation>
    </message>
    <message>
        <source>unseeded, never twice the same</source>
        <translation>ohne Startwert, nie zweimal gleich</translation>
    </message>
    <message>
        <source>what is free when it starts, less a margin</source>
        <translation>was beim Start frei ist, weniger eine Reserve</translation>
    </message>
    <message>
        <source>where that disk has room for them</source>
        <translation>wo auf der Platte Platz dafür ist</translation>
    </message>
    <message>
        <source>where the model was never trained</source>
        <translation>wo das Modell nie trainiert wurde</translation>
    </message>
</context>
<context>
    <name>Screenshots</name>
    <message>
        <source>Sample content, made up for the layout</source>
        <translation>Beispielinhalt, für das Layout erfunden</translation>
    </message>
</context>
<context>
    <name>StageText</name>
    <message>
        <source>reading</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>lädt das Modell</translation>
    </message>
    <message>
        <source>measuring exposure</source>
        <translation>misst die Belichtung</translation>
    </message>
    <message>
        <source>whole picture</source>
        <translation>ganzes Bild</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>kodiert</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>dekodiert</translation>
    </message>
    <message>
        <source>decoding %1</source>
        <translation>dekodiert %1</translation>
    </message>
    <message>
        <source>making the result</source>
        <translation>berechnet das Ergebnis</translation>
    </message>
    <message>
        <source>correcting by hand</source>
        <translation>trägt die Korrekturen von Hand ein</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>validating %1</source>
        <translation>validiert %1</translation>
    </message>
    <message>
        <source>validating %1 with the mean weights</source>
        <translation>validiert %1 mit den gemittelten Gewichten</translation>
    </message>
    <message>
        <source>waiting for room on the disk</source>
        <translation>wartet auf Platz auf dem Datenträger</translation>
    </message>
    <message>
        <source>rehearsal</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>frame %1 of %2</source>
        <translation>Frame %1 von %2</translation>
    </message>
    <message>
        <source>members %1–%2 of %3</source>
        <translation>Mitglieder %1–%2 von %3</translation>
    </message>
    <message>
        <source>member %1 of %2</source>
        <translation>Mitglied %1 von %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>tile %1 of %2</source>
        <translation>Kachel %1 von %2</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>picture %1 of %2</source>
        <translation>Bild %1 von %2</translation>
    </message>
    <message>
        <source>check %1 of %2</source>
        <translation>Prüfung %1 von %2</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s left</source>
        <translation>noch %1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>noch %1 h %2 min</translation>
    </message>
</context>
<context>
    <name>ViewerActions</name>
    <message>
        <source>Zoom and pan</source>
        <translation>Zoomen und verschieben</translation>
    </message>
    <message>
        <source>Fit the picture</source>
        <translation>Bild einpassen</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>Mit 100 % zeigen</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Look further left</source>
        <translation>Weiter nach links sehen</translation>
    </message>
    <message>
        <source>Look further down</source>
        <translation>Weiter nach unten sehen</translation>
    </message>
    <message>
        <source>Look further up</source>
        <translation>Weiter nach oben sehen</translation>
    </message>
    <message>
        <source>Look further right</source>
        <translation>Weiter nach rechts sehen</translation>
    </message>
    <message>
        <source>Light of the view</source>
        <translation>Licht der Ansicht</translation>
    </message>
    <message>
        <source>Brighten the view by half a stop</source>
        <translation>Ansicht um eine halbe Blende aufhellen</translation>
    </message>
    <message>
        <source>Darken the view by half a stop</source>
        <translation>Ansicht um eine halbe Blende abdunkeln</translation>
    </message>
    <message>
        <source>Raise the offset by 0.1</source>
        <translation>Versatz um 0.1 erhöhen</translation>
    </message>
    <message>
        <source>Lower the offset by 0.1</source>
        <translation>Versatz um 0.1 senken</translation>
    </message>
    <message>
        <source>Raise the gamma by 0.1</source>
        <translation>Gamma um 0.1 erhöhen</translation>
    </message>
    <message>
        <source>Lower the gamma by 0.1</source>
        <translation>Gamma um 0.1 senken</translation>
    </message>
    <message>
        <source>Reset exposure, offset and gamma</source>
        <translation>Belichtung, Versatz und Gamma zurücksetzen</translation>
    </message>
    <message>
        <source>Spread the layer&apos;s numbers from black to white</source>
        <translation>Die Zahlen der Ebene von Schwarz bis Weiß spreizen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare by wipe</source>
        <translation>Durch Wischen vergleichen</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>Nebeneinander vergleichen</translation>
    </message>
    <message>
        <source>Flip between the two pictures</source>
        <translation>Zwischen den beiden Bildern wechseln</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>Differenz zeigen</translation>
    </message>
    <message>
        <source>Next kind of difference</source>
        <translation>Nächste Art der Differenz</translation>
    </message>
    <message>
        <source>Previous kind of difference</source>
        <translation>Vorherige Art der Differenz</translation>
    </message>
    <message>
        <source>Move the wipe left</source>
        <translation>Wischlinie nach links</translation>
    </message>
    <message>
        <source>Move the wipe right</source>
        <translation>Wischlinie nach rechts</translation>
    </message>
    <message>
        <source>Turn the wipe anticlockwise by 15°</source>
        <translation>Wischlinie um 15° gegen den Uhrzeigersinn drehen</translation>
    </message>
    <message>
        <source>Turn the wipe clockwise by 15°</source>
        <translation>Wischlinie um 15° im Uhrzeigersinn drehen</translation>
    </message>
    <message>
        <source>Put the wipe upright into the middle</source>
        <translation>Wischlinie senkrecht in die Mitte</translation>
    </message>
    <message>
        <source>Layers and colours</source>
        <translation>Ebenen und Farben</translation>
    </message>
    <message>
        <source>Show layer %1</source>
        <translation>Ebene %1 zeigen</translation>
    </message>
    <message>
        <source>Compare with layer %1</source>
        <translation>Mit Ebene %1 vergleichen</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>Nächste Ebene</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>Vorherige Ebene</translation>
    </message>
    <message>
        <source>Next channel: RGB, red, green, blue, alpha, luminance</source>
        <translation>Nächster Kanal: RGB, Rot, Grün, Blau, Alpha, Luminanz</translation>
    </message>
    <message>
        <source>Previous channel</source>
        <translation>Vorheriger Kanal</translation>
    </message>
    <message>
        <source>Next false colours: none, grey, viridis, inferno, turbo, cool-warm</source>
        <translation>Nächste Falschfarben: keine, Grau, Viridis, Inferno, Turbo, Kalt-warm</translation>
    </message>
    <message>
        <source>Previous false colours</source>
        <translation>Vorherige Falschfarben</translation>
    </message>
    <message>
        <source>Mark what the view clips: above white red, below black blue</source>
        <translation>Markieren, was die Ansicht abschneidet: über Weiß rot, unter Schwarz blau</translation>
    </message>
    <message>
        <source>Without light: mark pixels whose paint nobody can know</source>
        <translation>Ohne Licht: Pixel markieren, deren Farbe niemand wissen kann</translation>
    </message>
    <message>
        <source>Outside paint: mark albedos too dark or too bright for real surfaces</source>
        <translation>Keine reale Farbe: Albedos markieren, die für reale Oberflächen zu dunkel oder zu hell sind</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show or hide the histogram</source>
        <translation>Histogramm ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Histogram with linear or logarithmic heights</source>
        <translation>Histogramm mit linearen oder logarithmischen Höhen</translation>
    </message>
    <message>
        <source>Values under the pointer: all, linear only, none</source>
        <translation>Werte unter dem Zeiger: alle, nur lineare, keine</translation>
    </message>
    <message>
        <source>Show or hide the view options</source>
        <translation>Ansichtsoptionen ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show all keys of the viewer</source>
        <translation>Alle Tasten der Bildansicht zeigen</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger zoomen</translation>
    </message>
    <message>
        <source>Drag, middle drag, Space and drag</source>
        <translation>Ziehen, mit der Mitteltaste ziehen, Leertaste und ziehen</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Arrow keys, with the view in focus</source>
        <translation>Pfeiltasten, wenn die Ansicht den Fokus hat</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>100 % there, or fit again</source>
        <translation>Dort 100 %, oder wieder einpassen</translation>
    </message>
    <message>
        <source>Drag the line</source>
        <translation>Die Linie ziehen</translation>
    </message>
    <message>
        <source>Move the wipe</source>
        <translation>Wischlinie verschieben</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Strg und ziehen</translation>
    </message>
    <message>
        <source>Turn the wipe; it catches at 45° steps</source>
        <translation>Wischlinie drehen; sie rastet alle 45° ein</translation>
    </message>
    <message>
        <source>Tap Space</source>
        <translation>Leertaste antippen</translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation>Umschalt und ziehen</translation>
    </message>
    <message>
        <source>Measure a region: mean, least, most; a click or Esc ends it</source>
        <translation>Bereich messen: Mittel, kleinster, größter Wert; ein Klick oder Esc beendet es</translation>
    </message>
    <message>
        <source>Hold Shift and Ctrl, zoomed in</source>
        <translation>Umschalt und Strg halten, vergrößert</translation>
    </message>
    <message>
        <source>8-bit values on the screen instead of linear ones</source>
        <translation>8-Bit-Werte auf dem Bildschirm statt linearer</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
</context>
<context>
    <name>unlit::ui::AllowQuestion</name>
    <message>
        <source>This recipe starts programs</source>
        <translation>Dieses Rezept startet Programme</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>This recipe starts programs that were never allowed here:</source>
        <translation>Dieses Rezept startet Programme, die hier noch nie erlaubt wurden:</translation>
    </message>
    <message>
        <source>They can do whatever you can. Allow them if you know what they do.</source>
        <translation>Die Programme können alles, was Sie können. Erlauben Sie sie, wenn Sie wissen, was sie tun.</translation>
    </message>
    <message>
        <source>Allow and start</source>
        <translation>Erlauben und starten</translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation>Nicht starten</translation>
    </message>
</context>
<context>
    <name>unlit::ui::AnchorPopup</name>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Anchor</source>
        <translation>Verankern</translation>
    </message>
    <message>
        <source>Anchor brightness</source>
        <translation>Helligkeit verankern</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>Albedo of what is there, linear, above 0, at most 1: the luminance that the 5 × 5 pixels around get</source>
        <translation>Albedo der Oberfläche an dieser Stelle, linear, über 0 und höchstens 1: diese Luminanz erhalten die 5 × 5 Pixel ringsum</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Oberfläche</translation>
    </message>
    <message>
        <source>Albedos of known surfaces, as measured; each has its source as a tool tip</source>
        <translation>Gemessene Albedos bekannter Oberflächen; die Quelle steht jeweils im Tooltip</translation>
    </message>
    <message>
        <source>The brightness that the model gave</source>
        <translation>Die Helligkeit, die das Modell geliefert hat</translation>
    </message>
    <message>
        <source>Multiply the albedo, and divide the shading, so that this place has that value (Enter)</source>
        <translation>Albedo multiplizieren und Shading dividieren, sodass diese Stelle den Wert erhält (Eingabe)</translation>
    </message>
    <message>
        <source>Own value</source>
        <translation>Eigener Wert</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Pixel (%1, %2)</source>
        <translation>Pixel (%1, %2)</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>now %1, × %2 of the model&apos;s</source>
        <translation>jetzt %1, × %2 gegenüber dem Modell</translation>
    </message>
    <message>
        <source>Use for all %1 images of the queue</source>
        <translation>Für alle %1 Bilder der Warteschlange verwenden</translation>
    </message>
</context>
<context>
    <name>unlit::ui::AttentionSheet</name>
    <message>
        <source>What attention looks at from pixel %1, %2</source>
        <translation>Worauf die Aufmerksamkeit vom Pixel %1, %2 aus schaut</translation>
    </message>
    <message>
        <source>The network runs once more, with one member and without tiles.</source>
        <translation>Das Netz läuft noch einmal, mit einem Mitglied und ohne Kacheln.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>This network has no self-attention.</source>
        <translation>Dieses Netz hat keine Selbstaufmerksamkeit.</translation>
    </message>
    <message>
        <source>Head %1 · %2 %</source>
        <translation>Kopf %1 · %2 %</translation>
    </message>
    <message>
        <source>%1 × %2 cells</source>
        <translation>%1 × %2 Zellen</translation>
    </message>
    <message>
        <source>The network runs: %1 %</source>
        <translation>Das Netz rechnet: %1 %</translation>
    </message>
    <message>
        <source>Black counts nothing, white is the largest weight of that map, which stands below it. The weights of a head sum to 100 %; those of words of the prompt say how much each place looks at them.</source>
        <translation>Schwarz zählt nichts, Weiß ist das größte Gewicht der Karte, das darunter steht. Die Gewichte eines Kopfes ergeben zusammen 100 %; die von Wörtern des Prompts sagen, wie sehr jede Stelle auf sie schaut.</translation>
    </message>
    <message>
        <source>“%1” · %2 %</source>
        <translation>„%1“ · %2 %</translation>
    </message>
</context>
<context>
    <name>unlit::ui::BarChart</name>
    <message>
        <source>%1 to %2 %3: %4</source>
        <translation>%1 bis %2 %3: %4</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::BatchPanel</name>
    <message>
        <source>Samples of the step</source>
        <translation>Bilder des Schritts</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>wird gesucht…</translation>
    </message>
    <message>
        <source>Batch of step %1</source>
        <translation>Batch von Schritt %1</translation>
    </message>
    <message>
        <source>%1
loss %2 · timestep %3</source>
        <translation>%1
Verlust %2 · Zeitschritt %3</translation>
    </message>
    <message numerus="yes">
        <source>Step %1 · %n pictures · mean loss %2</source>
        <translation>
            <numerusform>Schritt %1 · %n Bild · mittlerer Verlust %2</numerusform>
            <numerusform>Schritt %1 · %n Bilder · mittlerer Verlust %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was kept of this step.</source>
        <translation>Von diesem Schritt ist nichts aufgehoben.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::BrightnessAnchor</name>
    <message>
        <source>There is no albedo to anchor yet.</source>
        <translation>Noch kein Albedo zum Verankern.</translation>
    </message>
    <message>
        <source>Point at a surface whose albedo you know.</source>
        <translation>Auf eine Oberfläche zeigen, deren Albedo bekannt ist.</translation>
    </message>
    <message>
        <source>Then press A, or click it with the right button.</source>
        <translation>Dann A drücken, oder mit der rechten Taste klicken.</translation>
    </message>
    <message>
        <source>The albedo is as bright as the model has it.</source>
        <translation>Das Albedo ist so hell, wie das Modell es liefert.</translation>
    </message>
    <message>
        <source>The albedo is × %1 of the model&apos;s.</source>
        <translation>Das Albedo ist × %1 gegenüber dem Modell.</translation>
    </message>
    <message>
        <source>Run the sequence again to write its frames so.</source>
        <translation>Die Sequenz erneut berechnen, um ihre Frames so zu schreiben.</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut berechnen</translation>
    </message>
    <message>
        <source>Save writes it so; the network does not run again.</source>
        <translation>Speichern schreibt es so; das Netz läuft nicht noch einmal.</translation>
    </message>
    <message>
        <source>Of %1 images. Save writes it so; no network runs again.</source>
        <translation>Von %1 Bildern. Speichern schreibt sie so; kein Netz läuft noch einmal.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointChanges</name>
    <message numerus="yes">
        <source>%n checkpoints are deleted</source>
        <translation>
            <numerusform>Ein Prüfpunkt ist gelöscht</numerusform>
            <numerusform>%n Prüfpunkte sind gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no checkpoint to go back to</source>
        <translation>Es gibt keinen Prüfpunkt zum Zurückgehen</translation>
    </message>
    <message>
        <source>It takes one with the state of a training besides latest: previous, or backups where checkpoint.backup_state is on. Fork begins another run with weights alone.</source>
        <translation>Nötig ist einer mit dem Stand eines Trainings außer latest: previous oder Sicherungen, wo checkpoint.backup_state an ist. Abzweigen beginnt einen weiteren Lauf mit Gewichten allein.</translation>
    </message>
    <message>
        <source>Let %1 go on from %2?</source>
        <translation>Soll %1 von %2 weitergehen?</translation>
    </message>
    <message>
        <source>What is latest becomes previous, so that it can be gone back to. Figures beyond step %1 go when the run is resumed.</source>
        <translation>Was latest ist, wird previous, so dass man dorthin zurückgehen kann. Werte nach Schritt %1 verschwinden, wenn der Lauf fortgesetzt wird.</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Resume it here</source>
        <translation>Hier fortsetzen</translation>
    </message>
    <message>
        <source>The run goes on from step %1</source>
        <translation>Der Lauf geht von Schritt %1 weiter</translation>
    </message>
    <message>
        <source>It stood at step %1.</source>
        <translation>Er stand bei Schritt %1.</translation>
    </message>
    <message>
        <source>The run is under way</source>
        <translation>Der Lauf ist im Gang</translation>
    </message>
    <message>
        <source>latest and previous are what it is resumed from. Stop it first.</source>
        <translation>Von latest und previous wird er fortgesetzt. Erst anhalten.</translation>
    </message>
    <message>
        <source>For good; it frees %1.</source>
        <translation>Endgültig; es gibt %1 frei.</translation>
    </message>
    <message>
        <source>Without latest the run is resumed from previous, or begins anew where there is none.</source>
        <translation>Ohne latest wird der Lauf von previous fortgesetzt oder beginnt von vorn, wo es keins gibt.</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>%1 löschen?</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>The run does not go back to %1</source>
        <translation>Der Lauf geht nicht auf %1 zurück</translation>
    </message>
    <message>
        <source>Not all of the checkpoints are deleted</source>
        <translation>Nicht alle Prüfpunkte sind gelöscht</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointComparison</name>
    <message>
        <source>The picture that the checkpoints run on</source>
        <translation>Das Bild, auf das die Prüfpunkte angewandt werden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>One picture, several checkpoints</source>
        <translation>Ein Bild, mehrere Prüfpunkte</translation>
    </message>
    <message>
        <source>Each runs with the steps and the size that the model was made for, all of them with the same seed.</source>
        <translation>Jeder läuft mit den Schritten und der Größe, für die das Modell gemacht ist, alle mit demselben Startwert.</translation>
    </message>
    <message>
        <source>A picture for all checkpoints</source>
        <translation>Ein Bild für alle Prüfpunkte</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Choose picture…</source>
        <translation>Bild wählen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointForm</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Den Ordner wählen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointHead</name>
    <message>
        <source>The run is under way: stop it first</source>
        <translation>Der Lauf ist im Gang: zuerst anhalten</translation>
    </message>
    <message>
        <source>The run goes on from latest anyway</source>
        <translation>Von latest geht der Lauf ohnehin weiter</translation>
    </message>
    <message>
        <source>This checkpoint has weights alone, no state of a training to go on from</source>
        <translation>Dieser Prüfpunkt hat nur Gewichte, keinen Stand eines Trainings, von dem es weitergehen könnte</translation>
    </message>
    <message>
        <source>Lets this run go on from this checkpoint</source>
        <translation>Lässt diesen Lauf von diesem Prüfpunkt weitergehen</translation>
    </message>
    <message>
        <source>Use in Infer</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Makes the checkpoint Infer&apos;s model, and goes there</source>
        <translation>Macht den Prüfpunkt zum Modell von Anwenden und geht dorthin</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>What the chosen checkpoints make of one picture; Ctrl or Shift chooses several</source>
        <translation>Was die gewählten Prüfpunkte aus einem Bild machen; Strg oder Umschalt wählt mehrere</translation>
    </message>
    <message>
        <source>Fork…</source>
        <translation>Abzweigen…</translation>
    </message>
    <message>
        <source>Begins another run at this checkpoint</source>
        <translation>Beginnt einen weiteren Lauf an diesem Prüfpunkt</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>Zurückgehen…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Checkpoints of %1</source>
        <translation>Prüfpunkte von %1</translation>
    </message>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose a run in the table.</source>
        <translation>Einen Lauf in der Tabelle wählen.</translation>
    </message>
    <message>
        <source>It has no checkpoint yet: one comes with save_period steps of its trainer, and when it is stopped.</source>
        <translation>Er hat noch keinen Prüfpunkt: einer kommt alle save_period Schritte seines Trainers und wenn er angehalten wird.</translation>
    </message>
    <message>
        <source>Export as a model folder…</source>
        <translation>Als Modellordner exportieren…</translation>
    </message>
    <message>
        <source>Average as a model folder…</source>
        <translation>Als Modellordner mitteln…</translation>
    </message>
    <message>
        <source>Evaluate…</source>
        <translation>Messen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointTable</name>
    <message>
        <source>The best of those that are there</source>
        <translation>Der beste von denen, die es gibt</translation>
    </message>
    <message>
        <source>With optimizer, seeds and place in the data: a run can go on from it</source>
        <translation>Mit Optimierer, Startwerten und der Stelle in den Daten: ein Lauf kann von hier weitergehen</translation>
    </message>
    <message>
        <source>Weights alone: it can be used and forked, not resumed</source>
        <translation>Nur Gewichte: er kann angewandt und abgezweigt werden, nicht fortgesetzt</translation>
    </message>
    <message>
        <source>%1, of which %2 are shared with no other checkpoint</source>
        <translation>%1, davon %2, die kein anderer Prüfpunkt mit ihm teilt</translation>
    </message>
    <message>
        <source>Checkpoints of the run</source>
        <translation>Prüfpunkte des Laufs</translation>
    </message>
    <message>
        <source>Ctrl or Shift chooses several; Delete removes what is chosen</source>
        <translation>Strg oder Umschalt wählt mehrere; Entf löscht, was gewählt ist</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Prüfpunkt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>The validation figure that decides which is best; none yet</source>
        <translation>Der Wert der Validierung, der über den besten entscheidet; noch keiner</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ChoiceEditor</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ChosenModel</name>
    <message>
        <source>Choose a model folder</source>
        <translation>Modellordner wählen</translation>
    </message>
    <message>
        <source>Choose a LoRA</source>
        <translation>LoRA wählen</translation>
    </message>
    <message>
        <source>LoRA (*.safetensors)</source>
        <translation>LoRA (*.safetensors)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The model is used without it.</source>
        <translation>Das Modell wird ohne sie benutzt.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ChosenRun</name>
    <message>
        <source>Copied the command</source>
        <translation>Befehl kopiert</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ClosingQuestion</name>
    <message>
        <source>A training is under way</source>
        <translation>Ein Training ist im Gange</translation>
    </message>
    <message>
        <source>%1 is being trained.</source>
        <translation>%1 wird trainiert.</translation>
    </message>
    <message>
        <source>It can be saved now and resumed later from the very same step, or go on in a process of its own.</source>
        <translation>Es kann jetzt gespeichert und später genau an diesem Schritt fortgesetzt werden oder in einem eigenen Prozess weiterlaufen.</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>Speichern und schließen</translation>
    </message>
    <message>
        <source>Close, and go on without the window</source>
        <translation>Schließen und ohne das Fenster weitermachen</translation>
    </message>
    <message>
        <source>Go on training</source>
        <translation>Weiter trainieren</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ColorBarPanel</name>
    <message>
        <source>Colour bar</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CommandPalette</name>
    <message>
        <source>Type what you want to do</source>
        <translation>Gewünschte Aktion eingeben</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>Aktionen suchen</translation>
    </message>
    <message>
        <source>Nothing here is called that</source>
        <translation>Keine Aktion heißt so</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ConditionSection</name>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>What the picture is, by the numbers that the model was trained with</source>
        <translation>Was das Bild ist, nach den Nummern, mit denen das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>Kein Text</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>A line about the picture, as the model was trained with</source>
        <translation>Eine Zeile über das Bild, wie das Modell sie vom Training kennt</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Führung</translation>
    </message>
    <message>
        <source>How much the row above counts: 1 is as the model was trained; otherwise the network runs twice</source>
        <translation>Wie viel die Zeile darüber zählt: 1 ist wie im Training; sonst läuft das Netz zweimal</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CurveBar</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>Logarithmic values (Ctrl+L)</source>
        <translation>Logarithmische Werte (Strg+L)</translation>
    </message>
    <message>
        <source>Values as they are (Ctrl+L)</source>
        <translation>Werte unverändert (Strg+L)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Optimizer steps to the right (Ctrl+T)</source>
        <translation>Optimiererschritte nach rechts (Strg+T)</translation>
    </message>
    <message>
        <source>Time since the start (Ctrl+T)</source>
        <translation>Zeit seit dem Start nach rechts (Strg+T)</translation>
    </message>
    <message>
        <source>Passes over the training set (Ctrl+T)</source>
        <translation>Durchläufe durch die Trainingsdaten nach rechts (Strg+T)</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Weight of the running mean: 0 is none, 0.999 the most</source>
        <translation>Gewicht des gleitenden Mittels: 0 ist keines, 0.999 das größte</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>The large plot as a picture, as a drawing, or its numbers</source>
        <translation>Das große Diagramm als Bild, als Zeichnung oder seine Zahlen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::CurveLayer</name>
    <message>
        <source>resumed</source>
        <translation>fortgesetzt</translation>
    </message>
</context>
<context>
    <name>unlit::ui::DataActions</name>
    <message>
        <source>Show the pair&apos;s file in its folder</source>
        <translation>Datei des Paars im Ordner zeigen</translation>
    </message>
    <message>
        <source>Copy the names of the pairs</source>
        <translation>Namen der Paare kopieren</translation>
    </message>
    <message>
        <source>Open a folder of renders…</source>
        <translation>Ordner mit Renderings öffnen…</translation>
    </message>
    <message>
        <source>Open a list or archive…</source>
        <translation>Liste oder Archiv öffnen…</translation>
    </message>
    <message>
        <source>Look for pairs again</source>
        <translation>Erneut nach Paaren suchen</translation>
    </message>
    <message>
        <source>Filter pairs</source>
        <translation>Paare filtern</translation>
    </message>
    <message>
        <source>Show pairs</source>
        <translation>Paare anzeigen</translation>
    </message>
    <message>
        <source>Show figures</source>
        <translation>Kennzahlen anzeigen</translation>
    </message>
    <message>
        <source>Show files that are left over</source>
        <translation>Übrige Dateien anzeigen</translation>
    </message>
    <message>
        <source>Split and save</source>
        <translation>Aufteilen und speichern</translation>
    </message>
    <message>
        <source>Synthesize a set</source>
        <translation>Satz erzeugen</translation>
    </message>
    <message>
        <source>View the pair</source>
        <translation>Paar ansehen</translation>
    </message>
    <message>
        <source>The pair before</source>
        <translation>Vorheriges Paar</translation>
    </message>
    <message>
        <source>The next pair</source>
        <translation>Nächstes Paar</translation>
    </message>
    <message>
        <source>Back, or stop looking</source>
        <translation>Zurück, oder Suche anhalten</translation>
    </message>
    <message>
        <source>Quarantine the pairs, or bring them back</source>
        <translation>Paare in Quarantäne stellen oder zurückholen</translation>
    </message>
    <message>
        <source>Undo the last change of the quarantine</source>
        <translation>Letzte Änderung der Quarantäne rückgängig machen</translation>
    </message>
    <message>
        <source>Redo the last change of the quarantine</source>
        <translation>Letzte Änderung der Quarantäne wiederherstellen</translation>
    </message>
    <message>
        <source>Save the list of pairs…</source>
        <translation>Liste der Paare speichern…</translation>
    </message>
    <message>
        <source>Train on this set</source>
        <translation>Mit diesem Satz trainieren</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Copy names</source>
        <translation>Namen kopieren</translation>
    </message>
</context>
<context>
    <name>unlit::ui::DataPage</name>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Left over</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>Split and train</source>
        <translation>Aufteilen</translation>
    </message>
    <message>
        <source>Synthesize</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Beauty and albedo of every pair (Alt+1)</source>
        <translation>Beauty und Albedo jedes Paars (Alt+1)</translation>
    </message>
    <message>
        <source>How albedo, light and sizes are spread (Alt+2)</source>
        <translation>Verteilung von Albedo, Licht und Größen (Alt+2)</translation>
    </message>
    <message>
        <source>Files that are in no pair, and why (Alt+3)</source>
        <translation>Dateien ohne Paar, und warum (Alt+3)</translation>
    </message>
    <message>
        <source>What is kept back to validate on; lists; training (Alt+4)</source>
        <translation>Was zum Validieren zurückbleibt; Listen; Training (Alt+4)</translation>
    </message>
    <message>
        <source>Render a set on this machine (Alt+5)</source>
        <translation>Einen Satz auf diesem Rechner rendern (Alt+5)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::DifferencesTable</name>
    <message>
        <source>Settings that differ</source>
        <translation>Abweichende Einstellungen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>unlit::ui::DropArea</name>
    <message>
        <source>Images can be dropped anywhere in the window; folders are searched for images.
A model folder that is dropped becomes the model.</source>
        <translation>Bilder lassen sich überall ins Fenster ziehen; Ordner werden nach Bildern durchsucht.
Ein Modellordner, der hierher gezogen wird, wird zum Modell.</translation>
    </message>
    <message>
        <source>Drop images or folders here</source>
        <translation>Bilder oder Ordner hierher ziehen</translation>
    </message>
    <message>
        <source>EXR · PNG · TIFF · JPEG · HDR</source>
        <translation>EXR · PNG · TIFF · JPEG · HDR</translation>
    </message>
</context>
<context>
    <name>unlit::ui::EvaluationChoice</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Models to measure</source>
        <translation>Modelle, die gemessen werden</translation>
    </message>
    <message>
        <source>Checked models and baselines are measured; the others are compared with the first of them</source>
        <translation>Angekreuzte Modelle und Vergleichsverfahren werden gemessen; die anderen werden mit dem ersten davon verglichen</translation>
    </message>
    <message>
        <source>A model folder, or a checkpoint of a run</source>
        <translation>Ein Modellordner oder ein Prüfpunkt eines Laufs</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Choose a list of pairs</source>
        <translation>Eine Liste von Paaren wählen</translation>
    </message>
    <message>
        <source>A list of beauty, albedo and mask, a folder of pairs, or a .tar archive</source>
        <translation>Eine Liste von Beauty, Albedo und Maske, ein Ordner mit Paaren oder ein .tar-Archiv</translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Choose judgements</source>
        <translation>Urteile wählen</translation>
    </message>
    <message>
        <source>Instead or besides: a folder of Intrinsic Images in the Wild, ID.json beside ID.png</source>
        <translation>Stattdessen oder dazu: ein Ordner von Intrinsic Images in the Wild, ID.json neben ID.png</translation>
    </message>
    <message>
        <source>gamma 2.2, as Marigold&apos;s figures</source>
        <translation>Gamma 2.2, wie Marigolds Werte</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Display curve of the encoded figures</source>
        <translation>Anzeigekurve der kodierten Werte</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Lists and archives (*.txt *.tar);;All files (*)</source>
        <translation>Listen und Archive (*.txt *.tar);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A model folder</source>
        <translation>Ein Modellordner</translation>
    </message>
</context>
<context>
    <name>unlit::ui::EvaluationResults</name>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Worst pictures</source>
        <translation>Schlechteste Bilder</translation>
    </message>
    <message>
        <source>Contact sheet</source>
        <translation>Kontaktabzug</translation>
    </message>
    <message>
        <source>Means, and differences to the first model with their intervals of 95 %</source>
        <translation>Mittel und Unterschiede zum ersten Modell mit ihren 95-%-Intervallen</translation>
    </message>
    <message>
        <source>Every picture, the worst first</source>
        <translation>Jedes Bild, das schlechteste zuerst</translation>
    </message>
    <message>
        <source>Input, each model&apos;s albedo times its one factor, truth</source>
        <translation>Eingabe, Albedo jedes Modells mal seinem einen Faktor, Wahrheit</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Models against the truth</source>
        <translation>Modelle gegen die Wahrheit</translation>
    </message>
    <message>
        <source>Check models and baselines, and choose a set with its truth. The others are compared with the first, picture by picture.</source>
        <translation>Modelle und Vergleichsverfahren ankreuzen und einen Satz mit seiner Wahrheit wählen. Die anderen werden mit dem ersten verglichen, Bild für Bild.</translation>
    </message>
    <message>
        <source>no scale</source>
        <translation>ohne Faktor</translation>
    </message>
    <message>
        <source>one scale</source>
        <translation>ein Faktor</translation>
    </message>
    <message>
        <source>a scale per channel</source>
        <translation>ein Faktor je Kanal</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <source>all pixels</source>
        <translation>alle Pixel</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>encoded</source>
        <translation>kodiert</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Which factor a prediction may have before it is compared</source>
        <translation>Welchen Faktor eine Vorhersage haben darf, bevor verglichen wird</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Which pixels count</source>
        <translation>Welche Pixel zählen</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>In which numbers pictures are compared</source>
        <translation>In welchen Zahlen Bilder verglichen werden</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>The figure that the worst pictures are sorted by</source>
        <translation>Der Wert, nach dem die schlechtesten Bilder geordnet werden</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model whose worst pictures come first</source>
        <translation>Das Modell, dessen schlechteste Bilder zuerst kommen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ExportForm</name>
    <message>
        <source>Write model</source>
        <translation>Modell schreiben</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>A folder that does not exist yet, or is empty</source>
        <translation>Ein Ordner, den es noch nicht gibt oder der leer ist</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>How each weight is stored</source>
        <translation>Wie jedes Gewicht gespeichert wird</translation>
    </message>
    <message>
        <source>float32, as it was trained</source>
        <translation>float32, wie trainiert</translation>
    </message>
    <message>
        <source>float16, half the size</source>
        <translation>float16, halb so groß</translation>
    </message>
    <message>
        <source>bfloat16, half the size, coarser</source>
        <translation>bfloat16, halb so groß, gröber</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>Abgebrochen. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Mean of %1</source>
        <translation>Mittel von %1</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>The weights of all of them, averaged with equal shares, as a model folder that diffusers loads. A calibration of uncertainties is left out.</source>
        <translation>Die Gewichte von allen, zu gleichen Teilen gemittelt, als Modellordner, den diffusers lädt. Eine Kalibrierung von Unsicherheiten bleibt weg.</translation>
    </message>
    <message>
        <source>A model folder that diffusers loads, without what a training goes on from. The checkpoint stays as it is.</source>
        <translation>Ein Modellordner, den diffusers lädt, ohne das, wovon ein Training weitergeht. Der Prüfpunkt bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>The model is written</source>
        <translation>Das Modell ist geschrieben</translation>
    </message>
    <message>
        <source>Use it in Infer</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The model is not written</source>
        <translation>Das Modell ist nicht geschrieben</translation>
    </message>
    <message>
        <source>%1 is there already</source>
        <translation>%1 gibt es schon</translation>
    </message>
    <message>
        <source>Choose a folder that does not exist yet, or is empty.</source>
        <translation>Einen Ordner wählen, den es noch nicht gibt oder der leer ist.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ExposureBox</name>
    <message>
        <source>Auto (%1)</source>
        <translation>Auto (%1)</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ExtendMenu</name>
    <message>
        <source>Further steps</source>
        <translation>Weitere Schritte</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Keep the final rate</source>
        <translation>Endrate behalten</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>Strecken</translation>
    </message>
    <message>
        <source>New schedule</source>
        <translation>Neuer Verlauf</translation>
    </message>
    <message>
        <source>The further steps have the rate that the schedule has ended with</source>
        <translation>Die weiteren Schritte behalten die Rate, mit der der Verlauf geendet hat</translation>
    </message>
    <message>
        <source>One schedule over all steps: the rate goes up to what that has here</source>
        <translation>Ein Verlauf über alle Schritte: die Rate steigt auf das, was er hier hat</translation>
    </message>
    <message>
        <source>The schedule once more, with its warm-up, from the first further step</source>
        <translation>Der Verlauf noch einmal, mit Aufwärmen, ab dem ersten weiteren Schritt</translation>
    </message>
    <message>
        <source>Learning rate of the further steps</source>
        <translation>Lernrate der weiteren Schritte</translation>
    </message>
    <message>
        <source>Learning rate over the steps</source>
        <translation>Lernrate über die Schritte</translation>
    </message>
    <message>
        <source>so far %1 at the end; then %2, at most %3, at the end %4</source>
        <translation>bisher am Ende %1; dann %2, höchstens %3, am Ende %4</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FieldRow</name>
    <message>
        <source>Empty: %1.</source>
        <translation>Leer: %1.</translation>
    </message>
    <message>
        <source>Only for %1.</source>
        <translation>Nur für %1.</translation>
    </message>
    <message>
        <source>Set here; %1 says %2</source>
        <translation>Hier gesetzt; %1 sagt %2</translation>
    </message>
    <message>
        <source>Set here; the default is %1</source>
        <translation>Hier gesetzt; Standard ist %1</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Aus %1</translation>
    </message>
    <message>
        <source>Where %1 comes from</source>
        <translation>Herkunft von %1</translation>
    </message>
    <message>
        <source>Back to %1 from %2</source>
        <translation>Zurück auf %1 aus %2</translation>
    </message>
    <message>
        <source>Back to the default, %1</source>
        <translation>Zurück auf den Standard, %1</translation>
    </message>
    <message>
        <source>Go to line %1</source>
        <translation>Zu Zeile %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FigurePlot</name>
    <message>
        <source>The figure that this plot shows</source>
        <translation>Die Größe, die dieses Diagramm zeigt</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FiguresView</name>
    <message>
        <source>nothing to measure yet</source>
        <translation>noch nichts zu messen</translation>
    </message>
    <message>
        <source>median %1, 80 % of the pairs from %2 to %3</source>
        <translation>Median %1, 80 % der Paare von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>%1, %2 readable, in %3 scenes</source>
        <translation>%1, %2 lesbar, in %3 Szenen</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Float files</source>
        <translation>Float-Dateien</translation>
    </message>
    <message>
        <source>%1 beauties, %2 albedos</source>
        <translation>%1 Beautys, %2 Albedos</translation>
    </message>
    <message>
        <source>Mask files</source>
        <translation>Maskendateien</translation>
    </message>
    <message>
        <source>Usable pixels</source>
        <translation>Brauchbare Pixel</translation>
    </message>
    <message>
        <source>median %1 of a picture</source>
        <translation>Median %1 eines Bilds</translation>
    </message>
    <message>
        <source>Black albedo</source>
        <translation>Schwarzes Albedo</translation>
    </message>
    <message>
        <source>at most %1 of a picture</source>
        <translation>höchstens %1 eines Bilds</translation>
    </message>
    <message numerus="yes">
        <source>%n faulty pairs</source>
        <translation>
            <numerusform>%n fehlerhaftes Paar</numerusform>
            <numerusform>%n fehlerhafte Paare</numerusform>
        </translation>
    </message>
    <message>
        <source>Mean albedo of a pair, linear</source>
        <translation>Mittleres Albedo eines Paars, linear</translation>
    </message>
    <message>
        <source>Light: beauty over albedo, in stops</source>
        <translation>Licht: Beauty durch Albedo, in Blenden</translation>
    </message>
    <message>
        <source>Longer side of the beauty</source>
        <translation>Längere Seite der Beauty</translation>
    </message>
    <message>
        <source>stops</source>
        <translation>Blenden</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Of %1 pairs %2 have been looked at so far.</source>
        <translation>Von %1 Paaren sind %2 bisher geprüft.</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>%1 different sizes</source>
        <translation>%1 verschiedene Größen</translation>
    </message>
    <message>
        <source>Figures of the set</source>
        <translation>Kennzahlen des Satzes</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FileLayers</name>
    <message>
        <source>unnamed layer</source>
        <translation>Ebene ohne Namen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FindingsList</name>
    <message>
        <source>What is wrong with the recipe</source>
        <translation>Was am Rezept nicht stimmt</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>Zeile %1: </translation>
    </message>
    <message>
        <source>%1, line %2: </source>
        <translation>%1, Zeile %2: </translation>
    </message>
</context>
<context>
    <name>unlit::ui::FolderTable</name>
    <message>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The folders that are looked through</source>
        <translation>Die durchsuchten Ordner</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ForkForm</name>
    <message>
        <source>Make the run</source>
        <translation>Lauf anlegen</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>The folder of the new run; it does not exist yet</source>
        <translation>Der Ordner des neuen Laufs; es gibt ihn noch nicht</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>What differs from the run, as KEY=VALUE, with spaces between them: lr=1e-5 max_iter=20000</source>
        <translation>Was anders ist als in diesem Lauf, als SCHLÜSSEL=WERT, mit Leerzeichen dazwischen: lr=1e-5 max_iter=20000</translation>
    </message>
    <message>
        <source>As the run has them</source>
        <translation>Wie der Lauf sie hat</translation>
    </message>
    <message>
        <source>There is no checkpoint to fork from</source>
        <translation>Es gibt keinen Prüfpunkt zum Abzweigen</translation>
    </message>
    <message>
        <source>Choose one in the table, if the run has any.</source>
        <translation>Einen in der Tabelle wählen, wenn der Lauf welche hat.</translation>
    </message>
    <message>
        <source>Fork at %1</source>
        <translation>Abzweigen an %1</translation>
    </message>
    <message>
        <source>Another run that begins where this one stood, with its optimizer and its place in the data, unless a setting is changed that those belong to. It needs nothing of this one.</source>
        <translation>Ein weiterer Lauf, der beginnt, wo dieser stand, mit seinem Optimierer und seiner Stelle in den Daten, solange keine Einstellung geändert wird, zu der sie gehören. Er braucht nichts von diesem.</translation>
    </message>
    <message>
        <source>Another run that begins at step 0 with these weights; the checkpoint has no state of a training. It needs nothing of this one.</source>
        <translation>Ein weiterer Lauf, der bei Schritt 0 mit diesen Gewichten beginnt; der Prüfpunkt hat keinen Stand eines Trainings. Er braucht nichts von diesem.</translation>
    </message>
    <message>
        <source>forking</source>
        <translation>wird abgezweigt</translation>
    </message>
    <message>
        <source>%1 stands at step %2</source>
        <translation>%1 steht bei Schritt %2</translation>
    </message>
    <message>
        <source>%1 begins at step 0 with these weights</source>
        <translation>%1 beginnt bei Schritt 0 mit diesen Gewichten</translation>
    </message>
    <message>
        <source>Train it here</source>
        <translation>Hier trainieren</translation>
    </message>
    <message>
        <source>There is no new run</source>
        <translation>Es gibt keinen neuen Lauf</translation>
    </message>
</context>
<context>
    <name>unlit::ui::FormEdits</name>
    <message>
        <source>Change of %1</source>
        <translation>Änderung von %1</translation>
    </message>
    <message>
        <source>Reset of %1</source>
        <translation>Zurücksetzen von %1</translation>
    </message>
    <message>
        <source>Another set</source>
        <translation>Weiterer Satz</translation>
    </message>
    <message>
        <source>A set taken out</source>
        <translation>Satz herausgenommen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::HistogramPanel</name>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>How often each value on the screen occurs, and how many pixels the view clips to black or white. Click for logarithmic heights (Ctrl+Shift+H); Ctrl+H hides.</source>
        <translation>Wie oft jeder Wert auf dem Bildschirm vorkommt, und wie viele Pixel die Ansicht nach Schwarz oder Weiß abschneidet. Klick für logarithmische Höhen (Strg+Umschalt+H); Strg+H blendet aus.</translation>
    </message>
    <message>
        <source>counting</source>
        <translation>zählt</translation>
    </message>
    <message>
        <source>black %1</source>
        <translation>schwarz %1</translation>
    </message>
    <message>
        <source>white %1</source>
        <translation>weiß %1</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <source>%1 Inf</source>
        <translation>%1 Inf</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>zählt…</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ImageIntake</name>
    <message>
        <source>EXR, PNG, TIFF, JPEG, HDR and PSD files can be added.</source>
        <translation>Dateien in EXR, PNG, TIFF, JPEG, HDR und PSD lassen sich hinzufügen.</translation>
    </message>
    <message>
        <source>Dropped folders are searched with the folders in them.</source>
        <translation>Ordner werden mitsamt ihren Unterordnern durchsucht.</translation>
    </message>
    <message>
        <source>Of dropped folders only the files in them are taken.</source>
        <translation>Von Ordnern werden nur die Dateien darin genommen.</translation>
    </message>
    <message>
        <source>Add images</source>
        <translation>Bilder hinzufügen</translation>
    </message>
    <message>
        <source>Images (*.exr *.png *.tif *.tiff *.jpg *.jpeg *.hdr *.psd *.webp)</source>
        <translation>Bilder (*.exr *.png *.tif *.tiff *.jpg *.jpeg *.hdr *.psd *.webp)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add a folder of images</source>
        <translation>Ordner mit Bildern hinzufügen</translation>
    </message>
    <message>
        <source>%1 is no image that can be read.</source>
        <translation>%1 ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no image in %1.</source>
        <translation>In %1 ist kein Bild.</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 und andere</translation>
    </message>
    <message numerus="yes">
        <source>Looking for pictures: %n files so far.</source>
        <translation>
            <numerusform>Bilder werden gesucht: bisher %n Datei.</numerusform>
            <numerusform>Bilder werden gesucht: bisher %n Dateien.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 were looked into for earlier results.</source>
        <translation>%1 wurden auf frühere Ergebnisse angesehen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>The search was stopped; nothing was added.</source>
        <translation>Die Suche wurde angehalten; nichts kam hinzu.</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures have a result already.</source>
        <translation>
            <numerusform>Ein Bild hat schon ein Ergebnis.</numerusform>
            <numerusform>%n Bilder haben schon ein Ergebnis.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is shown from its files; nothing runs for them.</source>
        <translation>Es wird aus seinen Dateien gezeigt; für sie läuft nichts.</translation>
    </message>
    <message>
        <source>They are in the queue.</source>
        <translation>Sie sind in der Warteschlange.</translation>
    </message>
    <message>
        <source>Run them again</source>
        <translation>Sie neu rechnen</translation>
    </message>
    <message numerus="yes">
        <source>%n texture sets without a base colour: nothing was queued.</source>
        <translation>
            <numerusform>%n Textursatz ohne Grundfarbe: nichts wurde eingereiht.</numerusform>
            <numerusform>%n Textursätze ohne Grundfarbe: nichts wurde eingereiht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the base colour (albedo, diffuse, color) of %1 beside its maps.</source>
        <translation>Legen Sie die Grundfarbe (albedo, diffuse, color) von %1 neben die Karten.</translation>
    </message>
    <message>
        <source>Take the maps as pictures</source>
        <translation>Die Karten als Bilder nehmen</translation>
    </message>
    <message numerus="yes">
        <source>%n other maps</source>
        <translation>
            <numerusform>%n andere Map</numerusform>
            <numerusform>%n andere Maps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n albedos of renders</source>
        <translation>
            <numerusform>das Albedo eines Renderings</numerusform>
            <numerusform>%n Albedos von Renderings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier results</source>
        <translation>
            <numerusform>%n früheres Ergebnis</numerusform>
            <numerusform>%n frühere Ergebnisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n base colours of texture sets.</source>
        <translation>
            <numerusform>Die Grundfarbe eines Textursatzes.</numerusform>
            <numerusform>%n Grundfarben von Textursätzen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures taken.</source>
        <translation>
            <numerusform>%n Bild übernommen.</numerusform>
            <numerusform>%n Bilder übernommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not de-lit: %1.</source>
        <translation>Unverändert bleiben: %1.</translation>
    </message>
    <message>
        <source>Make training pairs…</source>
        <translation>Trainingspaare erzeugen…</translation>
    </message>
    <message>
        <source>Open as training pairs…</source>
        <translation>Als Trainingspaare öffnen…</translation>
    </message>
    <message>
        <source>Without a base colour: %1.</source>
        <translation>Ohne Grundfarbe: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n have a result already and do not run again.</source>
        <translation>
            <numerusform>Eines hat schon ein Ergebnis und läuft nicht noch einmal.</numerusform>
            <numerusform>%n haben schon ein Ergebnis und laufen nicht noch einmal.</numerusform>
        </translation>
    </message>
    <message>
        <source>Take them too</source>
        <translation>Auch diese nehmen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ImageView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Arrows move the picture, Alt with arrows the wipe, plus and minus zoom; question mark lists all keys</source>
        <translation>Pfeiltasten verschieben das Bild, Alt mit Pfeiltasten die Wischlinie, Plus und Minus zoomen; das Fragezeichen nennt alle Tasten</translation>
    </message>
    <message>
        <source>%1 − %2 · %3</source>
        <translation>%1 − %2 · %3</translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferActions</name>
    <message>
        <source>Add images…</source>
        <translation>Bilder hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder of images…</source>
        <translation>Ordner mit Bildern hinzufügen…</translation>
    </message>
    <message>
        <source>Choose model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>Save result</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>Save result as…</source>
        <translation>Ergebnis speichern als…</translation>
    </message>
    <message>
        <source>Save all results that are not saved</source>
        <translation>Alle noch nicht gespeicherten Ergebnisse speichern</translation>
    </message>
    <message>
        <source>Choose output folder…</source>
        <translation>Ausgabeordner wählen…</translation>
    </message>
    <message>
        <source>Run image again</source>
        <translation>Bild erneut berechnen</translation>
    </message>
    <message>
        <source>Read the image from its file again</source>
        <translation>Bild neu aus seiner Datei lesen</translation>
    </message>
    <message>
        <source>Finish ensemble with the members that are done</source>
        <translation>Ensemble mit den fertigen Mitgliedern beenden</translation>
    </message>
    <message>
        <source>Cancel image, or take it out of the queue</source>
        <translation>Bild abbrechen oder aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation>Alles anhalten</translation>
    </message>
    <message>
        <source>Clear done images</source>
        <translation>Fertige Bilder entfernen</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Show image in its folder</source>
        <translation>Bild im Ordner zeigen</translation>
    </message>
    <message>
        <source>Quality: Draft</source>
        <translation>Qualität: Entwurf</translation>
    </message>
    <message>
        <source>Quality: Standard</source>
        <translation>Qualität: Standard</translation>
    </message>
    <message>
        <source>Quality: Best</source>
        <translation>Qualität: Beste</translation>
    </message>
    <message>
        <source>Quality: Custom</source>
        <translation>Qualität: Eigene</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Previous image</source>
        <translation>Vorheriges Bild</translation>
    </message>
    <message>
        <source>Anchor brightness here…</source>
        <translation>Helligkeit hier verankern…</translation>
    </message>
    <message>
        <source>Reset the albedo to the model&apos;s brightness</source>
        <translation>Albedo auf die Helligkeit des Modells zurücksetzen</translation>
    </message>
    <message>
        <source>Correct the albedo by hand (Strokes)</source>
        <translation>Die Albedo von Hand korrigieren (Striche)</translation>
    </message>
    <message>
        <source>Use these strokes on other frames…</source>
        <translation>Diese Striche für andere Bilder verwenden …</translation>
    </message>
    <message>
        <source>Open strokes or a side-car for this image…</source>
        <translation>Striche oder eine Begleitdatei für dieses Bild öffnen …</translation>
    </message>
    <message>
        <source>Use my corrections to train…</source>
        <translation>Mit meinen Korrekturen trainieren …</translation>
    </message>
    <message>
        <source>Play or pause the sequence</source>
        <translation>Sequenz abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Play frames of the albedo, or of the input</source>
        <translation>Frames des Albedos oder der Eingabe abspielen</translation>
    </message>
    <message>
        <source>Paste an image, files or paths</source>
        <translation>Bild, Dateien oder Pfade einfügen</translation>
    </message>
    <message>
        <source>Search folders inside folders</source>
        <translation>Unterordner durchsuchen</translation>
    </message>
    <message>
        <source>Hold the queue, or go on</source>
        <translation>Warteschlange anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Run all failed images again</source>
        <translation>Alle fehlgeschlagenen Bilder erneut berechnen</translation>
    </message>
    <message>
        <source>Move image up in the queue</source>
        <translation>Bild in der Warteschlange nach oben</translation>
    </message>
    <message>
        <source>Move image down in the queue</source>
        <translation>Bild in der Warteschlange nach unten</translation>
    </message>
    <message>
        <source>Move image to the front of the queue</source>
        <translation>Bild an den Anfang der Warteschlange</translation>
    </message>
    <message>
        <source>Give image settings of its own, or take them away</source>
        <translation>Bild eigene Einstellungen geben oder nehmen</translation>
    </message>
    <message>
        <source>Use this image&apos;s layer, colour and exposure for all that wait</source>
        <translation>Ebene, Farbraum und Belichtung dieses Bilds für alle wartenden verwenden</translation>
    </message>
    <message>
        <source>Copy result as a picture</source>
        <translation>Ergebnis als Bild kopieren</translation>
    </message>
    <message>
        <source>Take a sequence for single images</source>
        <translation>Sequenz als Einzelbilder nehmen</translation>
    </message>
    <message>
        <source>Join the chosen images to a sequence</source>
        <translation>Gewählte Bilder zu einer Sequenz verbinden</translation>
    </message>
    <message>
        <source>Undo the last removal, cancellation, anchor or stroke</source>
        <translation>Letztes Entfernen, Abbrechen, Verankern oder letzten Strich zurücknehmen</translation>
    </message>
    <message>
        <source>Redo the removal, cancellation, anchor or stroke</source>
        <translation>Entfernen, Abbrechen, Verankern oder Strich wiederholen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferMenus</name>
    <message>
        <source>Run again</source>
        <translation>Erneut berechnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern als…</translation>
    </message>
    <message>
        <source>Copy result as a picture</source>
        <translation>Ergebnis als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Use the settings of all</source>
        <translation>Einstellungen von allen verwenden</translation>
    </message>
    <message>
        <source>Settings of its own</source>
        <translation>Eigene Einstellungen</translation>
    </message>
    <message>
        <source>Use its layer, colour and exposure for all that wait</source>
        <translation>Ebene, Farbraum und Belichtung für alle wartenden verwenden</translation>
    </message>
    <message>
        <source>Take it for single images</source>
        <translation>Als Einzelbilder nehmen</translation>
    </message>
    <message>
        <source>Join the chosen images to a sequence</source>
        <translation>Gewählte Bilder zu einer Sequenz verbinden</translation>
    </message>
    <message>
        <source>Move to the front</source>
        <translation>An den Anfang</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>Aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Reset the albedo to the model&apos;s brightness</source>
        <translation>Albedo auf die Helligkeit des Modells zurücksetzen</translation>
    </message>
    <message>
        <source>What attention looks at here…</source>
        <translation>Worauf die Aufmerksamkeit von hier aus schaut…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferPage</name>
    <message>
        <source>%1 pixels of %2 are no finite numbers.</source>
        <translation>%1 Pixel von %2 sind keine endlichen Zahlen.</translation>
    </message>
    <message>
        <source>The network saw them clipped; the result may be wrong there.</source>
        <translation>Das Netz hat sie abgeschnitten gesehen; dort kann das Ergebnis falsch sein.</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n Thread</numerusform>
            <numerusform>%n Threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferenceQueueModel</name>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n Frame</numerusform>
            <numerusform>%n Frames</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 pixels</source>
        <translation>%1 Pixel</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 of %2 frames</source>
        <translation>%1 von %2 Frames</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Waiting · %1 done</source>
        <translation>Wartet · %1 fertig</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Cancelled · %1 done</source>
        <translation>Abgebrochen · %1 fertig</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Skipped · files are there</source>
        <translation>Übersprungen · Dateien sind da</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>%1 of %2 members</source>
        <translation>%1 von %2 Mitgliedern</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::InputSection</name>
    <message>
        <source>sRGB</source>
        <translation>sRGB</translation>
    </message>
    <message>
        <source>Gamma 2.2</source>
        <translation>Gamma 2.2</translation>
    </message>
    <message>
        <source>Linear Rec.709</source>
        <translation>Linear Rec.709</translation>
    </message>
    <message>
        <source>ACEScg</source>
        <translation>ACEScg</translation>
    </message>
    <message>
        <source>Raw values</source>
        <translation>Rohwerte</translation>
    </message>
    <message>
        <source>Auto: %1</source>
        <translation>Auto: %1</translation>
    </message>
    <message>
        <source>As the file says</source>
        <translation>Wie die Datei sagt</translation>
    </message>
    <message>
        <source>The only one</source>
        <translation>Die einzige</translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>Ohne Namen</translation>
    </message>
    <message>
        <source>%1 (beauty)</source>
        <translation>%1 (Beauty)</translation>
    </message>
    <message>
        <source>%1 (albedo)</source>
        <translation>%1 (Albedo)</translation>
    </message>
    <message>
        <source>%1 (lit)</source>
        <translation>%1 (beleuchtet)</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Which layer of the file is the picture with its light</source>
        <translation>Welche Ebene der Datei das beleuchtete Bild ist</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbraum</translation>
    </message>
    <message>
        <source>Colour space of the file&apos;s values</source>
        <translation>Farbraum der Werte in der Datei</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>Stops (EV) that the network&apos;s input is brightened by. Auto: scene-linear pictures so that their bright parts are just below white, others not at all</source>
        <translation>Blenden (EV), um die die Eingabe des Netzes aufgehellt wird. Auto: szenenlineare Bilder so, dass ihre hellen Stellen knapp unter Weiß liegen, andere gar nicht</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Where the picture has no light: a layer of its file, or a picture of its size that is black there. Those pixels stay as they are and count as unknown</source>
        <translation>Wo das Bild kein Licht hat: eine Ebene der Datei, oder ein gleich großes Bild, das dort schwarz ist. Diese Pixel bleiben, wie sie sind, und gelten als unbekannt</translation>
    </message>
    <message>
        <source>Network sees</source>
        <translation>Das Netz sieht</translation>
    </message>
    <message>
        <source>The picture as the network is shown it: exposed, clipped and encoded</source>
        <translation>Das Bild, wie das Netz es sieht: belichtet, abgeschnitten und kodiert</translation>
    </message>
    <message>
        <source>No image</source>
        <translation>Kein Bild</translation>
    </message>
    <message>
        <source>Chosen here.</source>
        <translation>Hier gewählt.</translation>
    </message>
    <message>
        <source>Nothing is clipped.</source>
        <translation>Nichts wird abgeschnitten.</translation>
    </message>
    <message>
        <source>%1 % at white</source>
        <translation>%1 % sind weiß</translation>
    </message>
</context>
<context>
    <name>unlit::ui::InspectorPanel</name>
    <message>
        <source>Values under the pointer</source>
        <translation>Werte unter dem Zeiger</translation>
    </message>
</context>
<context>
    <name>unlit::ui::KeyHelp</name>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>Keys of the viewer</source>
        <translation>Tasten der Bildansicht</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>unlit::ui::KeysDialog</name>
    <message>
        <source>Keys of the studio</source>
        <translation>Tasten des Studios</translation>
    </message>
</context>
<context>
    <name>unlit::ui::LeftOversModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Why it is in no pair</source>
        <translation>Warum sie zu keinem Paar gehört</translation>
    </message>
</context>
<context>
    <name>unlit::ui::LeftOversView</name>
    <message>
        <source>Left over files</source>
        <translation>Übrige Dateien</translation>
    </message>
</context>
<context>
    <name>unlit::ui::LogConsole</name>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Without steps</source>
        <translation>Ohne Schritte</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Every line</source>
        <translation>Jede Zeile</translation>
    </message>
    <message>
        <source>Everything but the figures of each step</source>
        <translation>Alles außer den Werten jedes Schritts</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors alone</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Protokolls</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Stay at the newest line</source>
        <translation>Bei der neuesten Zeile bleiben</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the chosen lines, or all that are on show (Ctrl+C)</source>
        <translation>Gewählte Zeilen kopieren, sonst alle angezeigten (Strg+C)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::LookGrid</name>
    <message>
        <source>The first pictures of the set</source>
        <translation>Die ersten Bilder des Satzes</translation>
    </message>
</context>
<context>
    <name>unlit::ui::LoraSection</name>
    <message>
        <source>Strength of %1</source>
        <translation>Stärke von %1</translation>
    </message>
    <message>
        <source>How much of it: 1 is the strength that the file says, 0 is none, below 0 the opposite</source>
        <translation>Wie viel davon: 1 ist die Stärke, die in der Datei steht, 0 ist nichts, unter 0 das Gegenteil</translation>
    </message>
    <message>
        <source>Strength of %1, slider</source>
        <translation>Stärke von %1, Regler</translation>
    </message>
    <message>
        <source>Add LoRA…</source>
        <translation>LoRA hinzufügen…</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Low-rank additions to the model: a safetensors file of unlit train, diffusers, peft or kohya&apos;s scripts. Several add up</source>
        <translation>Zusätze niedrigen Ranges zum Modell: eine safetensors-Datei von unlit train, diffusers, peft oder Kohyas Skripten. Mehrere addieren sich</translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation>%1 herausnehmen</translation>
    </message>
    <message>
        <source>Do without it</source>
        <translation>Ohne sie rechnen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::MainWindow</name>
    <message>
        <source>Unlit Studio</source>
        <translation>Unlit Studio</translation>
    </message>
    <message numerus="yes">
        <source>CPU · %n threads</source>
        <translation>
            <numerusform>CPU · %n Thread</numerusform>
            <numerusform>CPU · %n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1 (Strg+%2)</translation>
    </message>
    <message>
        <source>Infer</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Take the light out</source>
        <translation>Das Licht herausnehmen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Turn a folder of renders into a training set</source>
        <translation>Aus einem Ordner mit Renderings einen Trainingssatz machen</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Train a model and watch it learn</source>
        <translation>Ein Modell trainieren und beim Lernen zusehen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Watch and compare training runs</source>
        <translation>Trainingsläufe verfolgen und vergleichen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Check, convert and compare models</source>
        <translation>Modelle prüfen, umwandeln und vergleichen</translation>
    </message>
    <message>
        <source>The language changes when the studio is started again.</source>
        <translation>Die Sprache wechselt beim nächsten Start des Studios.</translation>
    </message>
    <message>
        <source>What you set and queue is forgotten when this window closes.</source>
        <translation>Einstellungen und Warteschlange sind vergessen, sobald dieses Fenster schließt.</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>%1 kann nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ManyEditor</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>unlit::ui::MarksPanel</name>
    <message>
        <source>Marks</source>
        <translation>Markierungen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::MaskBox</name>
    <message>
        <source>A picture that is black without light</source>
        <translation>Ein Bild, das ohne Licht schwarz ist</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation>Bild…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::MetricPlot</name>
    <message>
        <source>Plot of %1</source>
        <translation>Diagramm von %1</translation>
    </message>
    <message>
        <source>Arrows move, plus and minus zoom, F shows everything</source>
        <translation>Pfeiltasten verschieben, Plus und Minus zoomen, F zeigt alles</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelComparison</name>
    <message>
        <source>Progress of the comparison</source>
        <translation>Fortschritt des Vergleichs</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Compare begins anew.</source>
        <translation>„Vergleichen“ beginnt von vorn.</translation>
    </message>
    <message numerus="yes">
        <source>Running %n models</source>
        <translation>
            <numerusform>Ein Modell wird angewandt</numerusform>
            <numerusform>%n Modelle werden angewandt</numerusform>
        </translation>
    </message>
    <message>
        <source>One after the other; each has to be loaded.</source>
        <translation>Eins nach dem anderen; jedes muss geladen werden.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelFetcher</name>
    <message>
        <source>%1 cannot be started.</source>
        <translation>%1 kann nicht gestartet werden.</translation>
    </message>
    <message>
        <source>There can be no folder %1.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
    <message>
        <source>%1 ended with %2.</source>
        <translation>%1 endete mit %2.</translation>
    </message>
    <message>
        <source>Check the connection and the room on the disk, or run the command in a terminal to see all that it says.</source>
        <translation>Verbindung und Platz auf der Platte prüfen, oder den Befehl in einem Terminal aufrufen, um alles zu sehen, was er sagt.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelSection</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Model folder in the diffusers layout: the one with model_index.json (Ctrl+M)</source>
        <translation>Modellordner im Aufbau von diffusers: der mit model_index.json (Strg+M)</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>None chosen</source>
        <translation>Keiner gewählt</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source> · %1 parameters</source>
        <translation> · %1 Parameter</translation>
    </message>
    <message>
        <source>Random weights, never trained: its pictures mean nothing. </source>
        <translation>Zufällige Gewichte, nie trainiert: die Bilder bedeuten nichts. </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelWork</name>
    <message>
        <source>✓ Written to %1</source>
        <translation>✓ Geschrieben nach %1</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>Abgebrochen. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelWorker</name>
    <message>
        <source>reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>hashing</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsActions</name>
    <message>
        <source>Add a folder of models…</source>
        <translation>Ordner mit Modellen hinzufügen…</translation>
    </message>
    <message>
        <source>Look for models now</source>
        <translation>Jetzt nach Modellen suchen</translation>
    </message>
    <message>
        <source>Filter models</source>
        <translation>Modelle filtern</translation>
    </message>
    <message>
        <source>Use the model in Infer</source>
        <translation>Modell auf Bilder anwenden</translation>
    </message>
    <message>
        <source>Check the model</source>
        <translation>Modell prüfen</translation>
    </message>
    <message>
        <source>Open the model&apos;s folder</source>
        <translation>Ordner des Modells öffnen</translation>
    </message>
    <message>
        <source>Show the overview</source>
        <translation>Überblick anzeigen</translation>
    </message>
    <message>
        <source>Show the model&apos;s card</source>
        <translation>Karte des Modells anzeigen</translation>
    </message>
    <message>
        <source>Show checking</source>
        <translation>Prüfen anzeigen</translation>
    </message>
    <message>
        <source>Show converting</source>
        <translation>Umwandeln anzeigen</translation>
    </message>
    <message>
        <source>Show comparing</source>
        <translation>Vergleichen anzeigen</translation>
    </message>
    <message>
        <source>Show where models come from</source>
        <translation>Herkunft von Modellen anzeigen</translation>
    </message>
    <message>
        <source>Show evaluating</source>
        <translation>Messen anzeigen</translation>
    </message>
    <message>
        <source>Use in Infer</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Convert…</source>
        <translation>Umwandeln…</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Evaluate…</source>
        <translation>Messen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsCheck</name>
    <message>
        <source>Check is running</source>
        <translation>Prüfung läuft</translation>
    </message>
    <message>
        <source>No model chosen</source>
        <translation>Kein Modell gewählt</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>%1 prüfen</translation>
    </message>
    <message>
        <source>Choose a model in the table.</source>
        <translation>Ein Modell in der Tabelle wählen.</translation>
    </message>
    <message>
        <source>Loads every part as it is loaded for use, looks for values that are no numbers, and lists all faults with what to do about each.</source>
        <translation>Lädt jeden Teil so, wie er zur Verwendung geladen wird, sucht Werte, die keine Zahlen sind, und nennt alle Fehler mitsamt Abhilfe.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>✓ Every part can be loaded.</source>
        <translation>✓ Jeder Teil lässt sich laden.</translation>
    </message>
    <message>
        <source>✕ The model has faults.</source>
        <translation>✕ Das Modell hat Fehler.</translation>
    </message>
    <message>
        <source>Hash %1: what side-cars of results call this model.</source>
        <translation>Prüfsumme %1: so heißt dieses Modell in den Begleitdateien der Ergebnisse.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsCompare</name>
    <message>
        <source>Two models, one picture</source>
        <translation>Zwei Modelle, ein Bild</translation>
    </message>
    <message>
        <source>Choose two models and a picture. Each model runs with the steps and the size that it was made for.</source>
        <translation>Zwei Modelle und ein Bild wählen. Jedes Modell läuft mit den Schritten und der Größe, für die es gemacht ist.</translation>
    </message>
    <message>
        <source>First model</source>
        <translation>Erstes Modell</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>Zweites Modell</translation>
    </message>
    <message>
        <source>The picture that both models run on</source>
        <translation>Das Bild für beide Modelle</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>on</source>
        <translation>auf</translation>
    </message>
    <message>
        <source>A picture for both models</source>
        <translation>Ein Bild für beide Modelle</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Takes two different models and a picture</source>
        <translation>Braucht zwei verschiedene Modelle und ein Bild</translation>
    </message>
    <message>
        <source>Choose picture…</source>
        <translation>Bild wählen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsConvert</name>
    <message>
        <source>Progress of writing</source>
        <translation>Fortschritt des Schreibens</translation>
    </message>
    <message>
        <source>Writes a folder that diffusers loads unchanged. The model itself stays as it is; a UNet that takes the noise first is stored picture first, as diffusers wants it.</source>
        <translation>Schreibt einen Ordner, den diffusers unverändert lädt. Das Modell selbst bleibt, wie es ist; ein UNet, das zuerst das Rauschen nimmt, wird mit dem Bild zuerst gespeichert, wie diffusers es will.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>4 bytes a number: as most models are trained</source>
        <translation>4 Bytes je Zahl: wie die meisten Modelle trainiert werden</translation>
    </message>
    <message>
        <source>2 bytes a number, fine steps: for values that it can hold</source>
        <translation>2 Bytes je Zahl, feine Stufen: für Werte, die hineinpassen</translation>
    </message>
    <message>
        <source>2 bytes a number, wide range, coarse steps</source>
        <translation>2 Bytes je Zahl, großer Bereich, grobe Stufen</translation>
    </message>
    <message>
        <source>Type of the stored weights</source>
        <translation>Zahlentyp der gespeicherten Gewichte</translation>
    </message>
    <message>
        <source>One file for each part</source>
        <translation>Eine Datei je Teil</translation>
    </message>
    <message>
        <source>Files of at most %1 GB</source>
        <translation>Dateien von höchstens %1 GB</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Low-rank additions</source>
        <translation>Low-Rank-Zusätze</translation>
    </message>
    <message>
        <source>Folder to write the model to</source>
        <translation>Ordner, in den das Modell geschrieben wird</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>How each weight is stored</source>
        <translation>Wie jedes Gewicht gespeichert wird</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Several files with an index, for disks and hosts that take no large ones</source>
        <translation>Mehrere Dateien mit Index, für Datenträger und Dienste, die keine großen annehmen</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Choose a LoRA</source>
        <translation>LoRA wählen</translation>
    </message>
    <message>
        <source>Low-rank additions that are merged into the UNet, as pytorch_lora_weights.safetensors</source>
        <translation>Low-Rank-Zusätze, die ins UNet eingerechnet werden, wie pytorch_lora_weights.safetensors</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Choose the output folder</source>
        <translation>Ausgabeordner wählen</translation>
    </message>
    <message>
        <source>A folder that does not exist yet, or is empty</source>
        <translation>Ein Ordner, den es noch nicht gibt oder der leer ist</translation>
    </message>
    <message>
        <source>Convert %1</source>
        <translation>%1 umwandeln</translation>
    </message>
    <message>
        <source>No model chosen</source>
        <translation>Kein Modell gewählt</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Write model</source>
        <translation>Modell schreiben</translation>
    </message>
    <message>
        <source>%1… %2 %</source>
        <translation>%1… %2 %</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsEvaluate</name>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Progress of the evaluation</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>The report is written</source>
        <translation>Der Bericht ist geschrieben</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was measured to its end.</source>
        <translation>Abgebrochen. Nichts wurde zu Ende gemessen.</translation>
    </message>
    <message>
        <source>opening the set</source>
        <translation>der Satz wird geöffnet</translation>
    </message>
    <message>
        <source>Folder for tables and contact sheet</source>
        <translation>Ordner für Tabellen und Kontaktabzug</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Takes a checked model and a set</source>
        <translation>Braucht ein angekreuztes Modell und einen Satz</translation>
    </message>
    <message>
        <source>evaluation.json, evaluation.csv, evaluation_pictures.csv and contact_sheet.png in a folder</source>
        <translation>evaluation.json, evaluation.csv, evaluation_pictures.csv und contact_sheet.png in einem Ordner</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures could not be measured and count for no model</source>
        <translation>
            <numerusform>Ein Bild konnte nicht gemessen werden und zählt für kein Modell</numerusform>
            <numerusform>%n Bilder konnten nicht gemessen werden und zählen für kein Modell</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsFacts</name>
    <message>
        <source>sRGB curve, for input and colours</source>
        <translation>sRGB-Kurve, für Eingabe und Farben</translation>
    </message>
    <message>
        <source>power 2.2, for input and colours</source>
        <translation>Potenz 2.2, für Eingabe und Farben</translation>
    </message>
    <message>
        <source>logarithms (log100), for input and colours</source>
        <translation>Logarithmen (log100), für Eingabe und Farben</translation>
    </message>
    <message>
        <source>picture first, then noise</source>
        <translation>zuerst das Bild, dann das Rauschen</translation>
    </message>
    <message>
        <source>noise first, then picture</source>
        <translation>zuerst das Rauschen, dann das Bild</translation>
    </message>
    <message>
        <source>%1 (says %2)</source>
        <translation>%1 (angegeben: %2)</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n Tensor</numerusform>
            <numerusform>%n Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Facts of the model</source>
        <translation>Angaben zum Modell</translation>
    </message>
    <message>
        <source>No model chosen</source>
        <translation>Kein Modell gewählt</translation>
    </message>
    <message>
        <source>Choose a model in the table.</source>
        <translation>Ein Modell in der Tabelle wählen.</translation>
    </message>
    <message>
        <source>Check lists every fault of the folder, not only the first.</source>
        <translation>„Prüfen“ nennt jeden Fehler des Ordners, nicht nur den ersten.</translation>
    </message>
    <message>
        <source>Random weights, never trained: its pictures mean nothing.</source>
        <translation>Zufällige Gewichte, nie trainiert: die Bilder bedeuten nichts.</translation>
    </message>
    <message>
        <source>Its UNet makes pictures from text and takes none: it can be trained, but not used as it is.</source>
        <translation>Das UNet macht Bilder aus Text und nimmt keine an: es lässt sich trainieren, aber so nicht verwenden.</translation>
    </message>
    <message>
        <source>What it makes</source>
        <translation>Was es liefert</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Headroom</translation>
    </message>
    <message>
        <source>%1 stops: scene-linear pictures are shown to it that much darker, so that fewer highlights clip</source>
        <translation>%1 Blenden: szenenlineare Bilder werden ihm um so viel dunkler gezeigt, damit weniger Lichter abgeschnitten werden</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gemacht für</translation>
    </message>
    <message>
        <source>%1, pictures of %2 pixels on their longer side</source>
        <translation>%1, Bilder mit %2 Pixeln auf der längeren Seite</translation>
    </message>
    <message>
        <source>%1, pictures in their own size</source>
        <translation>%1, Bilder in eigener Größe</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>%1 % of its correction, unless you ask for another</source>
        <translation>%1 % seiner Korrektur, wenn nicht anders verlangt</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>spread of the ensemble, not calibrated</source>
        <translation>Streuung des Ensembles, nicht kalibriert</translation>
    </message>
    <message>
        <source>calibrated: %1</source>
        <translation>kalibriert: %1</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Woher es kommt</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>the folder does not say</source>
        <translation>der Ordner sagt es nicht</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Auf dem Datenträger</translation>
    </message>
    <message>
        <source>How it is run</source>
        <translation>Wie es läuft</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Predicts</source>
        <translation>Sagt vorher</translation>
    </message>
    <message>
        <source>Input of the UNet</source>
        <translation>Eingabe des UNet</translation>
    </message>
    <message>
        <source>Resizing</source>
        <translation>Skalieren</translation>
    </message>
    <message>
        <source>as %1 does</source>
        <translation>wie %1</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>Latente Werte</translation>
    </message>
    <message>
        <source>%1 channels, one for %2 × %2 pixels, scaled by %3</source>
        <translation>%1 Kanäle, einer für %2 × %2 Pixel, skaliert mit %3</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsGuide</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Where models come from</source>
        <translation>Woher Modelle kommen</translation>
    </message>
    <message>
        <source>Albedo, roughness and metallicity</source>
        <translation>Albedo, Rauheit und Metallanteil</translation>
    </message>
    <message>
        <source>Albedo, shading and the rest of the light</source>
        <translation>Albedo, Shading und der Rest des Lichts</translation>
    </message>
    <message>
        <source>Progress of fetching</source>
        <translation>Fortschritt des Holens</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Command for %1</source>
        <translation>Befehl für %1</translation>
    </message>
    <message>
        <source>Copy the command for %1</source>
        <translation>Den Befehl für %1 kopieren</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Den Befehl kopieren</translation>
    </message>
    <message>
        <source>Fetch %1</source>
        <translation>%1 holen</translation>
    </message>
    <message>
        <source>✓ Command copied.</source>
        <translation>✓ Befehl kopiert.</translation>
    </message>
    <message>
        <source>✓ The model is there, and in the table.</source>
        <translation>✓ Das Modell ist da und steht in der Tabelle.</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Run %1 here; it fetches several gigabytes</source>
        <translation>%1 hier aufrufen; es holt mehrere Gigabyte</translation>
    </message>
    <message>
        <source>Starting %1</source>
        <translation>%1 wird gestartet</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsModel</name>
    <message>
        <source>%1 · in use</source>
        <translation>%1 · in Verwendung</translation>
    </message>
    <message>
        <source>Folder, or repository of the hub</source>
        <translation>Ordner, oder Repository des Hubs</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>What it makes of a picture</source>
        <translation>Was es aus einem Bild macht</translation>
    </message>
    <message>
        <source>Makes</source>
        <translation>Liefert</translation>
    </message>
    <message>
        <source>Numbers that were learnt, of all parts</source>
        <translation>Gelernte Zahlen, aller Teile</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Type of the stored weights of UNet and VAE</source>
        <translation>Zahlentyp der gespeicherten Gewichte von UNet und VAE</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>All files of the folder</source>
        <translation>Alle Dateien des Ordners</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Came with the program, lies in a folder of yours, or in the cache of the Hugging Face hub</source>
        <translation>Kam mit dem Programm, liegt in einem eigenen Ordner oder im Cache des Hugging-Face-Hubs</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>mitgeliefert</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigenes</translation>
    </message>
    <message>
        <source>hub</source>
        <translation>Hub</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>nicht verwendbar</translation>
    </message>
    <message>
        <source>to be trained first</source>
        <translation>erst zu trainieren</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsPage</name>
    <message>
        <source>A folder that holds models</source>
        <translation>Ein Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Some places cannot be looked through</source>
        <translation>Manche Orte lassen sich nicht durchsuchen</translation>
    </message>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 cannot be used</source>
        <translation> · %1 nicht verwendbar</translation>
    </message>
    <message>
        <source>looking… %1</source>
        <translation>sucht… %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsTable</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Filter by name or target</source>
        <translation>Nach Name oder Ziel filtern</translation>
    </message>
    <message>
        <source>Shows models whose name, targets or folder have these words (Ctrl+F)</source>
        <translation>Zeigt Modelle mit diesen Wörtern in Name, Zielen oder Ordner (Strg+F)</translation>
    </message>
    <message>
        <source>Enter uses the chosen model in Infer</source>
        <translation>Eingabe wendet das gewählte Modell auf Bilder an</translation>
    </message>
    <message>
        <source>Look for models in one more folder (Ctrl+O)</source>
        <translation>In einem weiteren Ordner nach Modellen suchen (Strg+O)</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Where models come from, and where to put them</source>
        <translation>Woher Modelle kommen, und wohin mit ihnen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsViews</name>
    <message>
        <source>Use in Infer</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Card of the model</source>
        <translation>Karte des Modells</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>Umwandeln</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>What the model says of itself (Alt+1)</source>
        <translation>Was das Modell über sich sagt (Alt+1)</translation>
    </message>
    <message>
        <source>The words that came with the model (Alt+2)</source>
        <translation>Der Text, der mit dem Modell kam (Alt+2)</translation>
    </message>
    <message>
        <source>Every fault of the folder (Alt+3)</source>
        <translation>Jeder Fehler des Ordners (Alt+3)</translation>
    </message>
    <message>
        <source>Write it in another form, for diffusers too (Alt+4)</source>
        <translation>In anderer Form schreiben, auch für diffusers (Alt+4)</translation>
    </message>
    <message>
        <source>Two models on one picture (Alt+5)</source>
        <translation>Zwei Modelle auf einem Bild (Alt+5)</translation>
    </message>
    <message>
        <source>Where models come from (Alt+6)</source>
        <translation>Woher Modelle kommen (Alt+6)</translation>
    </message>
    <message>
        <source>Measured against the truth (Alt+7)</source>
        <translation>Gegen die Wahrheit gemessen (Alt+7)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Chooses the model for Infer, and goes there (Ctrl+Return)</source>
        <translation>Wählt das Modell für „Bilder“ und wechselt dorthin (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>No models here yet</source>
        <translation>Noch keine Modelle</translation>
    </message>
    <message>
        <source>A model is a folder with model_index.json in it. Choose a folder that holds some, or read where models come from.</source>
        <translation>Ein Modell ist ein Ordner mit model_index.json. Einen Ordner wählen, der welche enthält, oder nachlesen, woher Modelle kommen.</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::OutputSection</name>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Side-car</source>
        <translation>Begleitdatei</translation>
    </message>
    <message>
        <source>Save when done</source>
        <translation>Gleich speichern</translation>
    </message>
    <message>
        <source>Skip existing</source>
        <translation>Nur fehlende</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>As the input</source>
        <translation>Wie die Eingabe</translation>
    </message>
    <message>
        <source>Layered EXR, half</source>
        <translation>EXR mit Ebenen, Half</translation>
    </message>
    <message>
        <source>Layered EXR, float</source>
        <translation>EXR mit Ebenen, Float</translation>
    </message>
    <message>
        <source>EXR, half</source>
        <translation>EXR, Half</translation>
    </message>
    <message>
        <source>EXR, float</source>
        <translation>EXR, Float</translation>
    </message>
    <message>
        <source>PNG, 16 bit</source>
        <translation>PNG, 16 Bit</translation>
    </message>
    <message>
        <source>PNG, 8 bit, dithered</source>
        <translation>PNG, 8 Bit, gerastert</translation>
    </message>
    <message>
        <source>TIFF, float</source>
        <translation>TIFF, Float</translation>
    </message>
    <message>
        <source>TIFF, 16 bit</source>
        <translation>TIFF, 16 Bit</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>As the input: EXR gives a layered EXR, TIFF a TIFF, other files a PNG of as many bits. Layered: one EXR with all layers of the input, each target, uncertainty, shading and residual. Others: a file for each target. EXR and float TIFF hold linear values, the others are encoded for the screen</source>
        <translation>Wie die Eingabe: EXR gibt ein EXR mit Ebenen, TIFF ein TIFF, andere Dateien ein PNG mit ebenso vielen Bits. Mit Ebenen: ein EXR mit allen Ebenen der Eingabe, jedem Ziel, Unsicherheit, Shading und Residuum. Sonst: je Ziel eine Datei. EXR und Float-TIFF enthalten lineare Werte, die anderen sind für den Bildschirm kodiert</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Where files are written</source>
        <translation>Wohin Dateien geschrieben werden</translation>
    </message>
    <message>
        <source>Names of files, without suffix. Fields:</source>
        <translation>Namen der Dateien, ohne Endung. Felder:</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Files that Save writes. An existing file is never replaced unasked</source>
        <translation>Dateien, die „Speichern“ schreibt. Eine vorhandene wird nie ungefragt ersetzt</translation>
    </message>
    <message>
        <source>Write the uncertainty of each target as a file; layered files have it anyway</source>
        <translation>Die Unsicherheit jedes Ziels als Datei schreiben; Dateien mit Ebenen haben sie ohnehin</translation>
    </message>
    <message>
        <source>Write a JSON file beside the result: input, model and all settings. “unlit infer --from FILE.json” makes the same pixels</source>
        <translation>Eine JSON-Datei neben das Ergebnis schreiben: Eingabe, Modell und alle Einstellungen. „unlit infer --from FILE.json“ liefert dieselben Pixel</translation>
    </message>
    <message>
        <source>Write the files of each image as soon as it is done</source>
        <translation>Die Dateien jedes Bilds schreiben, sobald es fertig ist</translation>
    </message>
    <message>
        <source>With “Save when done”: an image whose files are all there does not run again</source>
        <translation>Mit „Gleich speichern“: ein Bild, dessen Dateien alle da sind, wird nicht noch einmal berechnet</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Beside the input</source>
        <translation>Neben der Eingabe</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>unlit::ui::OwnProcesses</name>
    <message>
        <source>It ended without a word.</source>
        <translation>Es endete ohne ein Wort.</translation>
    </message>
    <message>
        <source>The program unlit cannot be started: it lies beside the studio, or in $PATH.</source>
        <translation>Das Programm unlit lässt sich nicht starten: es liegt neben dem Studio oder im $PATH.</translation>
    </message>
    <message>
        <source>%1 is being started in a process of its own</source>
        <translation>%1 wird in einem eigenen Prozess gestartet</translation>
    </message>
    <message>
        <source>It loads model and data.</source>
        <translation>Er lädt Modell und Daten.</translation>
    </message>
    <message>
        <source>%1 does not go on in a process of its own</source>
        <translation>%1 läuft nicht in einem eigenen Prozess weiter</translation>
    </message>
    <message>
        <source>%1 goes on in a process of its own</source>
        <translation>%1 läuft in einem eigenen Prozess weiter</translation>
    </message>
    <message>
        <source>It needs this window no longer. In a terminal its verbs are unlit run status, pause, stop.</source>
        <translation>Er braucht dieses Fenster nicht mehr. Im Terminal heißen seine Befehle unlit run status, pause, stop.</translation>
    </message>
    <message>
        <source>%1 is being started in processes of its own</source>
        <translation>%1 wird in eigenen Prozessen gestartet</translation>
    </message>
    <message>
        <source>They load model and data.</source>
        <translation>Sie laden Modell und Daten.</translation>
    </message>
    <message>
        <source>%1 does not begin</source>
        <translation>%1 beginnt nicht</translation>
    </message>
    <message>
        <source>%1 is trained by processes of its own</source>
        <translation>%1 wird von eigenen Prozessen trainiert</translation>
    </message>
    <message>
        <source>They need this window no longer. In a terminal their verbs are unlit run status, pause, stop.</source>
        <translation>Sie brauchen dieses Fenster nicht mehr. Im Terminal heißen ihre Befehle unlit run status, pause, stop.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PaintMarks</name>
    <message>
        <source>above %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>without light</source>
        <translation>ohne Licht</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairDelegate</name>
    <message>
        <source>quarantine</source>
        <translation>Quarantäne</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairDetail</name>
    <message>
        <source>beauty %1, albedo %2</source>
        <translation>Beauty %1, Albedo %2</translation>
    </message>
    <message>
        <source>float</source>
        <translation>Float</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>Ganzzahlen</translation>
    </message>
    <message>
        <source>usable pixels %1</source>
        <translation>brauchbare Pixel %1</translation>
    </message>
    <message>
        <source>mean albedo %1 (linear)</source>
        <translation>mittleres Albedo %1 (linear)</translation>
    </message>
    <message>
        <source>light %1 stops</source>
        <translation>Licht %1 Blenden</translation>
    </message>
    <message>
        <source>by the table of names</source>
        <translation>nach der Namenstabelle</translation>
    </message>
    <message>
        <source>Why a pair</source>
        <translation>Warum ein Paar</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Layers, for the whole set</source>
        <translation>Ebenen, für den ganzen Satz</translation>
    </message>
    <message>
        <source>The set is paired anew with this layer of its EXR files</source>
        <translation>Der Satz wird mit dieser Ebene seiner EXR-Dateien neu gepaart</translation>
    </message>
    <message>
        <source>Beauty</source>
        <translation>Beauty</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Beauty and albedo in the viewer (Enter)</source>
        <translation>Beauty und Albedo in der Bildansicht (Eingabe)</translation>
    </message>
    <message>
        <source>Quarantine</source>
        <translation>In Quarantäne</translation>
    </message>
    <message>
        <source>No pair is chosen</source>
        <translation>Kein Paar gewählt</translation>
    </message>
    <message numerus="yes">
        <source>Bring back %n pairs</source>
        <translation>
            <numerusform>%n Paar zurückholen</numerusform>
            <numerusform>%n Paare zurückholen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quarantine %n pairs</source>
        <translation>
            <numerusform>%n Paar in Quarantäne</numerusform>
            <numerusform>%n Paare in Quarantäne</numerusform>
        </translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Takes it out of the quarantine list (Delete)</source>
        <translation>Nimmt es aus der Quarantäneliste (Entf)</translation>
    </message>
    <message>
        <source>Leaves it out of lists, splits and training. Its files stay where they are; Ctrl+Z takes it back (Delete)</source>
        <translation>Lässt es aus Listen, Aufteilungen und Training heraus. Seine Dateien bleiben, wo sie sind; Strg+Z nimmt es zurück (Entf)</translation>
    </message>
    <message>
        <source>Mind: %1</source>
        <translation>Achtung: %1</translation>
    </message>
    <message>
        <source>Not looked at yet.</source>
        <translation>Noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>Nichts.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairFilterModel</name>
    <message>
        <source>All pairs</source>
        <translation>Alle Paare</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Ohne Befund</translation>
    </message>
    <message>
        <source>Faulty</source>
        <translation>Fehlerhaft</translation>
    </message>
    <message>
        <source>Notes only</source>
        <translation>Nur Hinweise</translation>
    </message>
    <message>
        <source>In quarantine</source>
        <translation>In Quarantäne</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairGrid</name>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairViewer</name>
    <message>
        <source>← All pairs</source>
        <translation>← Alle Paare</translation>
    </message>
    <message>
        <source>Back to the small pictures (Esc)</source>
        <translation>Zurück zu den kleinen Bildern (Esc)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorheriges</translation>
    </message>
    <message>
        <source>The pair before (Ctrl+PgUp)</source>
        <translation>Vorheriges Paar (Strg+Bild↑)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächstes</translation>
    </message>
    <message>
        <source>The pair behind (Ctrl+PgDown)</source>
        <translation>Nächstes Paar (Strg+Bild↓)</translation>
    </message>
    <message>
        <source>Beauty</source>
        <translation>Beauty</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Shading</source>
        <translation>Shading</translation>
    </message>
    <message>
        <source>left out of training: %1</source>
        <translation>vom Training ausgelassen: %1</translation>
    </message>
    <message>
        <source>different sizes</source>
        <translation>verschiedene Größen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PathEditor</name>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PictureWall</name>
    <message>
        <source>Validation pictures</source>
        <translation>Validierungsbilder</translation>
    </message>
    <message>
        <source>Arrows choose a row, Enter opens it in the viewer, plus and minus zoom, F shows whole pictures</source>
        <translation>Pfeiltasten wählen eine Zeile, Eingabe öffnet sie in der Bildansicht, Plus und Minus zoomen, F zeigt ganze Bilder</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PixelReadout</name>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>%1 × %2 pixels at (%3, %4)</source>
        <translation>%1 × %2 Pixel bei (%3, %4)</translation>
    </message>
</context>
<context>
    <name>unlit::ui::PlayerBar</name>
    <message>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>Frame of the sequence; Left and Right go to the next one</source>
        <translation>Frame der Sequenz; Links und Rechts wechseln zum nächsten</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Play what the frames were made into</source>
        <translation>Abspielen, was aus den Frames wurde</translation>
    </message>
    <message>
        <source>Play the frames themselves</source>
        <translation>Die Frames selbst abspielen</translation>
    </message>
    <message>
        <source>What is played</source>
        <translation>Was abgespielt wird</translation>
    </message>
    <message>
        <source>Pause (Shift+Space)</source>
        <translation>Anhalten (Umschalt+Leertaste)</translation>
    </message>
    <message>
        <source>Play (Shift+Space)</source>
        <translation>Abspielen (Umschalt+Leertaste)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht fertig</translation>
    </message>
</context>
<context>
    <name>unlit::ui::QualitySection</name>
    <message>
        <source>Keep black</source>
        <translation>Schwarz behalten</translation>
    </message>
    <message>
        <source>End when settled</source>
        <translation>Enden, wenn stabil</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Beste</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Ensemble</source>
        <translation>Ensemble</translation>
    </message>
    <message>
        <source>The ensemble ends when two more members in a row change the mean spread by less than 5 %</source>
        <translation>Das Ensemble endet, wenn zwei weitere Mitglieder nacheinander die mittlere Streuung um weniger als 5 % ändern</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Processing size</source>
        <translation>Rechengröße</translation>
    </message>
    <message>
        <source>Longer side in pixels that the network sees; 0 is the picture&apos;s own size</source>
        <translation>Längere Seite in Pixeln, die das Netz sieht; 0 ist die eigene Größe des Bilds</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>Skalieren</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Large pictures</source>
        <translation>Große Bilder</translation>
    </message>
    <message>
        <source>Resize: the network sees the whole picture at the processing size. Tiles: it sees overlapping parts at the picture&apos;s own size, too, and keeps their detail; takes as much longer as the picture is larger. Auto: tiles from twice the processing size on</source>
        <translation>Skalieren: das Netz sieht das ganze Bild in der Rechengröße. Kacheln: es sieht zusätzlich überlappende Teile in der eigenen Größe des Bilds und behält ihr Detail; dauert um so viel länger, wie das Bild größer ist. Auto: Kacheln ab dem Doppelten der Rechengröße</translation>
    </message>
    <message>
        <source>From the picture</source>
        <translation>Aus dem Bild</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detail</translation>
    </message>
    <message>
        <source>What is finer than the network sees. From the picture: its edges and textures, divided into paint and light as the network divides what is around them. Off: the network&apos;s answer is only enlarged, and soft</source>
        <translation>Was feiner ist, als das Netz sieht. Aus dem Bild: seine Kanten und Texturen, in Farbe und Licht geteilt, wie das Netz ihre Umgebung teilt. Aus: die Antwort des Netzes wird nur vergrößert und ist weich</translation>
    </message>
    <message>
        <source>Pixels without light, such as the black around cut-outs, are hidden from the network and stay as they are. The viewer marks them (Shift+U)</source>
        <translation>Pixel ohne Licht, etwa das Schwarz um Freisteller, werden vor dem Netz verborgen und bleiben, wie sie sind. Die Bildansicht markiert sie (Umschalt+U)</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>Anderer Startwert</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Number type of the network: Auto takes what is fastest here</source>
        <translation>Zahlentyp des Netzes: Auto nimmt, was hier am schnellsten ist</translation>
    </message>
    <message>
        <source>This model takes one step</source>
        <translation>Dieses Modell macht einen Schritt</translation>
    </message>
    <message>
        <source>Denoising steps of each member, 1 to %1</source>
        <translation>Entrauschungsschritte jedes Mitglieds, 1 bis %1</translation>
    </message>
    <message>
        <source>Members: the picture as it is, mirrored, upside down, and both; from the fifth on the same, turned by a quarter; from the ninth on in its quarter turns, half as large again. Their median is taken</source>
        <translation>Mitglieder: das Bild wie es ist, gespiegelt, kopfüber und beides; ab dem fünften dasselbe, um ein Viertel gedreht; ab dem neunten in seinen Vierteldrehungen, um die Hälfte größer. Ihr Median wird genommen</translation>
    </message>
    <message>
        <source>Members: predictions from different noise whose median is taken. Where the model is not calibrated, there is an uncertainty map from 2 on</source>
        <translation>Mitglieder: Vorhersagen aus verschiedenem Rauschen, deren Median genommen wird. Ist das Modell nicht kalibriert, gibt es ab 2 eine Karte der Unsicherheit</translation>
    </message>
    <message>
        <source>This model begins without noise: every seed gives the same</source>
        <translation>Dieses Modell beginnt ohne Rauschen: jeder Startwert ergibt dasselbe</translation>
    </message>
    <message>
        <source>The same seed and settings give the same picture</source>
        <translation>Gleicher Startwert und gleiche Einstellungen ergeben dasselbe Bild</translation>
    </message>
    <message>
        <source>How much of the light goes: 0 leaves the picture as it is, 100 takes the model at its word. %1 % is what this model does best</source>
        <translation>Wie viel vom Licht verschwindet: 0 lässt das Bild, wie es ist, 100 nimmt das Modell beim Wort. Am besten ist dieses Modell bei %1 %</translation>
    </message>
    <message>
        <source>This model has no albedo of which a part could be taken</source>
        <translation>Dieses Modell hat kein Albedo, von dem sich ein Teil nehmen ließe</translation>
    </message>
    <message>
        <source>512 px: a first look</source>
        <translation>512 px: ein erster Blick</translation>
    </message>
    <message>
        <source>The size the model was made for, %1 members</source>
        <translation>Die Größe, für die das Modell gemacht ist, %1 Mitglieder</translation>
    </message>
    <message>
        <source>%1 members, of which %2 see the picture larger, too: finer detail</source>
        <translation>%1 Mitglieder, davon sehen %2 das Bild auch größer: feineres Detail</translation>
    </message>
    <message>
        <source>Your own values; any change below leads here</source>
        <translation>Eigene Werte; jede Änderung unten führt hierher</translation>
    </message>
    <message>
        <source>One step at 512 px: a first look</source>
        <translation>Ein Schritt bei 512 px: ein erster Blick</translation>
    </message>
    <message>
        <source>The steps and size the model was made for, five members</source>
        <translation>Schritte und Größe, für die das Modell gemacht ist, fünf Mitglieder</translation>
    </message>
    <message>
        <source>Ten steps or more, ten members</source>
        <translation>Zehn Schritte oder mehr, zehn Mitglieder</translation>
    </message>
    <message>
        <source>
About %1 an image here</source>
        <translation>
Hier etwa %1 je Bild</translation>
    </message>
    <message>
        <source>about %1 on this %2</source>
        <translation>etwa %1 auf dieser %2</translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueueDelegate</name>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueueMemory</name>
    <message>
        <source>Another studio is open: this one has a queue of its own.</source>
        <translation>Ein anderes Studio ist offen: Dieses hat eine eigene Warteschlange.</translation>
    </message>
    <message>
        <source>The next one to start alone has the images of both.</source>
        <translation>Das nächste, das allein startet, hat die Bilder beider.</translation>
    </message>
    <message>
        <source>The queue cannot be remembered.</source>
        <translation>Die Warteschlange lässt sich nicht merken.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueuePanel</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Images in the order in which they run. Ctrl+Up and Ctrl+Down move the chosen one, Delete cancels it or takes it out, Ctrl+Z takes that back</source>
        <translation>Bilder in der Reihenfolge, in der sie laufen. Strg+Hoch und Strg+Runter verschieben das gewählte, Entf bricht es ab oder nimmt es heraus, Strg+Z nimmt das zurück</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Run what waits (Ctrl+P)</source>
        <translation>Wartende Bilder berechnen (Strg+P)</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Add image files to the queue (Ctrl+O)</source>
        <translation>Bilddateien in die Warteschlange stellen (Strg+O)</translation>
    </message>
    <message>
        <source>Clear done</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>Take finished and cancelled images out of the queue; files stay (Ctrl+K). Ctrl+Z brings them back</source>
        <translation>Fertige und abgebrochene Bilder aus der Warteschlange nehmen; Dateien bleiben (Strg+K). Strg+Z holt sie zurück</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>End the running image within one step, and all that wait (Ctrl+.)</source>
        <translation>Das laufende Bild innerhalb eines Schritts beenden, und alle wartenden (Strg+.)</translation>
    </message>
    <message>
        <source>Queue · 1 sequence</source>
        <translation>Warteschlange · 1 Sequenz</translation>
    </message>
    <message numerus="yes">
        <source>Queue · %n entries</source>
        <translation>
            <numerusform>Warteschlange · %n Eintrag</numerusform>
            <numerusform>Warteschlange · %n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queue · %n images</source>
        <translation>
            <numerusform>Warteschlange · %n Bild</numerusform>
            <numerusform>Warteschlange · %n Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 left, %2</source>
        <translation>noch %1, %2</translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueueVerbs</name>
    <message>
        <source>That is no sequence.</source>
        <translation>Das ist keine Sequenz.</translation>
    </message>
    <message>
        <source>These images are no frames of one sequence.</source>
        <translation>Diese Bilder sind keine Frames einer Sequenz.</translation>
    </message>
    <message>
        <source>Choose two or more that do not run, with the same name but for the number at its end.</source>
        <translation>Zwei oder mehr wählen, die nicht laufen und bis auf die Zahl am Ende gleich heißen.</translation>
    </message>
    <message>
        <source>%1 files are one sequence, %2.</source>
        <translation>%1 Dateien sind eine Sequenz, %2.</translation>
    </message>
    <message>
        <source>%1 sequences were found.</source>
        <translation>%1 Sequenzen gefunden.</translation>
    </message>
    <message>
        <source>One brightness for all, and no flicker. Frames are saved as they are done.</source>
        <translation>Eine Helligkeit für alle, kein Flackern. Frames werden gespeichert, sobald sie fertig sind.</translation>
    </message>
    <message>
        <source>Take for single images</source>
        <translation>Als Einzelbilder nehmen</translation>
    </message>
    <message numerus="yes">
        <source>%n images taken out of the queue.</source>
        <translation>
            <numerusform>%n Bild aus der Warteschlange genommen.</numerusform>
            <numerusform>%n Bilder aus der Warteschlange genommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Files stay where they are.</source>
        <translation>Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message numerus="yes">
        <source>%n results that are not saved stay.</source>
        <translation>
            <numerusform>%n Ergebnis, das nicht gespeichert ist, bleibt.</numerusform>
            <numerusform>%n Ergebnisse, die nicht gespeichert sind, bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save all</source>
        <translation>Alle speichern</translation>
    </message>
    <message>
        <source>Take them out too</source>
        <translation>Auch herausnehmen</translation>
    </message>
    <message numerus="yes">
        <source>%n images are back in the queue.</source>
        <translation>
            <numerusform>%n Bild ist wieder in der Warteschlange.</numerusform>
            <numerusform>%n Bilder sind wieder in der Warteschlange.</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue is held.</source>
        <translation>Die Warteschlange ist angehalten.</translation>
    </message>
    <message>
        <source>Results that are not saved fill the memory. Save them (Ctrl+Shift+S), or choose “Save when done”.</source>
        <translation>Ungespeicherte Ergebnisse füllen den Speicher. Speichern (Strg+Umschalt+S) oder „Gleich speichern“ wählen.</translation>
    </message>
    <message numerus="yes">
        <source>%n images were left from last time.</source>
        <translation>
            <numerusform>%n Bild blieb vom letzten Mal übrig.</numerusform>
            <numerusform>%n Bilder blieben vom letzten Mal übrig.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeActions</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message>
        <source>Undo: %1 (Ctrl+Z)</source>
        <translation>Rückgängig: %1 (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>Wiederherstellen (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Redo: %1 (Ctrl+Shift+Z)</source>
        <translation>Wiederherstellen: %1 (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>Save (Ctrl+S)</source>
        <translation>Speichern (Strg+S)</translation>
    </message>
    <message>
        <source>Open a recipe…</source>
        <translation>Rezept öffnen…</translation>
    </message>
    <message>
        <source>New recipe</source>
        <translation>Neues Rezept</translation>
    </message>
    <message>
        <source>Save recipe as…</source>
        <translation>Rezept speichern unter…</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find the next place</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Find the place before</source>
        <translation>Vorherige Fundstelle</translation>
    </message>
    <message>
        <source>Recipe as a form or as YAML</source>
        <translation>Rezept als Formular oder als YAML</translation>
    </message>
    <message>
        <source>Compare the recipe…</source>
        <translation>Rezept vergleichen…</translation>
    </message>
    <message>
        <source>Rehearse the training</source>
        <translation>Probelauf des Trainings</translation>
    </message>
    <message>
        <source>Start the training</source>
        <translation>Training starten</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeChooser</name>
    <message>
        <source>%1
Not saved yet</source>
        <translation>%1
Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Recipe %1, not saved yet</source>
        <translation>Rezept %1, noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Recipe %1</source>
        <translation>Rezept %1</translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>Mitgeliefert</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>From runs</source>
        <translation>Aus Läufen</translation>
    </message>
    <message>
        <source>From a run folder…</source>
        <translation>Aus einem Laufordner…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeCompare</name>
    <message>
        <source>Compare recipes</source>
        <translation>Rezepte vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>Run…</source>
        <translation>Lauf…</translation>
    </message>
    <message>
        <source>%1 and</source>
        <translation>%1 und</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>A run&apos;s folder</source>
        <translation>Ordner eines Laufs</translation>
    </message>
    <message>
        <source>A recipe</source>
        <translation>Ein Rezept</translation>
    </message>
    <message>
        <source>Recipes (*.yaml *.yml)</source>
        <translation>Rezepte (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Choose a recipe or a run to compare with.</source>
        <translation>Ein Rezept oder einen Lauf zum Vergleichen wählen.</translation>
    </message>
    <message>
        <source>%1 says nothing.</source>
        <translation>%1 sagt nichts.</translation>
    </message>
    <message>
        <source>No difference: both say the same.</source>
        <translation>Kein Unterschied: beide sagen dasselbe.</translation>
    </message>
    <message numerus="yes">
        <source>%n settings differ. Double-click one to go to it.</source>
        <translation>
            <numerusform>%n Einstellung weicht ab. Ein Doppelklick führt zu ihr.</numerusform>
            <numerusform>%n Einstellungen weichen ab. Ein Doppelklick führt zur jeweiligen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeEstimator</name>
    <message>
        <source>%1 memory</source>
        <translation>%1 Speicher</translation>
    </message>
    <message>
        <source>%1 a checkpoint</source>
        <translation>%1 je Prüfpunkt</translation>
    </message>
    <message>
        <source>%1 steps an epoch</source>
        <translation>%1 Schritte je Epoche</translation>
    </message>
    <message>
        <source>Memory at the peak of a step: about %1. A run that has less does with less, and is slower.</source>
        <translation>Speicher in der Spitze eines Schritts: etwa %1. Ein Lauf, der weniger hat, kommt mit weniger aus und ist langsamer.</translation>
    </message>
    <message>
        <source>Each save writes %1, each backup %2; the first one also %3 that do not change.</source>
        <translation>Jedes Speichern schreibt %1, jede Sicherung %2; das erste auch %3, die sich nicht ändern.</translation>
    </message>
    <message>
        <source>%1 pairs are learnt from, %2 steps an epoch.</source>
        <translation>Aus %1 Paaren wird gelernt, %2 Schritte je Epoche.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeFiles</name>
    <message>
        <source>untitled.yaml</source>
        <translation>unbenannt.yaml</translation>
    </message>
    <message>
        <source>Unsaved recipe</source>
        <translation>Ungespeichertes Rezept</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save the recipe as</source>
        <translation>Rezept speichern unter</translation>
    </message>
    <message>
        <source>Recipes (*.yaml *.yml)</source>
        <translation>Rezepte (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern als…</translation>
    </message>
    <message>
        <source>Places of bases</source>
        <translation>Orte der Grundlagen</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>Saving replaces what it wrote.</source>
        <translation>Speichern ersetzt, was dieses geschrieben hat.</translation>
    </message>
    <message>
        <source>Save anyway</source>
        <translation>Trotzdem speichern</translation>
    </message>
    <message>
        <source>%1 is write-protected.</source>
        <translation>%1 ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>It stays as it is; save under another name.</source>
        <translation>Es bleibt, wie es ist; unter anderem Namen speichern.</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>Rezept öffnen</translation>
    </message>
    <message>
        <source>Recipes (*.yaml *.yml);;All files (*)</source>
        <translation>Rezepte (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A run&apos;s folder</source>
        <translation>Ordner eines Laufs</translation>
    </message>
    <message>
        <source>%1 is no run: it has no config.yaml.</source>
        <translation>%1 ist kein Lauf: config.yaml fehlt.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeFinder</name>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>The text has no such words</source>
        <translation>Diese Wörter stehen nicht im Text</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeFooter</name>
    <message>
        <source>Estimate: when nothing is wrong any more</source>
        <translation>Schätzung: sobald nichts mehr falsch ist</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Where the settings of another recipe or of a run differ</source>
        <translation>Worin sich die Einstellungen eines anderen Rezepts oder Laufs unterscheiden</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Two steps, a validation, a save and a resume, to see that all of it works (Ctrl+Shift+R)</source>
        <translation>Zwei Schritte, eine Validierung, ein Speichern und ein Fortsetzen, um zu sehen, ob alles geht (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Train with these settings (Ctrl+Return)</source>
        <translation>Mit diesen Einstellungen trainieren (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Estimate: %1</source>
        <translation>Schätzung: %1</translation>
    </message>
    <message>
        <source>Runs go to %1</source>
        <translation>Läufe kommen nach %1</translation>
    </message>
    <message>
        <source>Runs are made in %1 (run.output_dir).</source>
        <translation>Läufe werden in %1 angelegt (run.output_dir).</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeForm</name>
    <message>
        <source>Add a validation set</source>
        <translation>Validierungssatz hinzufügen</translation>
    </message>
    <message>
        <source>Add a set to look at</source>
        <translation>Ansichtssatz hinzufügen</translation>
    </message>
    <message>
        <source>Add a set to the mixture</source>
        <translation>Satz zur Mischung hinzufügen</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung hat diese Wörter.</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More of %1</source>
        <translation>Mehr zu %1</translation>
    </message>
    <message>
        <source>Take this set out</source>
        <translation>Diesen Satz herausnehmen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeOutside</name>
    <message>
        <source>Text of another program</source>
        <translation>Text eines anderen Programms</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>%1 was changed by another program; its text is shown.</source>
        <translation>%1 wurde von einem anderen Programm geändert; sein Text wird gezeigt.</translation>
    </message>
    <message>
        <source>Load the other text</source>
        <translation>Anderen Text laden</translation>
    </message>
    <message>
        <source>Your own changes are not saved: which of the two texts counts?</source>
        <translation>Die eigenen Änderungen sind nicht gespeichert: Welcher der beiden Texte gilt?</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meinen behalten</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Its text is still here: save it to have the file again.</source>
        <translation>Der Text ist noch hier: Speichern legt die Datei wieder an.</translation>
    </message>
    <message>
        <source>Save again</source>
        <translation>Wieder speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipePanel</name>
    <message>
        <source>Not on disk yet</source>
        <translation>Noch nicht auf dem Datenträger</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Settings as a form (Ctrl+Shift+Y)</source>
        <translation>Einstellungen als Formular (Strg+Umschalt+Y)</translation>
    </message>
    <message>
        <source>Settings as text (Ctrl+Shift+Y)</source>
        <translation>Einstellungen als Text (Strg+Umschalt+Y)</translation>
    </message>
    <message>
        <source>View of the recipe</source>
        <translation>Ansicht des Rezepts</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeReading</name>
    <message>
        <source>The recipe is being read.</source>
        <translation>Das Rezept wird gelesen.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeViews</name>
    <message>
        <source>Go to the line</source>
        <translation>Zur Zeile</translation>
    </message>
    <message>
        <source>The form waits for the text: %1</source>
        <translation>Das Formular wartet auf den Text: %1</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>Zeile %1: </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RehearsalCard</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ResultClipboard</name>
    <message>
        <source>Command copied.</source>
        <translation>Befehl kopiert.</translation>
    </message>
    <message>
        <source>There is no result to copy yet.</source>
        <translation>Noch kein Ergebnis zum Kopieren.</translation>
    </message>
    <message>
        <source>%1 of %2 copied.</source>
        <translation>%1 von %2 kopiert.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ResultSaver</name>
    <message>
        <source>Frames of a sequence are saved as they are done.</source>
        <translation>Frames einer Sequenz werden gespeichert, sobald sie fertig sind.</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>In %1</translation>
    </message>
    <message>
        <source>The settings have changed since this was made.</source>
        <translation>Die Einstellungen haben sich seither geändert.</translation>
    </message>
    <message>
        <source>What would be saved is not what the settings say.</source>
        <translation>Gespeichert würde nicht, was die Einstellungen sagen.</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut berechnen</translation>
    </message>
    <message>
        <source>Save as it was made</source>
        <translation>So speichern, wie es ist</translation>
    </message>
    <message>
        <source>%1 is saved already.</source>
        <translation>%1 ist bereits gespeichert.</translation>
    </message>
    <message>
        <source>%1 exists already.</source>
        <translation>%1 gibt es bereits.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Save result as</source>
        <translation>Ergebnis speichern als</translation>
    </message>
    <message>
        <source>EXR (*.exr)</source>
        <translation>EXR (*.exr)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>TIFF (*.tif *.tiff)</source>
        <translation>TIFF (*.tif *.tiff)</translation>
    </message>
    <message>
        <source>%1 is no kind of file that can be written.</source>
        <translation>%1 ist keine Art von Datei, die geschrieben werden kann.</translation>
    </message>
    <message>
        <source>Names end with .exr, .png or .tif.</source>
        <translation>Namen enden mit .exr, .png oder .tif.</translation>
    </message>
    <message>
        <source>A name has no braces.</source>
        <translation>Ein Name hat keine geschweiften Klammern.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Einen anderen wählen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>There is no result that is not saved.</source>
        <translation>Es gibt kein Ergebnis, das nicht gespeichert ist.</translation>
    </message>
    <message numerus="yes">
        <source>%n results are out of date.</source>
        <translation>
            <numerusform>%n Ergebnis ist veraltet.</numerusform>
            <numerusform>%n Ergebnisse sind veraltet.</numerusform>
        </translation>
    </message>
    <message>
        <source>They were made with other settings than those that are chosen now.</source>
        <translation>Sie entstanden mit anderen Einstellungen als den jetzt gewählten.</translation>
    </message>
    <message>
        <source>Save as they were made</source>
        <translation>So speichern, wie sie sind</translation>
    </message>
    <message>
        <source>Choose where results are written</source>
        <translation>Ordner für Ergebnisse wählen</translation>
    </message>
    <message numerus="yes">
        <source>%n results saved.</source>
        <translation>
            <numerusform>%n Ergebnis gespeichert.</numerusform>
            <numerusform>%n Ergebnisse gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>%1 of %2 results could not be saved.</source>
        <translation>%1 von %2 Ergebnissen konnten nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Saved %1 files</source>
        <translation>%1 Dateien gespeichert</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Results are not saved</source>
        <translation>Ergebnisse sind nicht gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n results are not saved.</source>
        <translation>
            <numerusform>%n Ergebnis ist nicht gespeichert.</numerusform>
            <numerusform>%n Ergebnisse sind nicht gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Without it they are made again after the next start, when the queue goes on.</source>
        <translation>Sonst werden sie nach dem nächsten Start neu gemacht, wenn die Warteschlange weitergeht.</translation>
    </message>
    <message>
        <source>Save all and close</source>
        <translation>Alle speichern und schließen</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen, ohne zu speichern</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ResumeForm</name>
    <message>
        <source>What is written here stands in the run&apos;s config.yaml from then on, and its history says so. Below is what may change while a run goes on, with the values that it has; for others, fork the run.</source>
        <translation>Was hier geschrieben wird, steht von da an in der config.yaml des Laufs, und sein Verlauf sagt es. Darunter steht, was sich ändern darf, während ein Lauf weitergeht, mit den Werten, die er hat; für anderes den Lauf abzweigen.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume in a process of its own</source>
        <translation>In einem eigenen Prozess fortsetzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Resume with changes</source>
        <translation>Mit Änderungen fortsetzen</translation>
    </message>
    <message>
        <source>KEY=VALUE, with spaces between them: lr=1e-5</source>
        <translation>SCHLÜSSEL=WERT, mit Leerzeichen dazwischen: lr=1e-5</translation>
    </message>
    <message>
        <source>Settings that change</source>
        <translation>Einstellungen, die sich ändern</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Settings that may change</source>
        <translation>Einstellungen, die sich ändern dürfen</translation>
    </message>
    <message>
        <source>Resume %1 with changes</source>
        <translation>%1 mit Änderungen fortsetzen</translation>
    </message>
    <message>
        <source>The run&apos;s settings cannot be read</source>
        <translation>Die Einstellungen des Laufs sind nicht lesbar</translation>
    </message>
    <message>
        <source>Nothing is to change yet</source>
        <translation>Noch soll sich nichts ändern</translation>
    </message>
    <message>
        <source>Write a setting as KEY=VALUE, or choose one in the list.</source>
        <translation>Eine Einstellung als SCHLÜSSEL=WERT schreiben oder eine in der Liste wählen.</translation>
    </message>
    <message>
        <source>The run cannot go on like this</source>
        <translation>So kann der Lauf nicht weitergehen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RootFolders</name>
    <message>
        <source>Forget %1</source>
        <translation>%1 vergessen</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunBar</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Learning rate; its schedule goes on from it</source>
        <translation>Lernrate; ihr Verlauf geht von dort weiter</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Hold still with the model loaded; Infer has the machine meanwhile (Ctrl+P)</source>
        <translation>Mit geladenem Modell stillhalten; „Bilder“ hat solange den Rechner (Strg+P)</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Train on (Ctrl+P)</source>
        <translation>Weiter trainieren (Strg+P)</translation>
    </message>
    <message>
        <source>Validate now</source>
        <translation>Validieren</translation>
    </message>
    <message>
        <source>Figures and pictures of the validation sets at this step (Ctrl+Shift+V)</source>
        <translation>Werte und Bilder der Validierungssätze bei diesem Schritt (Strg+Umschalt+V)</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write checkpoint/latest at this step (Ctrl+Shift+K)</source>
        <translation>checkpoint/latest bei diesem Schritt schreiben (Strg+Umschalt+K)</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>End within a micro-batch, with everything that a resume needs</source>
        <translation>Innerhalb eines Mikrobatches enden, mit allem, was zum Fortsetzen nötig ist</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go on from the latest checkpoint (Ctrl+R)</source>
        <translation>Vom neuesten Prüfpunkt weitermachen (Strg+R)</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>Verlängern…</translation>
    </message>
    <message>
        <source>Go on with further steps</source>
        <translation>Mit weiteren Schritten weitermachen</translation>
    </message>
    <message>
        <source>What else can be done with runs</source>
        <translation>Was sich mit Läufen sonst tun lässt</translation>
    </message>
    <message>
        <source>No run on show</source>
        <translation>Kein Lauf angezeigt</translation>
    </message>
    <message>
        <source>Change the learning rate…</source>
        <translation>Lernrate ändern…</translation>
    </message>
    <message>
        <source>Use its weights in Infer</source>
        <translation>Gewichte auf Bilder anwenden</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Show the run under way</source>
        <translation>Laufendes Training anzeigen</translation>
    </message>
    <message>
        <source>Open a run…</source>
        <translation>Lauf öffnen…</translation>
    </message>
    <message>
        <source>A whole number of steps, 1 or more.</source>
        <translation>Eine ganze Zahl von Schritten, 1 oder mehr.</translation>
    </message>
    <message>
        <source>A number above 0, at most 1, as 3e-5.</source>
        <translation>Eine Zahl über 0 und höchstens 1, wie 3e-5.</translation>
    </message>
    <message>
        <source>Resume in a process of its own</source>
        <translation>In einem eigenen Prozess fortsetzen</translation>
    </message>
    <message>
        <source>Go on in a process of its own</source>
        <translation>In einem eigenen Prozess weitermachen</translation>
    </message>
    <message>
        <source>That is %1 times what it is. Once more takes it.</source>
        <translation>Das ist das %1-Fache des jetzigen Werts. Noch einmal übernimmt es.</translation>
    </message>
    <message>
        <source>The last step went with %1.</source>
        <translation>Der letzte Schritt lief mit %1.</translation>
    </message>
    <message>
        <source>Its checkpoints</source>
        <translation>Seine Prüfpunkte</translation>
    </message>
    <message>
        <source>Write histograms for TensorBoard</source>
        <translation>Histogramme für TensorBoard schreiben</translation>
    </message>
    <message>
        <source>Resume with changes…</source>
        <translation>Mit Änderungen fortsetzen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunChanges</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>im Fenster</translation>
    </message>
    <message>
        <source>in a terminal</source>
        <translation>in einem Terminal</translation>
    </message>
    <message>
        <source>at a peak of the loss</source>
        <translation>bei einer Spitze des Verlusts</translation>
    </message>
    <message>
        <source>Step %1: back to %2, from step %3</source>
        <translation>Schritt %1: zurück auf %2, von Schritt %3</translation>
    </message>
    <message>
        <source>Step %1: %2 was %3, is %4</source>
        <translation>Schritt %1: %2 war %3, ist %4</translation>
    </message>
    <message>
        <source>Changed on the way</source>
        <translation>Unterwegs geändert</translation>
    </message>
    <message numerus="yes">
        <source>%n earlier ones: unlit run events</source>
        <translation>
            <numerusform>%n frühere: unlit run events</numerusform>
            <numerusform>%n frühere: unlit run events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunEnds</name>
    <message>
        <source>%1 has failed</source>
        <translation>%1 ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 was cut off</source>
        <translation>%1 wurde unterbrochen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>Zurückgehen…</translation>
    </message>
    <message>
        <source>Fork…</source>
        <translation>Abzweigen…</translation>
    </message>
    <message>
        <source>Unlit Studio · %1</source>
        <translation>Unlit Studio · %1</translation>
    </message>
    <message>
        <source>Use it in Infer</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The rehearsal was stopped</source>
        <translation>Der Probelauf wurde angehalten</translation>
    </message>
    <message>
        <source>Nothing of it is left.</source>
        <translation>Nichts davon bleibt.</translation>
    </message>
    <message>
        <source>%1 was stopped before there was a run</source>
        <translation>%1 wurde angehalten, bevor es einen Lauf gab</translation>
    </message>
    <message>
        <source>%1 is complete: %2 steps</source>
        <translation>%1 ist fertig: %2 Schritte</translation>
    </message>
    <message>
        <source>Judge it by the pictures below, try it in Infer, or let it go on.</source>
        <translation>Nach den Bildern unten beurteilen, unter „Bilder“ erproben oder weiterlaufen lassen.</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>Verlängern…</translation>
    </message>
    <message>
        <source>%1 is saved after step %2</source>
        <translation>%1 ist nach Schritt %2 gespeichert</translation>
    </message>
    <message>
        <source>It goes on from that very step, here or with unlit train --resume.</source>
        <translation>Der Lauf geht von genau diesem Schritt weiter, hier oder mit unlit train --resume.</translation>
    </message>
    <message>
        <source>The rehearsal has failed</source>
        <translation>Der Probelauf ist gescheitert</translation>
    </message>
    <message>
        <source>%1 does not begin</source>
        <translation>%1 beginnt nicht</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunEstimates</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunFolders</name>
    <message>
        <source>The folder of a run</source>
        <translation>Ordner eines Laufs</translation>
    </message>
    <message>
        <source>Copied the command</source>
        <translation>Befehl kopiert</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunHand</name>
    <message>
        <source>The run was asked</source>
        <translation>Der Lauf wurde gefragt</translation>
    </message>
    <message>
        <source>It does so before its next micro-batch; of several processes, its next step.</source>
        <translation>Er tut es vor seinem nächsten Mikrobatch, bei mehreren Prozessen vor dem nächsten Schritt.</translation>
    </message>
    <message>
        <source>Histograms are written</source>
        <translation>Histogramme werden geschrieben</translation>
    </message>
    <message>
        <source>Of all trained weights and their gradients, at the step under way; TensorBoard shows them.</source>
        <translation>Von allen trainierten Gewichten und ihren Gradienten, im laufenden Schritt; TensorBoard zeigt sie.</translation>
    </message>
    <message>
        <source>The learning rate becomes %1</source>
        <translation>Die Lernrate wird %1</translation>
    </message>
    <message>
        <source>From the next micro-batch on; the schedule goes on multiplying it.</source>
        <translation>Ab dem nächsten Mikrobatch; der Verlauf multipliziert sie weiter.</translation>
    </message>
    <message>
        <source>The run has no checkpoint yet</source>
        <translation>Der Lauf hat noch keinen Prüfpunkt</translation>
    </message>
    <message>
        <source>It comes with save_period steps of its trainer.</source>
        <translation>Er kommt mit save_period Schritten seines Trainers.</translation>
    </message>
    <message>
        <source>The run does not do it</source>
        <translation>Der Lauf tut es nicht</translation>
    </message>
    <message>
        <source>The learning rate stays</source>
        <translation>Die Lernrate bleibt</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunStarts</name>
    <message>
        <source>%1 is under way</source>
        <translation>%1 ist im Gange</translation>
    </message>
    <message>
        <source>One training at a time: stop and save it first.</source>
        <translation>Nur ein Training zugleich: zuerst anhalten und speichern.</translation>
    </message>
    <message>
        <source>The training does not begin</source>
        <translation>Das Training beginnt nicht</translation>
    </message>
    <message>
        <source>The programs cannot be allowed</source>
        <translation>Die Programme können nicht erlaubt werden</translation>
    </message>
    <message>
        <source>The rehearsal does not begin</source>
        <translation>Der Probelauf beginnt nicht</translation>
    </message>
    <message>
        <source>The run does not go on</source>
        <translation>Der Lauf geht nicht weiter</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunUpkeep</name>
    <message>
        <source>%1 is out of the archive</source>
        <translation>%1 ist aus dem Archiv zurück</translation>
    </message>
    <message>
        <source>%1 is archived</source>
        <translation>%1 ist archiviert</translation>
    </message>
    <message>
        <source>It stays where it is; the table shows it when archived runs are asked for.</source>
        <translation>Er bleibt, wo er ist; die Tabelle zeigt ihn, wenn nach archivierten Läufen gefragt wird.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 is being written</source>
        <translation>In %1 wird geschrieben</translation>
    </message>
    <message>
        <source>Stop it first, then move it to the trash.</source>
        <translation>Zuerst anhalten, dann in den Papierkorb legen.</translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash</source>
        <translation>%1 lässt sich nicht in den Papierkorb legen</translation>
    </message>
    <message>
        <source>There may be no trash on its disk, or no right to move it. It stays where it is.</source>
        <translation>Vielleicht gibt es dort keinen Papierkorb, oder das Recht zum Verschieben fehlt. Der Lauf bleibt, wo er ist.</translation>
    </message>
    <message>
        <source>%1 is in the trash</source>
        <translation>%1 liegt im Papierkorb</translation>
    </message>
    <message>
        <source>It cannot be brought back</source>
        <translation>Der Lauf lässt sich nicht zurückholen</translation>
    </message>
    <message>
        <source>It lies at %1.</source>
        <translation>Er liegt in %1.</translation>
    </message>
    <message>
        <source>Tags, group and archive stay as they were</source>
        <translation>Schlagwörter, Gruppe und Archiv bleiben, wie sie waren</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsActions</name>
    <message>
        <source>Add a folder of runs…</source>
        <translation>Ordner mit Läufen hinzufügen…</translation>
    </message>
    <message>
        <source>Look for runs now</source>
        <translation>Jetzt nach Läufen suchen</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Columns of the table…</source>
        <translation>Spalten der Tabelle…</translation>
    </message>
    <message>
        <source>Show archived runs</source>
        <translation>Archivierte Läufe zeigen</translation>
    </message>
    <message>
        <source>Archive the run, or bring it back</source>
        <translation>Den Lauf archivieren oder zurückholen</translation>
    </message>
    <message>
        <source>Tags and group of the run</source>
        <translation>Schlagwörter und Gruppe des Laufs</translation>
    </message>
    <message>
        <source>Export the table as CSV…</source>
        <translation>Tabelle als CSV exportieren…</translation>
    </message>
    <message>
        <source>Show or hide the run&apos;s curves</source>
        <translation>Kurven des Laufs ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show this run alone</source>
        <translation>Nur diesen Lauf anzeigen</translation>
    </message>
    <message>
        <source>Uncheck all runs</source>
        <translation>Alle Läufe abwählen</translation>
    </message>
    <message>
        <source>Show curves</source>
        <translation>Kurven anzeigen</translation>
    </message>
    <message>
        <source>Show pictures</source>
        <translation>Bilder anzeigen</translation>
    </message>
    <message>
        <source>Show differences of settings</source>
        <translation>Unterschiede der Einstellungen anzeigen</translation>
    </message>
    <message>
        <source>Show facts and notes</source>
        <translation>Angaben und Notizen anzeigen</translation>
    </message>
    <message>
        <source>Show the run&apos;s checkpoints</source>
        <translation>Die Prüfpunkte des Laufs zeigen</translation>
    </message>
    <message>
        <source>Show a setting against a figure</source>
        <translation>Eine Einstellung gegen eine Zahl zeigen</translation>
    </message>
    <message>
        <source>Export the scatter as %1…</source>
        <translation>Die Streuung als %1 exportieren…</translation>
    </message>
    <message>
        <source>Show the whole of all curves</source>
        <translation>Alle Kurven ganz anzeigen</translation>
    </message>
    <message>
        <source>Logarithmic or linear values</source>
        <translation>Logarithmische oder lineare Werte</translation>
    </message>
    <message>
        <source>Steps, time or epochs to the right</source>
        <translation>Schritte, Zeit oder Epochen nach rechts</translation>
    </message>
    <message>
        <source>Pictures of the step before</source>
        <translation>Bilder des vorherigen Schritts</translation>
    </message>
    <message>
        <source>Pictures of the next step</source>
        <translation>Bilder des nächsten Schritts</translation>
    </message>
    <message>
        <source>Export the large plot: %1</source>
        <translation>Großes Diagramm exportieren: %1</translation>
    </message>
    <message>
        <source>Open the run&apos;s folder</source>
        <translation>Ordner des Laufs öffnen</translation>
    </message>
    <message>
        <source>Copy the command that resumes the run</source>
        <translation>Befehl zum Fortsetzen des Laufs kopieren</translation>
    </message>
    <message>
        <source>Open the checked runs in TensorBoard</source>
        <translation>Die angehakten Läufe in TensorBoard öffnen</translation>
    </message>
    <message>
        <source>Show the run on the Train page</source>
        <translation>Lauf auf der Trainingsseite anzeigen</translation>
    </message>
    <message>
        <source>Resume the run here</source>
        <translation>Lauf hier fortsetzen</translation>
    </message>
    <message>
        <source>Extend the run here…</source>
        <translation>Lauf hier verlängern…</translation>
    </message>
    <message>
        <source>Move the run to the trash</source>
        <translation>Lauf in den Papierkorb legen</translation>
    </message>
    <message>
        <source>Show or hide curves</source>
        <translation>Kurven ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show on the Train page</source>
        <translation>Auf der Trainingsseite anzeigen</translation>
    </message>
    <message>
        <source>Resume here</source>
        <translation>Hier fortsetzen</translation>
    </message>
    <message>
        <source>Extend here…</source>
        <translation>Hier verlängern…</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Prüfpunkte</translation>
    </message>
    <message>
        <source>The sweep that it is of</source>
        <translation>Die Reihe, zu der er gehört</translation>
    </message>
    <message>
        <source>Bring back from the archive</source>
        <translation>Aus dem Archiv zurückholen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Tags and group</source>
        <translation>Schlagwörter und Gruppe</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Copy resume command</source>
        <translation>Befehl zum Fortsetzen kopieren</translation>
    </message>
    <message>
        <source>Open in TensorBoard</source>
        <translation>In TensorBoard öffnen</translation>
    </message>
    <message>
        <source>Open in TensorBoard: needs pip install tensorboard</source>
        <translation>In TensorBoard öffnen: braucht pip install tensorboard</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>Resume the run here with changes…</source>
        <translation>Lauf hier mit Änderungen fortsetzen…</translation>
    </message>
    <message>
        <source>Resume here with changes…</source>
        <translation>Hier mit Änderungen fortsetzen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsCurves</name>
    <message>
        <source>Figure of the large plot</source>
        <translation>Größe im großen Diagramm</translation>
    </message>
    <message>
        <source>Figure of the left small plot</source>
        <translation>Größe im linken kleinen Diagramm</translation>
    </message>
    <message>
        <source>Figure of the right small plot</source>
        <translation>Größe im rechten kleinen Diagramm</translation>
    </message>
    <message>
        <source>Check runs in the table to see their curves</source>
        <translation>Läufe in der Tabelle ankreuzen, um ihre Kurven zu sehen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsDifferences</name>
    <message>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>Zweiter Lauf</translation>
    </message>
    <message>
        <source>Settings of</source>
        <translation>Einstellungen von</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>Two runs make a comparison</source>
        <translation>Ein Vergleich braucht zwei Läufe</translation>
    </message>
    <message>
        <source>Check two runs in the table, or choose them above.</source>
        <translation>Zwei Läufe in der Tabelle ankreuzen oder oben wählen.</translation>
    </message>
    <message>
        <source>The settings of %1 cannot be read</source>
        <translation>Die Einstellungen von %1 sind nicht lesbar</translation>
    </message>
    <message>
        <source>Its config.yaml is empty.</source>
        <translation>Die config.yaml ist leer.</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>Kein Unterschied</translation>
    </message>
    <message>
        <source>Both runs have the same settings.</source>
        <translation>Beide Läufe haben dieselben Einstellungen.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsModel</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>
%1: %2 at step %3</source>
        <translation>
%1: %2 bei Schritt %3</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Of the figure that decides which checkpoint is best</source>
        <translation>Der Größe, die über den besten Prüfpunkt entscheidet</translation>
    </message>
    <message>
        <source>
Tags: %1</source>
        <translation>
Schlagwörter: %1</translation>
    </message>
    <message>
        <source>
Group: %1</source>
        <translation>
Gruppe: %1</translation>
    </message>
    <message>
        <source>
Archived</source>
        <translation>
Archiviert</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsNotes</name>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>best %1 %2 at step %3</source>
        <translation>bester %1 %2 bei Schritt %3</translation>
    </message>
    <message>
        <source>figures from TensorBoard&apos;s files</source>
        <translation>Werte aus TensorBoard-Dateien</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>What was tried, what came of it… Kept as notes.txt in the run&apos;s folder.</source>
        <translation>Was versucht wurde, was herauskam… Wird als notes.txt im Ordner des Laufs aufgehoben.</translation>
    </message>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose a run in the table.</source>
        <translation>Einen Lauf in der Tabelle wählen.</translation>
    </message>
    <message>
        <source>The words stay here until the next change. %1</source>
        <translation>Der Text bleibt bis zur nächsten Änderung hier. %1</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>Zurückgehen…</translation>
    </message>
    <message>
        <source>Lets the run go on from an earlier checkpoint</source>
        <translation>Lässt den Lauf von einem früheren Prüfpunkt weitergehen</translation>
    </message>
    <message>
        <source>Fork…</source>
        <translation>Abzweigen…</translation>
    </message>
    <message>
        <source>Begins another run at a checkpoint of this one, with other settings</source>
        <translation>Beginnt einen weiteren Lauf an einem Prüfpunkt von diesem, mit anderen Einstellungen</translation>
    </message>
    <message>
        <source>baseline small</source>
        <translation>baseline klein</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Words that the filter finds, as tag=baseline, with spaces between them. Kept as labels.json in the run&apos;s folder</source>
        <translation>Wörter, die der Filter findet, etwa tag=baseline, durch Leerzeichen getrennt. Sie stehen als labels.json im Ordner des Laufs</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>One word; group=NAME finds all runs of a group</source>
        <translation>Ein Wort; group=NAME findet alle Läufe einer Gruppe</translation>
    </message>
    <message>
        <source>Note at this step</source>
        <translation>Notiz zu diesem Schritt</translation>
    </message>
    <message>
        <source>step %1: </source>
        <translation>Schritt %1: </translation>
    </message>
    <message>
        <source>The notes cannot be read</source>
        <translation>Die Notizen sind nicht lesbar</translation>
    </message>
    <message>
        <source>The notes are not saved</source>
        <translation>Die Notizen sind nicht gesichert</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsPage</name>
    <message>
        <source>A folder that holds runs</source>
        <translation>Ein Ordner mit Läufen</translation>
    </message>
    <message>
        <source>A folder of runs cannot be looked through</source>
        <translation>Ein Ordner mit Läufen lässt sich nicht durchsuchen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsPictures</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>The step that the pictures are from (Ctrl+PgUp, Ctrl+PgDown)</source>
        <translation>Der Schritt, von dem die Bilder sind (Strg+Bild↑, Strg+Bild↓)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The input that the runs were tried on</source>
        <translation>Die Eingabe, an der die Läufe erprobt wurden</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What was predicted</source>
        <translation>Was vorhergesagt wurde</translation>
    </message>
    <message>
        <source>step %1 · %2 of %3</source>
        <translation>Schritt %1 · %2 von %3</translation>
    </message>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose a run in the table, or check several.</source>
        <translation>Einen Lauf in der Tabelle wählen oder mehrere ankreuzen.</translation>
    </message>
    <message>
        <source>No pictures yet</source>
        <translation>Noch keine Bilder</translation>
    </message>
    <message>
        <source>A run saves pictures every visualization_period steps of its trainer, or when `unlit visualize` is asked for them.</source>
        <translation>Ein Lauf speichert Bilder alle visualization_period Schritte seines Trainers, oder wenn sie mit `unlit visualize` verlangt werden.</translation>
    </message>
    <message>
        <source>Another step</source>
        <translation>Anderer Schritt</translation>
    </message>
    <message>
        <source>Another step of the same runs, beside the one of the slider</source>
        <translation>Ein anderer Schritt derselben Läufe, neben dem des Reglers</translation>
    </message>
    <message>
        <source>this step alone</source>
        <translation>nur dieser Schritt</translation>
    </message>
    <message>
        <source>beside step %1</source>
        <translation>neben Schritt %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsScatter</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>What goes to the right: a setting in which the runs differ, or a figure</source>
        <translation>Was nach rechts geht: eine Einstellung, in der die Läufe sich unterscheiden, oder eine Zahl</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>What goes up: a figure, of which the best value counts, or a setting</source>
        <translation>Was nach oben geht: eine Zahl, deren bester Wert zählt, oder eine Einstellung</translation>
    </message>
    <message>
        <source>To the right by the logarithm</source>
        <translation>Nach rechts im Logarithmus</translation>
    </message>
    <message>
        <source>Upwards by the logarithm</source>
        <translation>Nach oben im Logarithmus</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message numerus="yes">
        <source>%n runs of the table</source>
        <translation>
            <numerusform>%n Lauf der Tabelle</numerusform>
            <numerusform>%n Läufe der Tabelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without both values</source>
        <translation>
            <numerusform>%n ohne beide Werte</numerusform>
            <numerusform>%n ohne beide Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>a click chooses the run</source>
        <translation>ein Klick wählt den Lauf</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsTable</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Space shows or hides the curves of the chosen run, Delete moves it to the trash</source>
        <translation>Leertaste blendet die Kurven des gewählten Laufs ein oder aus, Entf legt ihn in den Papierkorb</translation>
    </message>
    <message>
        <source>Look for runs in one more folder (Ctrl+O)</source>
        <translation>In einem weiteren Ordner nach Läufen suchen (Strg+O)</translation>
    </message>
    <message>
        <source>Filter: words, lr&gt;1e-4, best&gt;=20</source>
        <translation>Filter: Wörter, lr&gt;1e-4, best&gt;=20</translation>
    </message>
    <message>
        <source>Shows runs whose name, status, note or tags have these words, and whose settings and figures compare so: lr&gt;1e-4 optimizer.name=Muon status=failed tag=baseline archived=yes step&lt;100 val/rooms/psnr&gt;=20 (Ctrl+F)</source>
        <translation>Zeigt Läufe, in deren Name, Status, Anmerkung oder Schlagwörtern diese Wörter stehen und deren Einstellungen und Zahlen sich so vergleichen: lr&gt;1e-4 optimizer.name=Muon status=failed tag=baseline archived=yes step&lt;100 val/rooms/psnr&gt;=20 (Strg+F)</translation>
    </message>
    <message>
        <source>The runs differ in no setting</source>
        <translation>Die Läufe unterscheiden sich in keiner Einstellung</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Durch Kommas getrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>The table is not written</source>
        <translation>Die Tabelle ist nicht geschrieben</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsTensorBoard</name>
    <message>
        <source>TensorBoard is at %1</source>
        <translation>TensorBoard ist unter %1</translation>
    </message>
    <message>
        <source>On this machine alone; it ends with this window.</source>
        <translation>Nur auf diesem Rechner; es endet mit diesem Fenster.</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>TensorBoard is being started</source>
        <translation>TensorBoard wird gestartet</translation>
    </message>
    <message>
        <source>The browser opens when it answers.</source>
        <translation>Der Browser öffnet sich, sobald es antwortet.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsViews</name>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Prüfpunkte</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Figures of the checked runs (Alt+1)</source>
        <translation>Werte der angekreuzten Läufe (Alt+1)</translation>
    </message>
    <message>
        <source>What they made of the same picture (Alt+2)</source>
        <translation>Was sie aus demselben Bild machten (Alt+2)</translation>
    </message>
    <message>
        <source>Where the settings of two runs differ (Alt+3)</source>
        <translation>Worin sich die Einstellungen zweier Läufe unterscheiden (Alt+3)</translation>
    </message>
    <message>
        <source>Facts and notes of the chosen run (Alt+4)</source>
        <translation>Angaben und Notizen des gewählten Laufs (Alt+4)</translation>
    </message>
    <message>
        <source>Weights that the chosen run has saved (Alt+5)</source>
        <translation>Gewichte, die der gewählte Lauf gespeichert hat (Alt+5)</translation>
    </message>
    <message>
        <source>A setting of the runs against a figure (Alt+6)</source>
        <translation>Eine Einstellung der Läufe gegen eine Zahl (Alt+6)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ScatterPlot</name>
    <message>
        <source>Points of the runs</source>
        <translation>Punkte der Läufe</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SequenceStage</name>
    <message>
        <source>This frame cannot be shown</source>
        <translation>Dieser Frame lässt sich nicht anzeigen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SetBrowser</name>
    <message>
        <source>A folder of renders</source>
        <translation>Ordner mit Renderings</translation>
    </message>
    <message>
        <source>A filename_list or an archive</source>
        <translation>Filename_list oder Archiv</translation>
    </message>
    <message>
        <source>Lists and archives (*.txt *.tar);;All files (*)</source>
        <translation>Listen und Archive (*.txt *.tar);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The folder that the list speaks of</source>
        <translation>Ordner, auf den sich die Liste bezieht</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SetDivision</name>
    <message>
        <source>The quarantine cannot be read</source>
        <translation>Die Quarantäne ist nicht lesbar</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Keep it elsewhere…</source>
        <translation>Anderswo aufheben…</translation>
    </message>
    <message>
        <source>Quarantine list</source>
        <translation>Quarantäneliste</translation>
    </message>
    <message>
        <source>Lists (*.txt)</source>
        <translation>Listen (*.txt)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The list is %1; no picture was touched.</source>
        <translation>Die Liste ist %1; kein Bild wurde verändert.</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs are back</source>
        <translation>
            <numerusform>%n Paar ist zurück</numerusform>
            <numerusform>%n Paare sind zurück</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs are in quarantine</source>
        <translation>
            <numerusform>%n Paar ist in Quarantäne</numerusform>
            <numerusform>%n Paare sind in Quarantäne</numerusform>
        </translation>
    </message>
    <message>
        <source>The quarantine is as before</source>
        <translation>Die Quarantäne ist wie zuvor</translation>
    </message>
    <message>
        <source>The quarantine is changed again</source>
        <translation>Die Quarantäne ist wieder geändert</translation>
    </message>
    <message numerus="yes">
        <source>Saved a list of %n pairs</source>
        <translation>
            <numerusform>Liste mit %n Paar gespeichert</numerusform>
            <numerusform>Liste mit %n Paaren gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n pairs for training, %1 for validation</source>
        <translation>
            <numerusform>%n Paar zum Training, %1 zur Validierung gespeichert</numerusform>
            <numerusform>%n Paare zum Training, %1 zur Validierung gespeichert</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder for train.txt and val.txt</source>
        <translation>Ordner für train.txt und val.txt</translation>
    </message>
    <message>
        <source>Save the list</source>
        <translation>Liste speichern</translation>
    </message>
    <message>
        <source>Save train.txt and val.txt…</source>
        <translation>train.txt und val.txt speichern…</translation>
    </message>
    <message>
        <source>Save one list…</source>
        <translation>Eine Liste speichern…</translation>
    </message>
    <message>
        <source>Training reads a list of these pairs</source>
        <translation>Das Training liest eine Liste dieser Paare</translation>
    </message>
    <message>
        <source>There is none on disk yet that names just these.</source>
        <translation>Noch keine gespeicherte Liste nennt genau diese Paare.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SetPanel</name>
    <message>
        <source>Set</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Filter by file name</source>
        <translation>Nach Dateinamen filtern</translation>
    </message>
    <message>
        <source>Filter of the pairs</source>
        <translation>Filter der Paare</translation>
    </message>
    <message>
        <source>Shows pairs whose file names have these words (Ctrl+F)</source>
        <translation>Zeigt Paare mit diesen Wörtern im Dateinamen (Strg+F)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop looking; what was found stays (Esc)</source>
        <translation>Suche anhalten; Gefundenes bleibt (Esc)</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Look for pairs in a folder of renders (Ctrl+O)</source>
        <translation>Paare in einem Ordner mit Renderings suchen (Strg+O)</translation>
    </message>
    <message>
        <source>Open list…</source>
        <translation>Liste…</translation>
    </message>
    <message>
        <source>Open a filename_list or a .tar archive (Ctrl+Shift+O)</source>
        <translation>Eine filename_list oder ein .tar-Archiv öffnen (Strg+Umschalt+O)</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Was angezeigt wird</translation>
    </message>
    <message>
        <source>No set is open</source>
        <translation>Kein Satz geöffnet</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Look at the rest</source>
        <translation>Den Rest durchsehen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SettingsPanel</name>
    <message>
        <source>All images</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>This image only</source>
        <translation>Nur dieses Bild</translation>
    </message>
    <message>
        <source>Quality and output below are for every image without its own</source>
        <translation>Qualität und Ausgabe unten gelten für jedes Bild ohne eigene</translation>
    </message>
    <message>
        <source>Quality and output below are for this image alone (Ctrl+I)</source>
        <translation>Qualität und Ausgabe unten gelten nur für dieses Bild (Strg+I)</translation>
    </message>
    <message>
        <source>Settings of</source>
        <translation>Einstellungen von</translation>
    </message>
    <message>
        <source>Out of date: the settings have changed since this was made.</source>
        <translation>Veraltet: die Einstellungen haben sich seither geändert.</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Copy the command line that does the same (Ctrl+Shift+C)</source>
        <translation>Befehlszeile kopieren, die dasselbe tut (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write this image&apos;s files (Ctrl+S)</source>
        <translation>Dateien dieses Bilds schreiben (Strg+S)</translation>
    </message>
    <message>
        <source>Finish now</source>
        <translation>Jetzt beenden</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Neu rechnen</translation>
    </message>
    <message>
        <source>End the ensemble with the members that are done (Ctrl+E)</source>
        <translation>Ensemble mit den fertigen Mitgliedern beenden (Strg+E)</translation>
    </message>
    <message>
        <source>Run this image with the settings above (Ctrl+R)</source>
        <translation>Dieses Bild mit den Einstellungen oben berechnen (Strg+R)</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ShownItem</name>
    <message>
        <source>The saved result of %1 cannot be shown.</source>
        <translation>Das gespeicherte Ergebnis von %1 kann nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>Run it again (Ctrl+R).</source>
        <translation>Erneut berechnen (Strg+R).</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ShownPairs</name>
    <message>
        <source>This pair cannot be shown</source>
        <translation>Dieses Paar lässt sich nicht anzeigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ShownRun</name>
    <message>
        <source>iter %1 of %2</source>
        <translation>Iter %1 von %2</translation>
    </message>
    <message>
        <source>iter %1</source>
        <translation>Iter %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>best %1 at %2</source>
        <translation>bester %1 bei %2</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 auf dem Datenträger</translation>
    </message>
    <message>
        <source>its folder is gone</source>
        <translation>sein Ordner ist fort</translation>
    </message>
    <message>
        <source> in another process</source>
        <translation> in einem anderen Prozess</translation>
    </message>
    <message>
        <source> in another process; this one watches</source>
        <translation> in einem anderen Prozess; dieser sieht zu</translation>
    </message>
    <message>
        <source>mean %1 %2</source>
        <translation>Mittel %1 %2</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ShownSet</name>
    <message>
        <source>looking for pairs…</source>
        <translation>Paare werden gesucht…</translation>
    </message>
    <message>
        <source>looked at %1 of %2 files</source>
        <translation>%1 von %2 Dateien durchgesehen</translation>
    </message>
    <message>
        <source>%1 is not in %2</source>
        <translation>%1 ist nicht in %2</translation>
    </message>
    <message>
        <source>The list may speak of another folder.</source>
        <translation>Die Liste bezieht sich vielleicht auf einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose it…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>wird geprüft…</translation>
    </message>
    <message numerus="yes">
        <source>%n files found so far</source>
        <translation>
            <numerusform>bisher %n Datei gefunden</numerusform>
            <numerusform>bisher %n Dateien gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>looking at %1 of %2 files</source>
        <translation>%1 von %2 Dateien werden durchgesehen</translation>
    </message>
    <message>
        <source>checking %1 of %2</source>
        <translation>%1 von %2 werden geprüft</translation>
    </message>
    <message>
        <source>checked %1 of %2</source>
        <translation>%1 von %2 geprüft</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SplitView</name>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scenes</source>
        <translation>
            <numerusform>%n Szene</numerusform>
            <numerusform>%n Szenen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in quarantine, in neither</source>
        <translation>%1 in Quarantäne, in keinem von beiden</translation>
    </message>
    <message>
        <source>Save one list…</source>
        <translation>Eine Liste speichern…</translation>
    </message>
    <message>
        <source>Save train.txt and val.txt…</source>
        <translation>train.txt und val.txt speichern…</translation>
    </message>
    <message>
        <source>Train on this</source>
        <translation>Damit trainieren</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the pairs that is kept back and validated on, in percent</source>
        <translation>Anteil der Paare, der zum Validieren zurückbleibt, in Prozent</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed gives the same split, here and on the command line</source>
        <translation>Gleicher Startwert, gleiche Aufteilung, hier und auf der Befehlszeile</translation>
    </message>
    <message>
        <source>Kept whole</source>
        <translation>Ganz bleibt</translation>
    </message>
    <message>
        <source>What is never torn apart between the two</source>
        <translation>Was nie auf beide verteilt wird</translation>
    </message>
    <message>
        <source>What comes of it</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Writes both lists into a folder, as `unlit dataset split` does</source>
        <translation>Schreibt beide Listen in einen Ordner, wie `unlit dataset split`</translation>
    </message>
    <message>
        <source>Writes all pairs but those in quarantine into one filename_list (Ctrl+S)</source>
        <translation>Schreibt alle Paare außer denen in Quarantäne in eine filename_list (Strg+S)</translation>
    </message>
    <message>
        <source>Opens a recipe with this set and this split (Ctrl+T)</source>
        <translation>Öffnet ein Rezept mit diesem Satz und dieser Aufteilung (Strg+T)</translation>
    </message>
    <message>
        <source>By the names of the files: without frame numbers, sizes, cameras and lights they name a scene or asset, all of which goes to one side.</source>
        <translation>Nach Dateinamen: ohne Nummern von Frames, Größen, Kameras und Lichter nennen sie eine Szene oder ein Objekt, das ganz auf eine Seite kommt.</translation>
    </message>
    <message>
        <source>All pairs of one folder go to the same side.</source>
        <translation>Alle Paare eines Ordners kommen auf dieselbe Seite.</translation>
    </message>
    <message>
        <source>Each pair by itself; only pairs with the same albedo stay together.</source>
        <translation>Jedes Paar für sich; nur Paare mit demselben Albedo bleiben zusammen.</translation>
    </message>
    <message>
        <source>%1 of %2 for training
%3 of %4 for validation</source>
        <translation>%1 von %2 zum Training
%3 von %4 zur Validierung</translation>
    </message>
    <message>
        <source>No pairs</source>
        <translation>Keine Paare</translation>
    </message>
    <message>
        <source>%1 for training</source>
        <translation>%1 zum Training</translation>
    </message>
</context>
<context>
    <name>unlit::ui::StrokeDesk</name>
    <message>
        <source>Strokes contradict each other, or one stroke itself, where it is red; the albedo lies between what they say.</source>
        <translation>Wo es rot ist, widersprechen sich Striche, oder einer sich selbst; die Albedo liegt zwischen dem, was sie sagen.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::StrokesMode</name>
    <message>
        <source>There is no result to correct yet.</source>
        <translation>Es gibt noch kein Ergebnis, das korrigiert werden könnte.</translation>
    </message>
    <message>
        <source>Drop a picture here, or open one (Ctrl+O), and let it run first.</source>
        <translation>Legen Sie zuerst ein Bild hierher, oder öffnen Sie eines (Strg+O), und lassen Sie es laufen.</translation>
    </message>
    <message>
        <source>Strokes are drawn on single images.</source>
        <translation>Striche werden auf einzelne Bilder gezeichnet.</translation>
    </message>
    <message>
        <source>Draw on one frame, then use its strokes on the sequence.</source>
        <translation>Zeichnen Sie auf ein Einzelbild und nehmen Sie dessen Striche dann für die Sequenz.</translation>
    </message>
    <message>
        <source>Draw on this frame</source>
        <translation>Auf dieses Einzelbild zeichnen</translation>
    </message>
    <message>
        <source>This frame is about to run with its sequence.</source>
        <translation>Dieses Einzelbild läuft gleich mit seiner Sequenz.</translation>
    </message>
    <message>
        <source>Wait until the sequence is done.</source>
        <translation>Warten Sie, bis die Sequenz fertig ist.</translation>
    </message>
    <message>
        <source>Wait until the image is done.</source>
        <translation>Warten Sie, bis das Bild fertig ist.</translation>
    </message>
    <message>
        <source>The image waits; run it first.</source>
        <translation>Das Bild wartet; lassen Sie es zuerst laufen.</translation>
    </message>
    <message>
        <source>This result is shown from its files.</source>
        <translation>Dieses Ergebnis wird aus seinen Dateien gezeigt.</translation>
    </message>
    <message>
        <source>Strokes are solved on the result as the model made it, in full precision.</source>
        <translation>Striche werden auf dem Ergebnis gelöst, wie das Modell es gemacht hat, in voller Genauigkeit.</translation>
    </message>
    <message>
        <source>Run again, then correct</source>
        <translation>Neu rechnen, dann korrigieren</translation>
    </message>
    <message>
        <source>This image has no strokes.</source>
        <translation>Dieses Bild hat keine Striche.</translation>
    </message>
    <message>
        <source>Draw some first (S).</source>
        <translation>Zuerst welche zeichnen (S).</translation>
    </message>
    <message>
        <source>No other image of the queue has the size of this one.</source>
        <translation>Kein anderes Bild der Warteschlange hat die Größe von diesem.</translation>
    </message>
    <message numerus="yes">
        <source>Use these strokes on %n other images?</source>
        <translation>
            <numerusform>Diese Striche für %n anderes Bild verwenden?</numerusform>
            <numerusform>Diese Striche für %n andere Bilder verwenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>Of the same size, %1 × %2. Strokes that they have are replaced.</source>
        <translation>Von derselben Größe, %1 × %2. Striche, die sie haben, werden ersetzt.</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>Verwenden</translation>
    </message>
    <message numerus="yes">
        <source>%n images have these strokes now.</source>
        <translation>
            <numerusform>%n Bild hat jetzt diese Striche.</numerusform>
            <numerusform>%n Bilder haben jetzt diese Striche.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sequences are corrected when they run again.</source>
        <translation>Sequenzen werden korrigiert, wenn sie neu laufen.</translation>
    </message>
    <message>
        <source>Run them again</source>
        <translation>Sie neu rechnen</translation>
    </message>
    <message>
        <source>Choose an image first.</source>
        <translation>Wählen Sie zuerst ein Bild.</translation>
    </message>
    <message>
        <source>Open strokes or a side-car</source>
        <translation>Striche oder eine Begleitdatei öffnen</translation>
    </message>
    <message>
        <source>Strokes and side-cars (*.json)</source>
        <translation>Striche und Begleitdateien (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The image keeps the strokes it had.</source>
        <translation>Das Bild behält die Striche, die es hatte.</translation>
    </message>
    <message numerus="yes">
        <source>%n strokes were read.</source>
        <translation>
            <numerusform>%n Strich wurde gelesen.</numerusform>
            <numerusform>%n Striche wurden gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No corrected result of the queue has been saved with a side-car.</source>
        <translation>Kein korrigiertes Ergebnis der Warteschlange ist mit einer Begleitdatei gespeichert.</translation>
    </message>
    <message>
        <source>Choose “Side-car” under Output, save the corrected results, and ask again.</source>
        <translation>Unter Ausgabe „Begleitdatei“ wählen, die korrigierten Ergebnisse speichern und noch einmal fragen.</translation>
    </message>
    <message>
        <source>Choose where the training pairs are collected</source>
        <translation>Wählen, wo die Trainingspaare gesammelt werden</translation>
    </message>
    <message>
        <source>Corrections are being collected…</source>
        <translation>Korrekturen werden gesammelt …</translation>
    </message>
    <message>
        <source>The recipe is %1.</source>
        <translation>Das Rezept ist %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n corrected images can be trained on.</source>
        <translation>
            <numerusform>Mit %n korrigierten Bild kann trainiert werden.</numerusform>
            <numerusform>Mit %n korrigierten Bildern kann trainiert werden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::StrokesPanel</name>
    <message>
        <source>Same paint</source>
        <translation>Selbe Farbe</translation>
    </message>
    <message>
        <source>Same light</source>
        <translation>Selbes Licht</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>This bright</source>
        <translation>So hell</translation>
    </message>
    <message>
        <source>One albedo: what differs under the stroke is light. Draw from lit paint into a shadow that was left in the albedo.</source>
        <translation>Eine Albedo: was unter dem Strich verschieden ist, ist Licht. Von beleuchteter Farbe in einen Schatten zeichnen, der in der Albedo geblieben ist.</translation>
    </message>
    <message>
        <source>One light: what differs under the stroke is paint. Draw over a stripe or a stain that went into the shading.</source>
        <translation>Ein Licht: was unter dem Strich verschieden ist, ist Farbe. Über einen Streifen oder Fleck zeichnen, der in die Beleuchtung geraten ist.</translation>
    </message>
    <message>
        <source>The albedo is right here: no other stroke changes it.</source>
        <translation>Hier stimmt die Albedo: kein anderer Strich ändert sie.</translation>
    </message>
    <message>
        <source>Nobody knows: mirrors, glass, flames. It counts as uncertain.</source>
        <translation>Niemand weiß es: Spiegel, Glas, Flammen. Es gilt als unsicher.</translation>
    </message>
    <message>
        <source>The albedo has this value here. Draw it on one paint.</source>
        <translation>Die Albedo hat hier diesen Wert. Auf eine einzige Farbe zeichnen.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Take the last change of strokes back (Ctrl+Z)</source>
        <translation>Die letzte Änderung an Strichen zurücknehmen (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wieder</translation>
    </message>
    <message>
        <source>Do it again (Ctrl+Shift+Z)</source>
        <translation>Noch einmal tun (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen stroke (Delete)</source>
        <translation>Den gewählten Strich entfernen (Entf)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Remove all strokes of this image</source>
        <translation>Alle Striche dieses Bildes entfernen</translation>
    </message>
    <message>
        <source>Use on other frames…</source>
        <translation>Für andere Bilder …</translation>
    </message>
    <message>
        <source>Carry these strokes over to other images of the queue that have the same size: frames in which nothing moves, or other lights of one view</source>
        <translation>Diese Striche auf andere Bilder der Warteschlange übertragen, die dieselbe Größe haben: Bilder, in denen sich nichts bewegt, oder anderes Licht auf dieselbe Ansicht</translation>
    </message>
    <message>
        <source>Strokes</source>
        <translation>Striche</translation>
    </message>
    <message>
        <source>Own value</source>
        <translation>Eigener Wert</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>Albedo of what is under the stroke, linear, above 0, at most 1</source>
        <translation>Albedo dessen, was unter dem Strich liegt, linear, über 0, höchstens 1</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Oberfläche</translation>
    </message>
    <message>
        <source>Albedos of known surfaces, as measured; each has its source as a tool tip</source>
        <translation>Gemessene Albedos bekannter Oberflächen; die Quelle steht im Hinweis</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Kind of stroke</source>
        <translation>Art des Strichs</translation>
    </message>
    <message>
        <source>Radius of the brush</source>
        <translation>Radius des Pinsels</translation>
    </message>
    <message>
        <source>Radius of the brush in pixels of the picture ([ and ])</source>
        <translation>Radius des Pinsels in Pixeln des Bildes ([ und ])</translation>
    </message>
    <message>
        <source>Drawing erases, as the right button and Alt do</source>
        <translation>Zeichnen radiert, wie die rechte Taste und Alt</translation>
    </message>
    <message>
        <source>Off: the albedo is as the model made it; the strokes stay</source>
        <translation>Aus: Die Albedo ist, wie das Modell sie gemacht hat; die Striche bleiben</translation>
    </message>
    <message>
        <source>Strokes of this image</source>
        <translation>Striche dieses Bildes</translation>
    </message>
    <message>
        <source>missed by %1 %</source>
        <translation>um %1 % verfehlt</translation>
    </message>
    <message>
        <source>Fold the panel</source>
        <translation>Feld einklappen</translation>
    </message>
    <message>
        <source>Show the list of strokes</source>
        <translation>Liste der Striche zeigen</translation>
    </message>
    <message>
        <source>Hide the list of strokes</source>
        <translation>Liste der Striche verbergen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::StudioStatusBar</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Memory that this program holds, of the memory there is, in gigabytes (1 GB = 10⁹ bytes)</source>
        <translation>Speicher, den dieses Programm belegt, vom vorhandenen, in Gigabyte (1 GB = 10⁹ Bytes)</translation>
    </message>
    <message>
        <source>Where the network runs, and in which number type</source>
        <translation>Wo das Netz läuft, und mit welchem Zahlentyp</translation>
    </message>
    <message>
        <source>Progress of the running job</source>
        <translation>Fortschritt der laufenden Aufgabe</translation>
    </message>
    <message>
        <source>End the running job within one step, and drop what waits (Ctrl+.)</source>
        <translation>Die laufende Aufgabe innerhalb eines Schritts beenden und alles Wartende verwerfen (Strg+.)</translation>
    </message>
    <message>
        <source>%1 of %2 GB</source>
        <translation>%1 von %2 GB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepAxes</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Setting, as lr</source>
        <translation>Einstellung, etwa lr</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Take this setting out</source>
        <translation>Diese Einstellung herausnehmen</translation>
    </message>
    <message>
        <source>A setting of the recipe: its key, as optimizer.name</source>
        <translation>Eine Einstellung des Rezepts: ihr Schlüssel, etwa optimizer.name</translation>
    </message>
    <message>
        <source>Values, as 1e-4, 3e-5</source>
        <translation>Werte, etwa 1e-4, 3e-5</translation>
    </message>
    <message>
        <source>Between commas; those in brackets or quotes belong to one value</source>
        <translation>Durch Kommas getrennt; solche in Klammern oder Anführungszeichen gehören zu einem Wert</translation>
    </message>
    <message>
        <source>Goes together with the other marked settings</source>
        <translation>Geht mit den anderen markierten Einstellungen zusammen</translation>
    </message>
    <message>
        <source>Goes together with the other marked settings: the first value with the first, the second with the second. Without it every combination is trained.</source>
        <translation>Geht mit den anderen markierten Einstellungen zusammen: der erste Wert mit dem ersten, der zweite mit dem zweiten. Sonst wird jede Kombination trainiert.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>Trainingsreihe</translation>
    </message>
    <message>
        <source>The sweep cannot be started</source>
        <translation>Die Reihe lässt sich nicht starten</translation>
    </message>
    <message>
        <source>The program unlit lies beside the studio, or in $PATH. The sweep&apos;s folder is there: go on with it when unlit is found.</source>
        <translation>Das Programm unlit liegt neben dem Studio oder in $PATH. Der Ordner der Reihe ist da: Sie lässt sich fortsetzen, sobald unlit gefunden wird.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepForm</name>
    <message>
        <source>Stop runs that fall behind</source>
        <translation>Läufe anhalten, die zurückfallen</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Läufe der Reihe</translation>
    </message>
    <message>
        <source>One more setting</source>
        <translation>Eine weitere Einstellung</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Settings and the values that they take in turn</source>
        <translation>Einstellungen und die Werte, die sie nacheinander haben</translation>
    </message>
    <message>
        <source>For all runs</source>
        <translation>Für alle Läufe</translation>
    </message>
    <message>
        <source>Settings that all runs have in place of the recipe&apos;s, as max_iter=2000 trainer.save_period=500</source>
        <translation>Einstellungen, die alle Läufe anstelle derer des Rezepts haben, etwa max_iter=2000 trainer.save_period=500</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The runs are made in it</source>
        <translation>Darin entstehen die Läufe</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>A run whose figure at a validation is worse than the median of what at least three others had come to at that step is stopped; it keeps its checkpoint</source>
        <translation>Ein Lauf, dessen Zahl bei einer Validierung schlechter ist als der Median dessen, was mindestens drei andere bis zu diesem Schritt erreicht hatten, wird angehalten; er behält seinen Checkpoint</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Den Ordner wählen</translation>
    </message>
    <message>
        <source>A sweep of before…</source>
        <translation>Eine frühere Reihe…</translation>
    </message>
    <message>
        <source>Shows how far it is, stops it, or goes on with it</source>
        <translation>Zeigt, wie weit sie ist, hält sie an oder setzt sie fort</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Sweep over %1</source>
        <translation>Reihe über %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>%1 is no setting of a recipe.</source>
        <translation>%1 ist keine Einstellung eines Rezepts.</translation>
    </message>
    <message>
        <source>Name a setting, and the values that it is to have.</source>
        <translation>Nennen Sie eine Einstellung und die Werte, die sie haben soll.</translation>
    </message>
    <message numerus="yes">
        <source>Start %n runs</source>
        <translation>
            <numerusform>%n Lauf starten</numerusform>
            <numerusform>%n Läufe starten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs, which are being checked</source>
        <translation>
            <numerusform>%n Lauf, der geprüft wird</numerusform>
            <numerusform>%n Läufe, die geprüft werden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be trained: %2</source>
        <translation>%1 lässt sich nicht trainieren: %2</translation>
    </message>
    <message>
        <source>Name the folder of the sweep.</source>
        <translation>Nennen Sie den Ordner der Reihe.</translation>
    </message>
    <message>
        <source>There is a sweep in this folder already; name another one.</source>
        <translation>In diesem Ordner liegt schon eine Reihe; nennen Sie einen anderen.</translation>
    </message>
    <message>
        <source>There is something in this folder already; name another one.</source>
        <translation>In diesem Ordner liegt schon etwas; nennen Sie einen anderen.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs, one after the other</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe, einer nach dem anderen</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder of the sweep</source>
        <translation>Ordner der Reihe</translation>
    </message>
    <message>
        <source>The folder of a sweep</source>
        <translation>Der Ordner einer Reihe</translation>
    </message>
    <message>
        <source>Every combination of their values becomes a run</source>
        <translation>Jede Verbindung ihrer Werte wird ein Lauf</translation>
    </message>
    <message>
        <source>Every combination of the values becomes a run; settings that are marked as linked go together. The runs are trained one after the other, each by a process of its own: this window may be closed.</source>
        <translation>Jede Kombination der Werte wird ein Lauf; Einstellungen, die als verkettet markiert sind, gehen zusammen. Die Läufe werden nacheinander trainiert, jeder in einem eigenen Prozess: Dieses Fenster darf geschlossen werden.</translation>
    </message>
    <message>
        <source>The one that decides which checkpoint is best</source>
        <translation>Das, was über den besten Prüfpunkt entscheidet</translation>
    </message>
    <message>
        <source>Compared by</source>
        <translation>Vergleich nach</translation>
    </message>
    <message>
        <source>The figure in the table of the sweep, and by which runs fall behind</source>
        <translation>Das Maß in der Tabelle der Reihe, und nach dem Läufe zurückfallen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepProgress</name>
    <message>
        <source>Progress of the sweep</source>
        <translation>Fortschritt der Reihe</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Läufe der Reihe</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bestes</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>Sichern und anhalten</translation>
    </message>
    <message>
        <source>Saves the run under way; the sweep can go on later</source>
        <translation>Sichert den laufenden Lauf; die Reihe kann später weitergehen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>With the runs that wait, were stopped, or failed</source>
        <translation>Mit den Läufen, die warten, angehalten wurden oder gescheitert sind</translation>
    </message>
    <message>
        <source>Show in Runs</source>
        <translation>In Läufe zeigen</translation>
    </message>
    <message>
        <source>Another sweep…</source>
        <translation>Andere Reihe…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Sweep %1</source>
        <translation>Reihe %1</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>did not begin</source>
        <translation>begann nicht</translation>
    </message>
    <message>
        <source>behind</source>
        <translation>zurückgefallen</translation>
    </message>
    <message>
        <source>It was stopped at step %1: its figure was worse than the median of the others.</source>
        <translation>Er wurde bei Schritt %1 angehalten: Seine Zahl war schlechter als der Median der anderen.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>It is being read.</source>
        <translation>Sie wird gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n runs are done</source>
        <translation>
            <numerusform>%1 von %n Lauf ist fertig</numerusform>
            <numerusform>%1 von %n Läufen sind fertig</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the run under way is being saved.</source>
        <translation>%1; der laufende wird gesichert.</translation>
    </message>
    <message>
        <source>%1; it is under way.</source>
        <translation>%1; sie ist im Gange.</translation>
    </message>
    <message>
        <source>It needs this window no longer. In a terminal: unlit sweep --stop %1</source>
        <translation>Sie braucht dieses Fenster nicht mehr. Im Terminal: unlit sweep --stop %1</translation>
    </message>
    <message>
        <source>It is being started.</source>
        <translation>Sie wird gestartet.</translation>
    </message>
    <message>
        <source>All runs are done.</source>
        <translation>Alle Läufe sind fertig.</translation>
    </message>
    <message>
        <source>%1; no process goes on with the others.</source>
        <translation>%1; kein Prozess geht mit den anderen weiter.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Es sagte: %1</translation>
    </message>
    <message>
        <source>Best %1</source>
        <translation>Bester %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::SynthesizeView</name>
    <message>
        <source>Synthetic set</source>
        <translation>Synthetischer Satz</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the set</source>
        <translation>Ordner des Satzes</translation>
    </message>
    <message>
        <source>Where the set is written: a new folder, an empty one, or an earlier synthetic set</source>
        <translation>Wohin der Satz geschrieben wird: ein neuer oder leerer Ordner, oder ein früherer synthetischer Satz</translation>
    </message>
    <message>
        <source>A new or empty folder</source>
        <translation>Ein neuer oder leerer Ordner</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Abtastung</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Another seed draws other scenes; the same one gives the same files</source>
        <translation>Ein anderer Startwert zieht andere Szenen; derselbe ergibt dieselben Dateien</translation>
    </message>
    <message>
        <source>Half as large on disk, with 11 bits of precision</source>
        <translation>Halb so groß auf dem Datenträger, mit 11 Bit Genauigkeit</translation>
    </message>
    <message>
        <source>Textures</source>
        <translation>Texturen</translation>
    </message>
    <message>
        <source>Folder of textures</source>
        <translation>Texturordner</translation>
    </message>
    <message>
        <source>Folder of texture sets (base colour, normal, roughness…) that become materials, too; empty = none</source>
        <translation>Ordner mit Textursätzen (Grundfarbe, Normalen, Rauheit…), die ebenfalls Materialien werden; leer = keine</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Repaint</source>
        <translation>Umfärben</translation>
    </message>
    <message>
        <source>How many materials keep their pattern and relief but get other colours</source>
        <translation>Wie viele Materialien Muster und Relief behalten, aber andere Farben erhalten</translation>
    </message>
    <message>
        <source>Swap relief</source>
        <translation>Relief tauschen</translation>
    </message>
    <message>
        <source>How many materials keep their pattern but get the relief of another</source>
        <translation>Wie viele Materialien ihr Muster behalten, aber das Relief eines anderen erhalten</translation>
    </message>
    <message>
        <source>Materials</source>
        <translation>Materialien</translation>
    </message>
    <message>
        <source>Materials that may appear</source>
        <translation>Materialien, die vorkommen dürfen</translation>
    </message>
    <message>
        <source>Unchecked ones appear nowhere: hold some back to validate on what was never seen</source>
        <translation>Abgewählte kommen nirgends vor: einige zurückhalten, um an nie Gesehenem zu validieren</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Make the set</source>
        <translation>Satz erzeugen</translation>
    </message>
    <message>
        <source>Renders all pairs; the folder appears when they are all there</source>
        <translation>Rendert alle Paare; der Ordner erscheint, wenn alle da sind</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stops rendering; nothing is left behind</source>
        <translation>Hält das Rendern an; nichts bleibt zurück</translation>
    </message>
    <message>
        <source>Texture sets that could not be read and were left out: %1, such as %2 (%3).</source>
        <translation>Nicht lesbare und ausgelassene Textursätze: %1, etwa %2 (%3).</translation>
    </message>
    <message>
        <source> pairs</source>
        <translation> Paare</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source> % of materials</source>
        <translation> % der Materialien</translation>
    </message>
    <message>
        <source>16-bit float files</source>
        <translation>16-Bit-Float-Dateien</translation>
    </message>
    <message>
        <source>The first pictures, smaller: beauty and albedo</source>
        <translation>Die ersten Bilder, verkleinert: Beauty und Albedo</translation>
    </message>
    <message>
        <source>Stopped; nothing is left behind.</source>
        <translation>Angehalten; nichts bleibt zurück.</translation>
    </message>
    <message>
        <source>%1, %2 · %3</source>
        <translation>%1, %2 · %3</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Beginnt…</translation>
    </message>
    <message numerus="yes">
        <source>Looking for textures: %n files</source>
        <translation>
            <numerusform>Texturen werden gesucht: %n Datei</numerusform>
            <numerusform>Texturen werden gesucht: %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The set is made</source>
        <translation>Der Satz ist fertig</translation>
    </message>
    <message>
        <source>%1 in %2.</source>
        <translation>%1 in %2.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>How many pairs are rendered, %1 to %2</source>
        <translation>Wie viele Paare gerendert werden, %1 bis %2</translation>
    </message>
    <message>
        <source>Pixels to a side, %1 to %2</source>
        <translation>Pixel je Seite, %1 bis %2</translation>
    </message>
    <message>
        <source>Light paths for each pixel, %1 to %2: more take longer and have less noise</source>
        <translation>Lichtwege je Pixel, %1 bis %2: mehr dauern länger und rauschen weniger</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TargetRow</name>
    <message>
        <source>sRGB colour</source>
        <translation>sRGB-Farbe</translation>
    </message>
    <message>
        <source>linear light</source>
        <translation>lineares Licht</translation>
    </message>
    <message>
        <source>three planes</source>
        <translation>drei Ebenen</translation>
    </message>
    <message>
        <source>Colours as a screen shows them</source>
        <translation>Farben, wie ein Bildschirm sie zeigt</translation>
    </message>
    <message>
        <source>Colours in linear light</source>
        <translation>Farben in linearem Licht</translation>
    </message>
    <message>
        <source>Three grey pictures in one, such as roughness and metallicity</source>
        <translation>Drei Graubilder in einem, etwa Rauheit und Metallizität</translation>
    </message>
    <message>
        <source>of free scale</source>
        <translation>freie Skala</translation>
    </message>
    <message>
        <source>Name of the picture, in files and figures. Lines of a list of pairs hold the pictures in this order.</source>
        <translation>Name des Bilds, in Dateien und Kennzahlen. Zeilen einer Liste von Paaren nennen die Bilder in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>Name of the target</source>
        <translation>Name des Ziels</translation>
    </message>
    <message>
        <source>What its numbers are</source>
        <translation>Was seine Zahlen sind</translation>
    </message>
    <message>
        <source>Its unit cannot be told from the picture: it is measured at the scale that fits the truth best (up_to_scale)</source>
        <translation>Seine Einheit ist dem Bild nicht anzusehen: gemessen wird mit der Skala, die am besten zur Wahrheit passt (up_to_scale)</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>unbenutzt</translation>
    </message>
    <message>
        <source>Plane %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>Name of plane %1; empty: it is not used</source>
        <translation>Name der Ebene %1; leer: sie wird nicht verwendet</translation>
    </message>
    <message>
        <source>Take this target out</source>
        <translation>Dieses Ziel herausnehmen</translation>
    </message>
    <message>
        <source>A model makes one at least</source>
        <translation>Ein Modell liefert mindestens eines</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TargetsEditor</name>
    <message>
        <source>Add a target</source>
        <translation>Ziel hinzufügen</translation>
    </message>
    <message>
        <source>One more picture that the model makes</source>
        <translation>Ein weiteres Bild, das das Modell liefert</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TensorBoard</name>
    <message>
        <source>TensorBoard is not installed</source>
        <translation>TensorBoard ist nicht installiert</translation>
    </message>
    <message>
        <source>pip install tensorboard puts it into $PATH; start the studio from there.</source>
        <translation>pip install tensorboard bringt es in $PATH; starten Sie das Studio von dort.</translation>
    </message>
    <message>
        <source>There is nothing for TensorBoard</source>
        <translation>Für TensorBoard ist nichts da</translation>
    </message>
    <message>
        <source>None of the runs has event files: writers.tensorboard is off in them.</source>
        <translation>Keiner der Läufe hat Ereignisdateien: writers.tensorboard ist bei ihnen aus.</translation>
    </message>
    <message>
        <source>TensorBoard has ended</source>
        <translation>TensorBoard hat sich beendet</translation>
    </message>
    <message>
        <source>It said nothing.</source>
        <translation>Es sagte nichts.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Es sagte: %1</translation>
    </message>
    <message>
        <source>TensorBoard does not answer</source>
        <translation>TensorBoard antwortet nicht</translation>
    </message>
    <message>
        <source>It was ended after a minute.</source>
        <translation>Es wurde nach einer Minute beendet.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TrainActions</name>
    <message>
        <source>Open a run…</source>
        <translation>Lauf öffnen…</translation>
    </message>
    <message>
        <source>Pause the training, or go on</source>
        <translation>Training anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Validate at this step</source>
        <translation>Bei diesem Schritt validieren</translation>
    </message>
    <message>
        <source>Save a checkpoint at this step</source>
        <translation>Prüfpunkt bei diesem Schritt speichern</translation>
    </message>
    <message>
        <source>Stop the training and save it</source>
        <translation>Training anhalten und speichern</translation>
    </message>
    <message>
        <source>Change the learning rate…</source>
        <translation>Lernrate ändern…</translation>
    </message>
    <message>
        <source>Write histograms for TensorBoard</source>
        <translation>Histogramme für TensorBoard schreiben</translation>
    </message>
    <message>
        <source>Go on, or resume, in a process of its own</source>
        <translation>In einem eigenen Prozess weitermachen oder fortsetzen</translation>
    </message>
    <message>
        <source>Resume the run on show</source>
        <translation>Angezeigten Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Extend the run on show…</source>
        <translation>Angezeigten Lauf verlängern…</translation>
    </message>
    <message>
        <source>Use the run&apos;s weights in Infer</source>
        <translation>Gewichte des Laufs auf Bilder anwenden</translation>
    </message>
    <message>
        <source>Sweep over settings…</source>
        <translation>Reihe über Einstellungen…</translation>
    </message>
    <message>
        <source>Show the run under way</source>
        <translation>Laufendes Training anzeigen</translation>
    </message>
    <message>
        <source>Open the run&apos;s folder</source>
        <translation>Ordner des Laufs öffnen</translation>
    </message>
    <message>
        <source>Copy the command that resumes the run</source>
        <translation>Befehl zum Fortsetzen des Laufs kopieren</translation>
    </message>
    <message>
        <source>Show the whole of all curves</source>
        <translation>Alle Kurven ganz anzeigen</translation>
    </message>
    <message>
        <source>Logarithmic or linear values</source>
        <translation>Logarithmische oder lineare Werte</translation>
    </message>
    <message>
        <source>Steps, time or epochs to the right</source>
        <translation>Schritte, Zeit oder Epochen nach rechts</translation>
    </message>
    <message>
        <source>Export the loss: %1</source>
        <translation>Verlust exportieren: %1</translation>
    </message>
    <message>
        <source>Pictures of the step before</source>
        <translation>Bilder des vorherigen Schritts</translation>
    </message>
    <message>
        <source>Pictures of the next step</source>
        <translation>Bilder des nächsten Schritts</translation>
    </message>
    <message>
        <source>Validation pictures as they are</source>
        <translation>Validierungsbilder, wie sie sind</translation>
    </message>
    <message>
        <source>Wipe between two steps or runs</source>
        <translation>Zwischen zwei Schritten oder Läufen wischen</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Copy the log</source>
        <translation>Protokoll kopieren</translation>
    </message>
    <message>
        <source>Resume the run on show with changes…</source>
        <translation>Angezeigten Lauf mit Änderungen fortsetzen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TrainPage</name>
    <message>
        <source>A rehearsal is under way.</source>
        <translation>Ein Probelauf ist im Gange.</translation>
    </message>
    <message>
        <source>%1 is being trained.</source>
        <translation>%1 wird trainiert.</translation>
    </message>
    <message>
        <source>%1 is no run</source>
        <translation>%1 ist kein Lauf</translation>
    </message>
    <message>
        <source>A run&apos;s folder holds config.yaml and metrics.jsonl, or event files of TensorBoard.</source>
        <translation>Der Ordner eines Laufs enthält config.yaml und metrics.jsonl, oder Ereignisdateien von TensorBoard.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TrainPlots</name>
    <message>
        <source>The loss appears with the first step</source>
        <translation>Der Verlust erscheint mit dem ersten Schritt</translation>
    </message>
    <message>
        <source>Click a point to see the batch of that step</source>
        <translation>Auf einen Punkt klicken, um den Batch dieses Schritts zu sehen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::TrainViews</name>
    <message>
        <source>Watch a model learn</source>
        <translation>Einem Modell beim Lernen zusehen</translation>
    </message>
    <message>
        <source>Choose a recipe at the left, rehearse it for a minute, and press Start. Or open a run: one of before, or one that a terminal trains right now with unlit train.</source>
        <translation>Links ein Rezept wählen, in einem Probelauf von einer Minute prüfen und „Start“ drücken. Oder einen Lauf öffnen: einen früheren, oder einen, den ein Terminal gerade mit unlit train trainiert.</translation>
    </message>
    <message>
        <source>Open a run…</source>
        <translation>Lauf öffnen…</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ValidationWall</name>
    <message>
        <source>Back to the wall</source>
        <translation>Zurück zur Bilderwand</translation>
    </message>
    <message>
        <source>All pictures again (Esc)</source>
        <translation>Wieder alle Bilder (Esc)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>The step that the pictures are from (Ctrl+PgUp, Ctrl+PgDown)</source>
        <translation>Der Schritt, von dem die Bilder sind (Strg+Bild↑, Strg+Bild↓)</translation>
    </message>
    <message>
        <source> EV</source>
        <translation> EV</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>Exposure of all pictures, in stops; the error&apos;s scale goes with it</source>
        <translation>Belichtung aller Bilder, in Blenden; die Skala des Fehlers geht mit</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What was predicted</source>
        <translation>Was vorhergesagt wurde</translation>
    </message>
    <message>
        <source>Wipe against</source>
        <translation>Wischen gegen</translation>
    </message>
    <message>
        <source>What stands left of the line</source>
        <translation>Was links der Linie steht</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Wischen</translation>
    </message>
    <message>
        <source>Predictions as they are</source>
        <translation>Vorhersagen, wie sie sind</translation>
    </message>
    <message>
        <source>Predictions of another step or run, left of a line that is dragged</source>
        <translation>Vorhersagen eines anderen Schritts oder Laufs, links einer Linie, die sich ziehen lässt</translation>
    </message>
    <message>
        <source>Way of comparing</source>
        <translation>Art des Vergleichs</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>The run to wipe against</source>
        <translation>Der Lauf, gegen den gewischt wird</translation>
    </message>
    <message>
        <source>Another run…</source>
        <translation>Anderer Lauf…</translation>
    </message>
    <message>
        <source>No pictures yet</source>
        <translation>Noch keine Bilder</translation>
    </message>
    <message>
        <source>They come every visualization_period steps, or at once with Validate now.</source>
        <translation>Sie kommen alle visualization_period Schritte, oder sofort mit „Validieren“.</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ViewOptions</name>
    <message>
        <source>Mark clipped pixels</source>
        <translation>Abgeschnittene Pixel markieren</translation>
    </message>
    <message>
        <source>Without light</source>
        <translation>Ohne Licht</translation>
    </message>
    <message>
        <source>Outside paint</source>
        <translation>Keine reale Farbe</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Logarithmic heights</source>
        <translation>Logarithmische Höhen</translation>
    </message>
    <message>
        <source>View options</source>
        <translation>Ansichtsoptionen</translation>
    </message>
    <message>
        <source>Of the layer</source>
        <translation>Der Ebene</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Added to the light after exposure; 1 is white (O, Shift+O)</source>
        <translation>Nach der Belichtung zum Licht addiert; 1 ist Weiß (O, Umschalt+O)</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>Light to the power of 1 / gamma, before the screen&apos;s curve (G, Shift+G)</source>
        <translation>Licht hoch 1 / Gamma, vor der Kurve des Bildschirms (G, Umschalt+G)</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>What of each pixel is shown (C)</source>
        <translation>Was von jedem Pixel gezeigt wird (C)</translation>
    </message>
    <message>
        <source>False colours</source>
        <translation>Falschfarben</translation>
    </message>
    <message>
        <source>Brightness as colours, with a colour bar (Shift+Right)</source>
        <translation>Helligkeit als Farben, mit Farbskala (Umschalt+Rechts)</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Of linear light: signed around grey, absolute, or relative to the second picture (Ctrl+Right)</source>
        <translation>Linearen Lichts: mit Vorzeichen um Grau, absolut, oder relativ zum zweiten Bild (Strg+Rechts)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Neutral</translation>
    </message>
    <message>
        <source>Exposure, offset and gamma to what leaves numbers as they are (R)</source>
        <translation>Belichtung, Versatz und Gamma auf das, was Zahlen unverändert lässt (R)</translation>
    </message>
    <message>
        <source>Normalise</source>
        <translation>Normieren</translation>
    </message>
    <message>
        <source>Spread the layer&apos;s numbers from black to white (N)</source>
        <translation>Die Zahlen der Ebene von Schwarz bis Weiß spreizen (N)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>All keys of the viewer (?)</source>
        <translation>Alle Tasten der Bildansicht (?)</translation>
    </message>
    <message>
        <source>Red stripes above white, blue stripes below black (U)</source>
        <translation>Rote Streifen über Weiß, blaue Streifen unter Schwarz (U)</translation>
    </message>
    <message>
        <source>Green stripes, falling to the right, on pixels without light: nothing can be said of their paint, and it stays black (Shift+U)</source>
        <translation>Grüne, nach rechts fallende Streifen auf Pixeln ohne Licht: über ihre Farbe lässt sich nichts sagen, und sie bleibt schwarz (Umschalt+U)</translation>
    </message>
    <message>
        <source>Albedos that hardly any real surface has: level blue stripes where the brightest channel is below the lower limit, upright orange ones where it is above the upper one, in linear light (P)</source>
        <translation>Albedos, die kaum eine reale Oberfläche hat: waagerechte blaue Streifen, wo der hellste Kanal unter der unteren Grenze liegt, senkrechte orange, wo er über der oberen liegt, in linearem Licht (P)</translation>
    </message>
    <message>
        <source>Paint limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Least and largest albedo of paint, linear</source>
        <translation>Kleinstes und größtes Albedo realer Farben, linear</translation>
    </message>
    <message>
        <source>Paint from</source>
        <translation>Farbe von</translation>
    </message>
    <message>
        <source>Least albedo of paint, linear, 0 to 1</source>
        <translation>Kleinstes Albedo realer Farben, linear, 0 bis 1</translation>
    </message>
    <message>
        <source>Paint to</source>
        <translation>Farbe bis</translation>
    </message>
    <message>
        <source>Largest albedo of paint, linear</source>
        <translation>Größtes Albedo realer Farben, linear</translation>
    </message>
    <message>
        <source>%1 darker, %2 brighter</source>
        <translation>%1 dunkler, %2 heller</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ViewState</name>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Luminance</source>
        <translation>Luminanz</translation>
    </message>
    <message>
        <source>Signed</source>
        <translation>Mit Vorzeichen</translation>
    </message>
    <message>
        <source>Absolute</source>
        <translation>Absolut</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>Relativ</translation>
    </message>
</context>
<context>
    <name>unlit::ui::Viewer</name>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>Mit %1 vergleichen</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ViewerBar</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>How to compare</source>
        <translation>Art des Vergleichs</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Wechseln</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Drag the line between input and result (W)</source>
        <translation>Die Linie zwischen Eingabe und Ergebnis ziehen (W)</translation>
    </message>
    <message>
        <source>Input and result side by side (B)</source>
        <translation>Eingabe und Ergebnis nebeneinander (B)</translation>
    </message>
    <message>
        <source>One on top of the other; X or Space turns them</source>
        <translation>Eines über dem anderen; X oder Leertaste wechselt</translation>
    </message>
    <message>
        <source>Difference in linear light (D); Ctrl+Right changes its kind</source>
        <translation>Differenz in linearem Licht (D); Strg+Rechts ändert ihre Art</translation>
    </message>
    <message>
        <source>How to compare input and result (W, B, X, D)</source>
        <translation>Wie Eingabe und Ergebnis verglichen werden (W, B, X, D)</translation>
    </message>
    <message>
        <source>Layer beside the input (1 to 9, [ and ])</source>
        <translation>Ebene neben der Eingabe (1 bis 9, [ und ])</translation>
    </message>
    <message>
        <source>EV </source>
        <translation>EV </translation>
    </message>
    <message>
        <source>Exposure of the view</source>
        <translation>Belichtung der Ansicht</translation>
    </message>
    <message>
        <source>Exposure of the view in stops; the files stay as they are (E, Shift+E; R resets)</source>
        <translation>Belichtung der Ansicht in Blenden; die Dateien bleiben, wie sie sind (E, Umschalt+E; R setzt zurück)</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Screen pixels per picture pixel; F fits, Ctrl+0 is 100 %</source>
        <translation>Bildschirmpixel je Bildpixel; F passt ein, Strg+0 ist 100 %</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>View options</source>
        <translation>Ansichtsoptionen</translation>
    </message>
    <message>
        <source>Offset, gamma, channels, false colours, clipping (V)</source>
        <translation>Versatz, Gamma, Kanäle, Falschfarben, Abschneiden (V)</translation>
    </message>
    <message>
        <source>Fit · %1</source>
        <translation>Ganz %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::ViewerPanel</name>
    <message>
        <source>Beauty</source>
        <translation>Beauty</translation>
    </message>
    <message>
        <source>Expected error</source>
        <translation>Erwarteter Fehler</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>%1 · error</source>
        <translation>%1 · Fehler</translation>
    </message>
    <message>
        <source>%1 · spread</source>
        <translation>%1 · Streuung</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Shading</source>
        <translation>Shading</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>Residuum</translation>
    </message>
</context>
<context>
    <name>unlit::ui::WallPainter</name>
    <message>
        <source>Beauty</source>
        <translation>Beauty</translation>
    </message>
    <message>
        <source>Prediction · %1 | %2</source>
        <translation>Vorhersage · %1 | %2</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>≈ %1 dB</source>
        <translation>≈ %1 dB</translation>
    </message>
</context>
<context>
    <name>unlit::ui::WindowActions</name>
    <message>
        <source>Show all actions</source>
        <translation>Alle Aktionen anzeigen</translation>
    </message>
    <message>
        <source>Switch between dark and light</source>
        <translation>Zwischen dunkel und hell wechseln</translation>
    </message>
    <message>
        <source>Full screen, or back to a window</source>
        <translation>Vollbild, oder zurück zum Fenster</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Open the documentation</source>
        <translation>Dokumentation öffnen</translation>
    </message>
    <message>
        <source>Open the log of the program</source>
        <translation>Protokoll des Programms öffnen</translation>
    </message>
    <message>
        <source>About Unlit Studio</source>
        <translation>Über Unlit Studio</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Infer</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zur Seite %1</translation>
    </message>
    <message>
        <source>Language: as the system</source>
        <translation>Sprache: wie das System</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>Sprache: %1</translation>
    </message>
</context>
<context>
    <name>unlit::ui::WindowHelp</name>
    <message>
        <source>Picture: %1</source>
        <translation>Bild: %1</translation>
    </message>
    <message>
        <source>Picture: mouse</source>
        <translation>Bild: Maus</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Infer</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Infer: strokes</source>
        <translation>Entlichten: Striche</translation>
    </message>
    <message>
        <source>Smaller brush</source>
        <translation>Kleinerer Pinsel</translation>
    </message>
    <message>
        <source>Larger brush</source>
        <translation>Größerer Pinsel</translation>
    </message>
    <message>
        <source>End drawing</source>
        <translation>Zeichnen beenden</translation>
    </message>
    <message>
        <source>Remove the stroke chosen in the list</source>
        <translation>Den in der Liste gewählten Strich entfernen</translation>
    </message>
    <message>
        <source>Right button, or Alt with the left one</source>
        <translation>Rechte Taste, oder Alt mit der linken</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>No program of this desktop opens %1.</source>
        <translation>Kein Programm dieses Desktops öffnet %1.</translation>
    </message>
    <message>
        <source>Unlit Studio %1
Takes the light out of pictures.</source>
        <translation>Unlit Studio %1
Nimmt das Licht aus Bildern.</translation>
    </message>
    <message>
        <source>Unlit Studio</source>
        <translation>Unlit Studio</translation>
    </message>
</context>
<context>
    <name>unlit::ui::WindowJob</name>
    <message>
        <source>saving %1 of %2</source>
        <translation>%1 von %2 wird gespeichert</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>rehearsing</source>
        <translation>Probelauf</translation>
    </message>
</context>
<context>
    <name>unlit::ui::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Recent pictures</source>
        <translation>Zuletzt geöffnete Bilder</translation>
    </message>
    <message>
        <source>Recent sets</source>
        <translation>Zuletzt geöffnete Sätze</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Zuletzt geöffnete Läufe</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
</context>
<context>
    <name>unlit::ui::YamlEditor</name>
    <message>
        <source>Typing</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Recipe as YAML</source>
        <translation>Rezept als YAML</translation>
    </message>
</context>
</TS>
