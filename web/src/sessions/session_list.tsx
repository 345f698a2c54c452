import { Plus, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "../design/button";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { dayGroups } from "./day_groups";
import { SessionLine } from "./session_line";
import styles from "./session_list.module.css";
import { useSessions } from "./sessions";

const WORDS = texts(
  {
    fresh: "New conversation",
    search: "Search by title",
    list: "Conversations",
    today: "Today",
    yesterday: "Yesterday",
    week: "Last 7 days",
    month: "Last 31 days",
    older: "Earlier",
    more: "Show more",
    none: "What you talk about is listed here.",
    notFound: "No conversation has these words in its title.",
  },
  {
    fresh: "Nova conversa",
    search: "Buscar pelo título",
    list: "Conversas",
    today: "Hoje",
    yesterday: "Ontem",
    week: "Últimos 7 dias",
    month: "Últimos 31 dias",
    older: "Antes",
    more: "Mostrar mais",
    none: "Suas conversas aparecem aqui.",
    notFound: "Nenhuma conversa tem estas palavras no título.",
  },
);

/** The conversations in the side column, by day; a search looks at all of them. */
export function SessionList({ current }: { current: string | undefined }) {
  const t = useTexts(WORDS);
  const [, go] = useLocation();
  const [wanted, setWanted] = useState("");
  const read = useSessions();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = read;
  useEffect(() => {
    if (wanted !== "" && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [wanted, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const all = read.data?.pages.flatMap((page) => page.sessions) ?? [];
  const found = all.filter((one) => matches(one.title ?? "", wanted));
  return (
    <div className={styles.side}>
      <Link href="/c" className={styles.fresh} data-shortcut="new">
        <Plus aria-hidden="true" />
        {t.fresh}
      </Link>
      <label className={styles.search}>
        <Search aria-hidden="true" />
        <span className="hidden">{t.search}</span>
        <input
          type="search"
          placeholder={t.search}
          value={wanted}
          data-shortcut="search"
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <nav className={styles.list} aria-label={t.list}>
        {read.isPending && <Loading />}
        {read.error !== null && all.length === 0 && (
          <Failed error={read.error} onRetry={() => void read.refetch()} />
        )}
        {read.data !== undefined && found.length === 0 && (
          <p className={styles.none}>{wanted === "" ? t.none : t.notFound}</p>
        )}
        {dayGroups(found, new Date()).map((group) => (
          <section key={group.age} aria-label={t[group.age]}>
            <h2>{t[group.age]}</h2>
            <ul>
              {group.sessions.map((session) => (
                <SessionLine
                  key={session.id}
                  session={session}
                  current={session.id === current}
                  onDeleted={() => {
                    if (session.id === current) go("/c");
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage && wanted === "" && (
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        )}
      </nav>
    </div>
  );
}

function matches(title: string, wanted: string): boolean {
  return plain(title).includes(plain(wanted.trim()));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
