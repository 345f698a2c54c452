import { useAnnouncer } from "../../design/announcer";
import { Button } from "../../design/button";
import { Dialog } from "../../design/dialog";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { type GuardExample, useRemoveExample } from "../moderation_api";

const WORDS = texts(
  {
    title: "Take back what was learnt",
    block:
      "The text is not blocked for this any more: within ten seconds the guards judge it by themselves again.",
    allow:
      "Guesses may block the text again: within ten seconds the guards judge it by themselves.",
    keeps: "The decision itself stays as it is. It cannot be taught a second time from this case.",
    act: "Take back",
    cancel: "Cancel",
    done: "Taken back.",
  },
  {
    title: "Desfazer o que foi aprendido",
    block:
      "O texto deixa de ser bloqueado por isto: em dez segundos as guardas voltam a julgá-lo sozinhas.",
    allow: "Palpites podem bloquear o texto de novo: em dez segundos as guardas o julgam sozinhas.",
    keeps: "A decisão continua como está. Não é possível ensinar de novo a partir deste caso.",
    act: "Desfazer",
    cancel: "Cancelar",
    done: "Desfeito.",
  },
);

/** Asks once before an example is put out of use. */
export function RemoveDialog({ example, onClose }: { example: GuardExample; onClose: () => void }) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const remove = useRemoveExample();
  const act = () =>
    remove.mutate(example.id, {
      onSuccess: () => {
        notify(t.done);
        onClose();
      },
    });
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="danger" busy={remove.isPending} onClick={act}>
            {t.act}
          </Button>
        </>
      }
    >
      <p>{t[example.kind]}</p>
      <p>{t.keeps}</p>
      {remove.error !== null && <Failed error={remove.error} />}
    </Dialog>
  );
}
