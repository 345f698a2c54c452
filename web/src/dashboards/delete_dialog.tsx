import { useLocation } from "wouter";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import { useDeleteDashboard } from "./dashboards_api";

const WORDS = texts(
  {
    title: "Delete this dashboard?",
    what: (name: string) =>
      `“${name}” goes with its history, its snapshots and its links. This cannot be undone.`,
    keep: "Keep it",
    remove: "Delete",
    done: "Deleted",
  },
  {
    title: "Excluir este dashboard?",
    what: (name: string) =>
      `“${name}” some com seu histórico, seus instantâneos e seus links. Não dá para desfazer.`,
    keep: "Manter",
    remove: "Excluir",
    done: "Excluído",
  },
);

/** Asks before a dashboard goes. */
export function DeleteDialog({
  id,
  title,
  onDone,
}: {
  id: string;
  title: string;
  onDone: () => void;
}) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const [, navigate] = useLocation();
  const removal = useDeleteDashboard();
  const remove = () =>
    removal.mutate(id, {
      onSuccess: () => {
        notify(t.done);
        onDone();
        navigate("/dashboards");
      },
      onError: (error) => notify(error.message, "failed"),
    });
  return (
    <Dialog
      title={t.title}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t.keep}</Button>
          <Button look="danger" busy={removal.isPending} onClick={remove}>
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.what(title)}</p>
    </Dialog>
  );
}
