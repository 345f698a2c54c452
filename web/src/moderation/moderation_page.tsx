import { Route, Switch } from "wouter";
import { Empty } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { mayUse, useMe } from "../session/me";
import { ActivityPage } from "./activity/activity_page";
import { CaseView } from "./case/case_view";
import { ExamplesPage } from "./examples/examples_page";
import { QueuePage } from "./queue/queue_page";

const WORDS = texts(
  {
    closed: "You have no access to moderation",
    ask: "It is for people with the role moderator. An administrator can give it to you.",
  },
  {
    closed: "Você não tem acesso à moderação",
    ask: "Ela é para quem tem o papel de moderador. Um administrador pode concedê-lo.",
  },
);

/** The moderators' room; its pages share one piece of code, loaded when the room is entered. */
export default function ModerationPage() {
  const t = useTexts(WORDS);
  const me = useMe().data;
  if (!mayUse(me, ["moderator"])) {
    return (
      <Empty title={t.closed}>
        <p>{t.ask}</p>
      </Empty>
    );
  }
  return (
    <Switch>
      <Route path="/moderation/activity" component={ActivityPage} />
      <Route path="/moderation/examples" component={ExamplesPage} />
      <Route path="/moderation/:case">{({ case: id }) => <CaseView key={id} id={id} />}</Route>
      <Route>
        <QueuePage />
      </Route>
    </Switch>
  );
}
