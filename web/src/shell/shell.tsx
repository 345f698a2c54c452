import { Inbox, LayoutDashboard, Menu, MessageSquare, ShieldCheck, UsersRound } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { AccountMenu } from "../session/account_menu";
import { mayUse, useMe } from "../session/me";
import styles from "./shell.module.css";
import { SideSlot, SideSlotProvider } from "./side_slot";

const WORDS = texts(
  {
    skip: "Skip to the content",
    menu: "Menu",
    rooms: "Rooms",
    chat: "Chat",
    dashboards: "Dashboards",
    inbox: "Inbox",
    moderation: "Moderation",
    admin: "People",
  },
  {
    skip: "Ir para o conteúdo",
    menu: "Menu",
    rooms: "Áreas",
    chat: "Conversa",
    dashboards: "Dashboards",
    inbox: "Atendimento",
    moderation: "Moderação",
    admin: "Pessoas",
  },
);

/** The rooms of the application; a new one (studio, operations) is a line here and in app.tsx. */
const ROOMS = [
  { path: "/c", name: "chat", icon: MessageSquare, roles: [] },
  { path: "/dashboards", name: "dashboards", icon: LayoutDashboard, roles: [] },
  { path: "/inbox", name: "inbox", icon: Inbox, roles: ["staff"] },
  { path: "/moderation", name: "moderation", icon: ShieldCheck, roles: ["moderator"] },
  { path: "/admin", name: "admin", icon: UsersRound, roles: ["admin"] },
] as const;

/** The frame of every page: the rooms at the side, what the page adds to it, and its content. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTexts(WORDS);
  const me = useMe().data;
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was opened closes the side
  useEffect(() => setOpen(false), [path]);
  return (
    <SideSlotProvider>
      <a className={styles.skip} href="#content">
        {t.skip}
      </a>
      <div className={styles.shell} data-open={open}>
        <aside className={styles.side} id="side">
          <div className={styles.brand}>
            <img src="/app/mark.svg" alt="" width="24" height="24" />
            <span>Batuta</span>
          </div>
          <nav aria-label={t.rooms}>
            <ul className={styles.rooms}>
              {ROOMS.filter((room) => mayUse(me, room.roles)).map((room) => (
                <li key={room.path}>
                  <Link
                    href={room.path}
                    className={styles.room}
                    aria-current={path.startsWith(room.path) ? "page" : undefined}
                  >
                    <room.icon aria-hidden="true" />
                    {t[room.name]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <SideSlot className={styles.slot} />
          <AccountMenu />
        </aside>
        <button
          type="button"
          className={styles.veil}
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => setOpen(false)}
        />
        <main className={styles.content} id="content" tabIndex={-1}>
          <div className={styles.opener}>
            <IconButton
              label={t.menu}
              aria-expanded={open}
              aria-controls="side"
              onClick={() => setOpen(!open)}
            >
              <Menu />
            </IconButton>
          </div>
          {children}
        </main>
      </div>
    </SideSlotProvider>
  );
}
