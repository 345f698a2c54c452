import { useState } from "react";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { useTexts } from "../language/texts";
import styles from "./inbox.module.css";
import { type StaffSelf, useDescribeSelf } from "./inbox_api";
import { INBOX_WORDS } from "./inbox_words";

/** The name by which people know somebody of the staff, and whether they are away. */
export function SelfDialog({ me, onClose }: { me: StaffSelf; onClose: () => void }) {
  const t = useTexts(INBOX_WORDS);
  const save = useDescribeSelf();
  const [name, setName] = useState(me.name ?? "");
  const [away, setAway] = useState(me.away);
  return (
    <Dialog title={t.me} onClose={onClose}>
      <form
        className={styles.self}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name: name.trim() || null, away }, { onSuccess: onClose });
        }}
      >
        <Field
          label={t.name}
          hint={t.nameHint}
          fault={save.error?.message ?? null}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={away}
            onChange={(event) => setAway(event.target.checked)}
          />
          {t.away}
        </label>
        <Button look="primary" type="submit" busy={save.isPending}>
          {t.save}
        </Button>
      </form>
    </Dialog>
  );
}
