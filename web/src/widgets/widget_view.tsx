import { lazy, Suspense } from "react";
import { Boundary } from "../design/boundary";
import { texts, useTexts } from "../language/texts";
import { FileWidget } from "./file_widget";
import { KpiWidget } from "./kpi_widget";
import { gridHeight } from "./table_size";
import { type Widget, widgetOf } from "./widget";
import styles from "./widget_card.module.css";

const ChartWidget = lazy(() => import("./chart_widget"));
const TableWidget = lazy(() => import("./table_widget"));
const DashboardWidget = lazy(() => import("./dashboard_widget"));
const ArtifactWidget = lazy(() => import("./artifact_widget"));

const WORDS = texts(
  { unread: "Something was shown here that this page cannot read." },
  { unread: "Algo foi mostrado aqui que esta página não consegue ler." },
);

/** What a message shows beside its text: of the stream, or as it was kept with the message. */
export function WidgetView({ widget }: { widget: Widget | Readonly<Record<string, unknown>> }) {
  const t = useTexts(WORDS);
  const known = widgetOf(widget);
  if (known === null) return <p className={styles.unread}>{t.unread}</p>;
  return (
    <Boundary>
      <Suspense fallback={<Reserved widget={known} />}>
        <Known widget={known} />
      </Suspense>
    </Boundary>
  );
}

function Known({ widget }: { widget: Widget }) {
  switch (widget.type) {
    case "chart":
      return <ChartWidget chart={widget} />;
    case "table":
      return <TableWidget table={widget} />;
    case "kpi":
      return <KpiWidget kpi={widget} />;
    case "dashboard":
      return <DashboardWidget dashboard={widget} />;
    case "artifact":
      return <ArtifactWidget artifact={widget} />;
    case "file":
      return <FileWidget file={widget} />;
  }
}

/** The room that a widget will take, while its code is on the way: nothing moves when it comes. */
function Reserved({ widget }: { widget: Widget }) {
  const height = widget.type === "table" ? gridHeight(widget.rows.length) + FRAME : undefined;
  return (
    <div
      className={styles.reserved}
      data-type={widget.type}
      aria-hidden="true"
      {...(height === undefined ? {} : { style: { height } })}
    />
  );
}

const FRAME = 82; // title and foot of a card
