import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import styles from "./keys_help.module.css";

const WORDS = texts(
  {
    title: "Keys",
    queue: "In the queue",
    one: "In a case",
    next: "next, previous case",
    open: "open it",
    pick: "select it",
    export: "export what is shown",
    decide: "decide the selected ones",
    leave: "clear the selection, go back",
    help: "these keys",
    reason: "write a reason to read the text",
    rightly: "rightly flagged",
    alarm: "false alarm",
    hand: "hand it on",
    note: "write a note",
    mine: "take it",
  },
  {
    title: "Teclas",
    queue: "Na fila",
    one: "Em um caso",
    next: "caso seguinte, anterior",
    open: "abrir",
    pick: "selecionar",
    export: "exportar o que aparece",
    decide: "decidir os selecionados",
    leave: "limpar a seleção, voltar",
    help: "estas teclas",
    reason: "escrever um motivo para ler o texto",
    rightly: "sinalizado com razão",
    alarm: "alarme falso",
    hand: "encaminhar",
    note: "escrever uma nota",
    mine: "assumir",
  },
);

const QUEUE = [
  ["j k", "next"],
  ["Enter", "open"],
  ["x", "pick"],
  ["c", "rightly"],
  ["f", "alarm"],
  ["e", "export"],
  ["Esc", "leave"],
] as const;
const ONE = [
  ["j k", "next"],
  ["r", "reason"],
  ["c", "rightly"],
  ["f", "alarm"],
  ["h", "hand"],
  ["m", "mine"],
  ["n", "note"],
  ["Esc", "leave"],
  ["?", "help"],
] as const;

/** Which keys do what; opened by the question mark. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts(WORDS);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className={styles.lists}>
        {[["queue", QUEUE] as const, ["one", ONE] as const].map(([name, keys]) => (
          <section key={name}>
            <h3>{t[name]}</h3>
            <dl className={styles.keys}>
              {keys.map(([key, means]) => (
                <div key={key}>
                  <dt>
                    {key.split(" ").map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dt>
                  <dd>{t[means]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
