import { useLocation, useSearch } from "wouter";
import { Failed, Loading } from "../../design/states";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { spanOf, useNames } from "../case_words";
import { type Stats, useStats } from "../moderation_api";
import { ModerationFrame } from "../moderation_frame";
import { FilterSelect } from "../queue/filter_select";
import styles from "./activity_page.module.css";
import { AgeBars } from "./age_bars";
import { DayChart } from "./day_chart";
import { alarmsOf, daysOf, totalOf } from "./day_rows";
import { ShareTable } from "./share_table";

const WORDS = texts(
  {
    span: "Time",
    usual: "last 30 days",
    d7: "last 7 days",
    d90: "last 90 days",
    d365: "last 365 days",
    opened: "Opened",
    aside: (count: string) => `and ${count} guesses set aside: the review budget was used up`,
    decided: "Decided",
    alarms: "False alarms",
    ofDecided: "of what was decided",
    agreement: "Agreement",
    agreed: (pairs: number, kappa: string) =>
      pairs === 1 ? "1 case decided by two" : `${pairs} cases decided by two${kappa}`,
    kappa: (value: string) => `, kappa ${value}`,
    nobody: "no case was decided by two",
    waited: "Waited for a decision",
    most: (span: string) => `half of them less; nine of ten less than ${span}`,
    nothing: "nothing was decided",
    guards: "By guard",
    categories: "By category and where it was found",
    none: "No guard",
    whole: "All figures count your organisation's cases, also those about yourself.",
  },
  {
    span: "Período",
    usual: "últimos 30 dias",
    d7: "últimos 7 dias",
    d90: "últimos 90 dias",
    d365: "últimos 365 dias",
    opened: "Abertos",
    aside: (count: string) => `e ${count} palpites deixados de lado: o orçamento de revisão acabou`,
    decided: "Decididos",
    alarms: "Alarmes falsos",
    ofDecided: "do que foi decidido",
    agreement: "Concordância",
    agreed: (pairs: number, kappa: string) =>
      pairs === 1 ? "1 caso decidido por dois" : `${pairs} casos decididos por dois${kappa}`,
    kappa: (value: string) => `, kappa ${value}`,
    nobody: "nenhum caso foi decidido por dois",
    waited: "Espera por decisão",
    most: (span: string) => `metade esperou menos; nove em dez menos de ${span}`,
    nothing: "nada foi decidido",
    guards: "Por guarda",
    categories: "Por categoria e onde foi achado",
    none: "Nenhuma guarda",
    whole: "Os números contam os casos da sua organização, também os que são sobre você.",
  },
);
const SPANS = ["7", "90", "365"] as const;
const USUAL = 30;

/** What came, what was decided, how often the guards were wrong, and how far two agree. */
export function ActivityPage() {
  const t = useTexts(WORDS);
  const search = useSearch();
  const [, navigate] = useLocation();
  const chosen = SPANS.find((one) => one === new URLSearchParams(search).get("days"));
  const days = Number(chosen ?? USUAL);
  const stats = useStats(days);
  return (
    <ModerationFrame>
      <div className={styles.span}>
        <FilterSelect
          label={t.span}
          none={t.usual}
          value={chosen}
          options={SPANS.map((value) => ({ value, label: t[`d${value}`] }))}
          onChange={(value) =>
            navigate(`/moderation/activity${value === undefined ? "" : `?days=${value}`}`, {
              replace: true,
            })
          }
        />
      </div>
      {stats.data !== undefined ? (
        <Figures stats={stats.data} days={days} />
      ) : stats.error !== null ? (
        <Failed error={stats.error} onRetry={() => void stats.refetch()} />
      ) : (
        <Loading />
      )}
    </ModerationFrame>
  );
}

function Figures({ stats, days }: { stats: Stats; days: number }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const rows = daysOf(stats.days, days, Date.now());
  const total = totalOf(rows);
  const alarms = alarmsOf(total);
  const { agreement, waited } = stats;
  const kappa = agreement.kappa === null ? "" : t.kappa(agreement.kappa.toLocaleString(locale));
  const told = (share: number | null) => (share === null ? "–" : percent.format(share));
  const figures = [
    [
      t.opened,
      total.opened.toLocaleString(locale),
      stats.set_aside === 0 ? "" : t.aside(stats.set_aside.toLocaleString(locale)),
    ],
    [t.decided, (total.confirmed + total.false_positive).toLocaleString(locale), ""],
    [t.alarms, told(alarms), alarms === null ? t.nothing : t.ofDecided],
    [
      t.agreement,
      told(agreement.agreed),
      agreement.pairs === 0 ? t.nobody : t.agreed(agreement.pairs, kappa),
    ],
    [
      t.waited,
      waited.half === null ? "–" : spanOf(waited.half, locale),
      waited.most === null ? t.nothing : t.most(spanOf(waited.most, locale)),
    ],
  ] as const;
  return (
    <div className={styles.figures}>
      <dl className={styles.heads}>
        {figures.map(([title, figure, more]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <strong>{figure}</strong>
              <span>{more}</span>
            </dd>
          </div>
        ))}
      </dl>
      <DayChart rows={rows} />
      <div className={styles.pair}>
        <AgeBars ages={stats.ages} />
        <ShareTable
          title={t.guards}
          rows={stats.guards.map((row) => ({ ...row, name: name("guard", row.guard) || t.none }))}
        />
      </div>
      <ShareTable
        title={t.categories}
        rows={stats.categories.slice(0, 30).map((row) => ({
          ...row,
          name: `${name("category", row.category)} · ${name("stage", row.stage)}`,
        }))}
      />
      <p className={styles.soft}>{t.whole}</p>
    </div>
  );
}
