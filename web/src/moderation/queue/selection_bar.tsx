import { Button } from "../../design/button";
import { texts, useTexts } from "../../language/texts";
import type { BulkMeant } from "./bulk_dialog";
import styles from "./queue_page.module.css";
import type { Selection } from "./use_selection";

const WORDS = texts(
  {
    all: "Select all that are shown",
    shown: (count: number) => (count === 1 ? "1 case shown" : `${count} cases shown`),
    picked: (count: number) => `${count} selected`,
    take: "Take all that fit the filters",
    whole: "All that fit the filters, the newest 500",
    confirm: "Rightly flagged",
    false_positive: "False alarm",
    escalate: "Hand on",
    clear: "Clear",
  },
  {
    all: "Selecionar todos os mostrados",
    shown: (count: number) => (count === 1 ? "1 caso mostrado" : `${count} casos mostrados`),
    picked: (count: number) => `${count} selecionados`,
    take: "Tomar todos os que os filtros mostram",
    whole: "Todos os que os filtros mostram, os 500 mais novos",
    confirm: "Sinalizado com razão",
    false_positive: "Alarme falso",
    escalate: "Encaminhar",
    clear: "Limpar",
  },
);

interface Props {
  selection: Selection;
  shown: number;
  onAct: (decision: BulkMeant["decision"]) => void;
  /** Whether all that fit the filters are meant; null where that cannot be asked for. */
  whole: boolean | null;
  onWhole: () => void;
}

/** The head of the list: how many there are, and what to do with the selected ones. */
export function SelectionBar({ selection, shown, onAct, whole, onWhole }: Props) {
  const t = useTexts(WORDS);
  const count = selection.ids.size;
  return (
    <div className={styles.bar} data-picking={count > 0}>
      <label>
        <span className="hidden">{t.all}</span>
        <input
          type="checkbox"
          checked={count === shown}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < shown;
          }}
          onChange={() => selection.pickAll(count < shown)}
        />
      </label>
      <span>
        {count === 0 ? t.shown(shown) : whole === true ? t.whole : t.picked(count)}
        {count === shown && whole === false && (
          <Button look="quiet" onClick={() => onWhole()}>
            {t.take}
          </Button>
        )}
      </span>
      {count > 0 && (
        <div className={styles.picked}>
          <Button onClick={() => onAct("confirm")}>{t.confirm}</Button>
          <Button onClick={() => onAct("false_positive")}>{t.false_positive}</Button>
          <Button onClick={() => onAct("escalate")}>{t.escalate}</Button>
          <Button look="quiet" onClick={() => selection.pickAll(false)}>
            {t.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
