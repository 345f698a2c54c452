import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";

const WORDS = texts(
  {
    title: "This dashboard has changed meanwhile",
    why: "Somebody else, or the assistant, has changed it since you opened it. Your last change was not made, so that theirs is not lost.",
    load: "Load it again",
  },
  {
    title: "Este dashboard mudou nesse meio-tempo",
    why: "Outra pessoa, ou o assistente, alterou este dashboard depois que você o abriu. Sua última alteração não foi feita, para não perder a dela.",
    load: "Carregar de novo",
  },
);

export function ConflictDialog({ onReload }: { onReload: () => void }) {
  const t = useTexts(WORDS);
  return (
    <Dialog
      title={t.title}
      onClose={onReload}
      actions={
        <Button look="primary" onClick={onReload}>
          {t.load}
        </Button>
      }
    >
      <p>{t.why}</p>
    </Dialog>
  );
}
