import { type FormEvent, useState } from "react";
import { useWorkflowTitle } from "../api/workflows";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { FAULT_WORDS, faultOf } from "./admin_words";
import { RoleChoice } from "./role_choice";
import { useSayAccess, type WorkflowAccess } from "./workflow_access";

const WORDS = texts(
  {
    who: "Who may use it",
    file: "As its file says",
    all: "Everybody",
    some: "Only these roles (administrators may always)",
    roles: "Roles",
    save: "Save",
    saved: "It holds from the next message on.",
  },
  {
    who: "Quem pode usar",
    file: "Como diz o arquivo",
    all: "Todos",
    some: "Só estes papéis (administradores sempre podem)",
    roles: "Papéis",
    save: "Salvar",
    saved: "Vale a partir da próxima mensagem.",
  },
);
const WAYS = ["file", "all", "some"] as const;
type Way = (typeof WAYS)[number];

function wayOf({ roles }: WorkflowAccess): Way {
  if (roles === null) return "file";
  return roles.length === 0 ? "all" : "some";
}

/** Who may use a workflow. */
export function AccessDialog({
  workflow,
  onClose,
}: {
  workflow: WorkflowAccess;
  onClose: () => void;
}) {
  const t = useTexts(WORDS);
  const faults = useTexts(FAULT_WORDS);
  const { notify } = useAnnouncer();
  const title = useWorkflowTitle(workflow.name) ?? workflow.name;
  const [way, setWay] = useState<Way>(wayOf(workflow));
  const [roles, setRoles] = useState(workflow.roles ?? workflow.file_roles);
  const say = useSayAccess();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const said = { file: null, all: [], some: roles }[way];
    say.mutate(
      { name: workflow.name, roles: said },
      {
        onSuccess: () => {
          notify(t.saved);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        {say.error !== null && (
          <p className={styles.fault} role="alert">
            {faultOf(say.error, faults, "last")}
          </p>
        )}
        <fieldset className={styles.choices}>
          <legend>{t.who}</legend>
          {WAYS.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
              <span>{t[one]}</span>
            </label>
          ))}
        </fieldset>
        {way === "some" && <RoleChoice legend={t.roles} chosen={roles} onChange={setRoles} />}
        <Button
          type="submit"
          look="primary"
          busy={say.isPending}
          disabled={way === "some" && roles.length === 0}
        >
          {t.save}
        </Button>
      </form>
    </Dialog>
  );
}
