import { Link, Route, Switch, useLocation } from "wouter";
import { texts, useTexts } from "../language/texts";
import { useMe } from "../session/me";
import { AccessPage } from "./access_page";
import styles from "./admin.module.css";
import { AuditPage } from "./audit_page";
import { PeoplePage } from "./people_page";

const WORDS = texts(
  { people: "People", access: "Workflows", log: "Log", parts: "Parts of the administration" },
  { people: "Pessoas", access: "Fluxos", log: "Registro", parts: "Partes da administração" },
);
const PARTS = [
  { path: "/admin", name: "people" },
  { path: "/admin/workflows", name: "access" },
  { path: "/admin/log", name: "log" },
] as const;

/** What administrators look after: people, who may use which workflow, the log. */
export default function AdminPage() {
  const t = useTexts(WORDS);
  const [path] = useLocation();
  const here = PARTS.find((part) => part.path === path) ?? PARTS[0];
  const organisation = useMe().data?.org_name ?? "";
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t[here.name]}</h1>
        <p className={styles.what}>{organisation}</p>
        <nav aria-label={t.parts} className={styles.parts}>
          {PARTS.map((part) => (
            <Link
              key={part.path}
              href={part.path}
              aria-current={part === here ? "page" : undefined}
            >
              {t[part.name]}
            </Link>
          ))}
        </nav>
      </header>
      <Switch>
        <Route path="/admin/workflows" component={AccessPage} />
        <Route path="/admin/log" component={AuditPage} />
        <Route component={PeoplePage} />
      </Switch>
    </div>
  );
}
