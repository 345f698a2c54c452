import { useState } from "react";
import { useWorkflowTitle } from "../api/workflows";
import { Button } from "../design/button";
import { Empty, Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { AccessDialog } from "./access_dialog";
import styles from "./admin.module.css";
import { ROLE_WORDS } from "./role_words";
import { useWorkflowAccess, type WorkflowAccess } from "./workflow_access";

const WORDS = texts(
  {
    what: "Who of your organisation may use what. It holds from the next message on.",
    workflow: "Workflow",
    open: "Open to",
    everybody: "Everybody",
    own: "said here",
    change: (title: string) => `Change who may use ${title}`,
    edit: "Change",
    none: "No workflow is served",
  },
  {
    what: "Quem da sua organização pode usar o quê. Vale a partir da próxima mensagem.",
    workflow: "Fluxo",
    open: "Aberto para",
    everybody: "Todos",
    own: "definido aqui",
    change: (title: string) => `Alterar quem pode usar ${title}`,
    edit: "Alterar",
    none: "Nenhum fluxo é servido",
  },
);

/** Which roles may use which workflow. */
export function AccessPage() {
  const t = useTexts(WORDS);
  const access = useWorkflowAccess();
  const [edited, setEdited] = useState<string | null>(null);
  if (access.isPending) return <Loading />;
  if (access.error !== null) {
    return <Failed error={access.error} onRetry={() => void access.refetch()} />;
  }
  const { workflows } = access.data;
  if (workflows.length === 0) return <Empty title={t.none} />;
  const workflow = workflows.find((one) => one.name === edited);
  return (
    <>
      <p className={styles.what}>{t.what}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.workflow}</th>
              <th scope="col">{t.open}</th>
              <th scope="col">
                <span className="hidden">{t.edit}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {workflows.map((one) => (
              <AccessRow key={one.name} workflow={one} onEdit={() => setEdited(one.name)} />
            ))}
          </tbody>
        </table>
      </div>
      {workflow !== undefined && (
        <AccessDialog workflow={workflow} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function AccessRow({ workflow, onEdit }: { workflow: WorkflowAccess; onEdit: () => void }) {
  const t = useTexts(WORDS);
  const words = useTexts(ROLE_WORDS);
  const title = useWorkflowTitle(workflow.name) ?? workflow.name;
  const roles = workflow.roles ?? workflow.file_roles;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {roles.length === 0 && t.everybody}
        {roles.map((role) => (
          <span key={role} className={styles.chip}>
            {words[role]}
          </span>
        ))}
        {workflow.roles !== null && <span className={styles.own}> {t.own}</span>}
      </td>
      <td>
        {workflow.name !== "root" && (
          <Button look="quiet" aria-label={t.change(title)} onClick={onEdit}>
            {t.edit}
          </Button>
        )}
      </td>
    </tr>
  );
}
