import { useQueryClient } from "@tanstack/react-query";
import { ChevronUp } from "lucide-react";
import { useRef, useState } from "react";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import styles from "./account_menu.module.css";
import { ChangePassword } from "./change_password";
import { LanguageSwitch } from "./language_switch";
import { ME, useMe } from "./me";
import { prefer, THEMES, usePreferences } from "./preferences";
import { signOut } from "./sign_in_api";

const WORDS = texts(
  {
    account: "Account and settings",
    theme: "Colours",
    system: "As the system",
    light: "Light",
    dark: "Dark",
    still: "Reduce motion",
    leave: "Sign out",
    everywhere: "Sign out everywhere",
    password: "Change the password",
    sure: "Sign out everywhere?",
    ends: "You are signed out on every device, on this one too.",
    stay: "Cancel",
    failed: "You could not be signed out: the server cannot be reached.",
  },
  {
    account: "Conta e configurações",
    theme: "Cores",
    system: "Como no sistema",
    light: "Claro",
    dark: "Escuro",
    still: "Reduzir movimento",
    leave: "Sair",
    everywhere: "Sair de todos os lugares",
    password: "Trocar a senha",
    sure: "Sair de todos os lugares?",
    ends: "Seu acesso termina em todos os dispositivos, neste também.",
    stay: "Cancelar",
    failed: "Não foi possível sair: o servidor não responde.",
  },
);

/** Who is signed in, and how the pages look to them. */
export function AccountMenu() {
  const t = useTexts(WORDS);
  const me = useMe().data;
  const queries = useQueryClient();
  const { theme, motion } = usePreferences();
  const menu = useRef<HTMLDetailsElement>(null);
  const { notify } = useAnnouncer();
  const [asked, setAsked] = useState<"everywhere" | "password" | null>(null);
  const leave = async (everywhere: boolean) => {
    try {
      await signOut(everywhere);
    } catch {
      notify(t.failed, "failed");
      return;
    }
    queries.clear();
    await queries.resetQueries({ queryKey: ME });
    window.location.assign("/app/");
  };
  return (
    <>
      <details ref={menu} className={styles.account}>
        <summary>
          <span className="hidden">{t.account}: </span>
          <span className={styles.who}>{me?.email}</span>
          <ChevronUp aria-hidden="true" />
        </summary>
        <div className={styles.choices}>
          <LanguageSwitch />
          <label className={styles.line}>
            {t.theme}
            <select
              value={theme}
              onChange={(event) =>
                prefer("theme", THEMES.find((one) => one === event.target.value) ?? "system")
              }
            >
              {THEMES.map((one) => (
                <option key={one} value={one}>
                  {t[one]}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.line}>
            {t.still}
            <input
              type="checkbox"
              checked={motion === "none"}
              onChange={(event) => prefer("motion", event.target.checked ? "none" : "system")}
            />
          </label>
          <Button onClick={() => setAsked("password")}>{t.password}</Button>
          <Button onClick={() => setAsked("everywhere")}>{t.everywhere}</Button>
          <Button onClick={() => void leave(false)}>{t.leave}</Button>
        </div>
      </details>
      {asked === "password" && (
        <ChangePassword email={me?.email ?? ""} onClose={() => setAsked(null)} />
      )}
      {asked === "everywhere" && (
        <Dialog
          title={t.sure}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t.stay}</Button>
              <Button look="danger" onClick={() => void leave(true)}>
                {t.everywhere}
              </Button>
            </>
          }
        >
          <p>{t.ends}</p>
        </Dialog>
      )}
    </>
  );
}
