/** The pages and their addresses. What is not the chat is loaded when it is opened. */
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { makeQueries } from "./api/queries";
import { ChatPage } from "./chat/chat_page";
import { AnnouncerProvider } from "./design/announcer";
import { Boundary } from "./design/boundary";
import { Loading } from "./design/states";
import { SignedIn } from "./session/signed_in";
import { Shell } from "./shell/shell";

const DashboardsPage = lazy(() => import("./dashboards/dashboards_page"));
const InboxPage = lazy(() => import("./inbox/inbox_page"));
const ModerationPage = lazy(() => import("./moderation/moderation_page"));
const AdminPage = lazy(() => import("./admin/admin_page"));

export function App() {
  const [queries] = useState(makeQueries);
  return (
    <QueryClientProvider client={queries}>
      <AnnouncerProvider>
        <Router base="/app">
          <SignedIn>
            <Shell>
              <Boundary>
                <Suspense fallback={<Loading />}>
                  <Pages />
                </Suspense>
              </Boundary>
            </Shell>
          </SignedIn>
        </Router>
      </AnnouncerProvider>
    </QueryClientProvider>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/c/:session?">{({ session }) => <ChatPage session={session} />}</Route>
      <Route path="/dashboards/*?" component={DashboardsPage} />
      <Route path="/inbox/*?" component={InboxPage} />
      <Route path="/moderation/*?" component={ModerationPage} />
      <Route path="/admin/*?" component={AdminPage} />
      <Route>
        <Redirect to="/c" replace />
      </Route>
    </Switch>
  );
}
