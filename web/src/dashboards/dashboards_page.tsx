import { Route, Switch } from "wouter";
import { DashboardRoom } from "./dashboard_room";
import { Gallery } from "./gallery";
import { OpenShared } from "./open_shared";

/** The room of dashboards: all of them, one of them, and one that somebody shared. */
export default function DashboardsPage() {
  return (
    <Switch>
      <Route path="/dashboards/shared/:token">{({ token }) => <OpenShared token={token} />}</Route>
      <Route path="/dashboards/:id">{({ id }) => <DashboardRoom key={id} id={id} />}</Route>
      <Route>
        <Gallery />
      </Route>
    </Switch>
  );
}
