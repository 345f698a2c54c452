import type { UseQueryResult } from "@tanstack/react-query";
import {
  Pencil,
  Pin,
  PinOff,
  Plus,
  Printer,
  Redo2,
  RefreshCw,
  Share2,
  Trash2,
  Undo2,
} from "lucide-react";
import { Button, IconButton } from "../design/button";
import { Menu } from "../design/menu";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { moment } from "../widgets/values";
import type { RoomDialog } from "./dashboard_room";
import styles from "./dashboard_room.module.css";
import type { Dashboard, DashboardView } from "./dashboards_api";
import { TitleField } from "./title_field";
import type { Edits } from "./use_edits";

const WORDS = texts(
  {
    asOf: (at: string) => `Figures of ${at}`,
    asking: "Asking for the figures…",
    refresh: "Refresh",
    share: "Share",
    edit: "Edit",
    done: "Done",
    add: "Add",
    undo: "Undo",
    redo: "Redo",
    more: "More",
    pin: "Keep the figures of now",
    unpin: "Show the latest figures",
    print: "Print",
    remove: "Delete…",
    title: "Title of the dashboard",
  },
  {
    asOf: (at: string) => `Dados de ${at}`,
    asking: "Buscando os dados…",
    refresh: "Atualizar",
    share: "Compartilhar",
    edit: "Editar",
    done: "Concluir",
    add: "Adicionar",
    undo: "Desfazer",
    redo: "Refazer",
    more: "Mais",
    pin: "Fixar os dados de agora",
    unpin: "Mostrar os dados mais recentes",
    print: "Imprimir",
    remove: "Excluir…",
    title: "Título do dashboard",
  },
);

interface Props {
  known: Dashboard;
  view: UseQueryResult<DashboardView>;
  edits: Edits;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  onDialog: (dialog: RoomDialog) => void;
}

/** The title of a dashboard, how old its figures are, and what can be done with all of it. */
export function RoomHead({ known, view, edits, editing, onEditing, onDialog }: Props) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const shows = known.widgets.filter((tile) => tile.query != null);
  const pinned = shows.filter((tile) => tile.pinned_at !== null).length;
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        {editing ? (
          <TitleField
            label={t.title}
            title={known.title}
            className={styles.title}
            onRename={(title) => void edits.apply({ edit: "rename", title })}
          />
        ) : (
          <h1 title={known.title}>{known.title}</h1>
        )}
        <p className={styles.stamp} role="status">
          {view.data === undefined || view.isFetching
            ? t.asking
            : t.asOf(moment(view.data.at, language))}
        </p>
      </div>
      <div className={styles.actions}>
        {editing ? (
          <>
            <IconButton
              label={t.undo}
              disabled={!known.can_undo || edits.busy}
              onClick={edits.undo}
            >
              <Undo2 />
            </IconButton>
            <IconButton
              label={t.redo}
              disabled={!known.can_redo || edits.busy}
              onClick={edits.redo}
            >
              <Redo2 />
            </IconButton>
            <Button icon={<Plus />} onClick={() => onDialog("add")}>
              {t.add}
            </Button>
            <Button look="primary" onClick={() => onEditing(false)}>
              {t.done}
            </Button>
          </>
        ) : (
          <>
            <IconButton
              label={t.refresh}
              busy={view.isFetching}
              onClick={() => void view.refetch()}
            >
              <RefreshCw />
            </IconButton>
            <Button icon={<Share2 />} onClick={() => onDialog("share")}>
              {t.share}
            </Button>
            <Button icon={<Pencil />} onClick={() => onEditing(true)}>
              {t.edit}
            </Button>
          </>
        )}
        <Menu
          label={t.more}
          items={[
            pinned < shows.length && {
              label: t.pin,
              icon: <Pin />,
              onSelect: () => void edits.apply({ edit: "pin" }),
            },
            pinned > 0 && {
              label: t.unpin,
              icon: <PinOff />,
              onSelect: () => void edits.apply({ edit: "unpin" }),
            },
            { label: t.print, icon: <Printer />, onSelect: () => print() },
            {
              label: t.remove,
              icon: <Trash2 />,
              danger: true,
              onSelect: () => onDialog("delete"),
            },
          ]}
        />
      </div>
    </header>
  );
}
