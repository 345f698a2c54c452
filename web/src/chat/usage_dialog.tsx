import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import { Dialog } from "../design/dialog";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { costOf, useUsageWords } from "../turn/usage_line";
import styles from "./usage_dialog.module.css";

const DAYS = 30;
const WORDS = texts(
  {
    title: "Usage",
    since: `All your conversations, the last ${DAYS} days`,
    model: "Model",
    calls: "Calls",
    read: "Tokens read",
    written: "Tokens written",
    cost: "Cost",
    all: "In all",
    none: "Nothing was used yet.",
  },
  {
    title: "Consumo",
    since: `Todas as suas conversas, últimos ${DAYS} dias`,
    model: "Modelo",
    calls: "Chamadas",
    read: "Tokens lidos",
    written: "Tokens escritos",
    cost: "Custo",
    all: "Ao todo",
    none: "Nada foi consumido ainda.",
  },
);

/** What the person has used, by model and in all. */
export function UsageDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(WORDS);
  const words = useUsageWords();
  const read = useQuery({
    queryKey: ["me", "usage"],
    queryFn: () => dataOf(api.GET("/me/usage", { params: { query: { days: DAYS } } })),
  });
  const models = byModel(read.data?.days ?? []);
  const count = (number: number) => number.toLocaleString(words.locale);
  return (
    <Dialog title={t.title} onClose={onClose}>
      {read.isPending && <Loading />}
      {read.error !== null && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data !== undefined && models.length === 0 && <p>{t.none}</p>}
      {read.data !== undefined && models.length > 0 && (
        <table className={styles.table}>
          <caption>{t.since}</caption>
          <thead>
            <tr>
              <th scope="col">{t.model}</th>
              <th scope="col">{t.calls}</th>
              <th scope="col">{t.read}</th>
              <th scope="col">{t.written}</th>
              <th scope="col">{t.cost}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((one) => (
              <tr key={one.model}>
                <th scope="row">{one.model}</th>
                <td>{count(one.calls)}</td>
                <td>{count(one.input)}</td>
                <td>{count(one.output)}</td>
                <td>{costOf(one.cost_usd, words)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.all}</th>
              <td>{count(read.data.total.calls)}</td>
              <td>{count(read.data.total.input)}</td>
              <td>{count(read.data.total.output)}</td>
              <td>{costOf(read.data.total.cost_usd, words)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Dialog>
  );
}

interface Used {
  model: string;
  calls: number;
  input: number;
  output: number;
  cost_usd: number | null;
}

/** Sum days up; a cost that is unknown once is unknown in all. */
function byModel(days: readonly Used[]): Used[] {
  const models = new Map<string, Used>();
  for (const { model, calls, input, output, cost_usd } of days) {
    const sum = models.get(model) ?? { model, calls: 0, input: 0, output: 0, cost_usd: 0 };
    models.set(model, {
      model,
      calls: sum.calls + calls,
      input: sum.input + input,
      output: sum.output + output,
      cost_usd: sum.cost_usd === null || cost_usd === null ? null : sum.cost_usd + cost_usd,
    });
  }
  return [...models.values()];
}
