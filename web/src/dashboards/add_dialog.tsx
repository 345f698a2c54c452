import { ChartNoAxesColumn, Hash, Table2, Type } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { isOn, type TileContent, useConversationWidgets } from "./conversation_widgets";
import type { Dashboard, DashboardEdit } from "./dashboards_api";
import styles from "./dialogs.module.css";

const WORDS = texts(
  {
    title: "Add a widget",
    from: "From its conversation",
    none: "Its conversation has shown nothing else yet. Ask there for a chart, a table or a figure; it can be added here then.",
    gone: "Its conversation is not there any more, so there is nothing to choose from.",
    text: "A text",
    name: "Title",
    words: "Text (Markdown)",
    add: "Add",
    on: "is on it",
  },
  {
    title: "Adicionar widget",
    from: "Da conversa",
    none: "A conversa ainda não mostrou mais nada. Peça lá um gráfico, uma tabela ou um número; depois dá para adicionar aqui.",
    gone: "A conversa não existe mais, então não há o que escolher.",
    text: "Um texto",
    name: "Título",
    words: "Texto (Markdown)",
    add: "Adicionar",
    on: "já está nele",
  },
);
const ICONS = { chart: ChartNoAxesColumn, table: Table2, kpi: Hash, markdown: Type, html: Type };

interface Props {
  known: Dashboard;
  apply: (...edits: DashboardEdit[]) => Promise<boolean>;
  onDone: () => void;
}

/** What its conversation has shown, or a text of one's own. */
export function AddDialog({ known, apply, onDone }: Props) {
  const t = useTexts(WORDS);
  const found = useConversationWidgets(known.session);
  const [busy, setBusy] = useState(false);
  const add = async (widget: TileContent) => {
    setBusy(true);
    const done = await apply({ edit: "add", widget });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <Dialog title={t.title} onClose={onDone}>
      <section className={styles.part}>
        <h3>{t.from}</h3>
        {known.session === null && <p className={styles.told}>{t.gone}</p>}
        {known.session !== null && found.isPending && <Loading />}
        {found.error !== null && <Failed error={found.error} />}
        {found.data?.length === 0 && <p className={styles.told}>{t.none}</p>}
        <ul className={styles.list}>
          {found.data?.map((content) => {
            const Icon = ICONS[content.kind];
            const on = isOn(known, content);
            return (
              <li key={`${content.kind} ${content.title} ${content.chart ?? ""}`}>
                <button
                  type="button"
                  className={styles.choice}
                  disabled={busy || on}
                  onClick={() => void add(content)}
                >
                  <Icon aria-hidden="true" />
                  <span>{content.title}</span>
                  {on && <small>{t.on}</small>}
                </button>
              </li>
            );
          })}
        </ul>
      </section>
      <WrittenForm busy={busy} onAdd={(content) => void add(content)} />
    </Dialog>
  );
}

function WrittenForm({ busy, onAdd }: { busy: boolean; onAdd: (content: TileContent) => void }) {
  const t = useTexts(WORDS);
  const id = useId();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ kind: "markdown", title: title.trim(), text } as TileContent);
  };
  return (
    <form className={styles.part} onSubmit={send}>
      <h3>{t.text}</h3>
      <Field
        label={t.name}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className={styles.area}>
        <label htmlFor={id}>{t.words}</label>
        <textarea
          id={id}
          rows={4}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={styles.row}>
        <Button type="submit" busy={busy} disabled={title.trim() === "" || text.trim() === ""}>
          {t.add}
        </Button>
      </div>
    </form>
  );
}
