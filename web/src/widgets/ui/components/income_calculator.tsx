import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../../../design/button";
import { Field } from "../../../design/field";
import { LOCALE, texts, useTexts } from "../../../language/texts";
import { useLanguage } from "../../../session/preferences";
import styles from "../../ui_component.module.css";
import { AnswerForm } from "../answer_form";
import { readNumber } from "../answer_schema";
import { answersIncome, incomeAnswer, perCapita } from "../income";
import type { ComponentProps } from "../registry";

const WORDS = texts(
  {
    title: "Income per person",
    people: "People in the household",
    hint: "Everybody who lives from these incomes, children too.",
    income: (n: number) => `Monthly income ${n}`,
    add: "Another income",
    remove: (n: number) => `Remove income ${n}`,
    each: "For each person, a month",
    use: "Use this",
    few: "At least one person.",
    more: "More incomes than people.",
    unread: "An amount, like 1,500.00",
  },
  {
    title: "Renda por pessoa",
    people: "Pessoas na família",
    hint: "Todos os que vivem dessa renda, crianças também.",
    income: (n: number) => `Renda mensal ${n}`,
    add: "Outra renda",
    remove: (n: number) => `Remover a renda ${n}`,
    each: "Por pessoa, por mês",
    use: "Usar este valor",
    few: "Pelo menos uma pessoa.",
    more: "Há mais rendas do que pessoas.",
    unread: "Um valor, como 1.500,00",
  },
);
const MOST = 20;

/** Works out what a household earns for each of its members, and answers with it. */
export default function IncomeCalculator({ props, schema, onAnswer }: ComponentProps) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const [people, setPeople] = useState("");
  const [incomes, setIncomes] = useState<readonly { key: number; typed: string }[]>([
    { key: 0, typed: "" },
  ]);
  const [busy, setBusy] = useState(false);
  if (!answersIncome(schema)) return <AnswerForm schema={schema} onAnswer={onAnswer} />;
  const members = /^\d{1,3}$/.test(people.trim()) ? Number(people) : Number.NaN;
  const read = incomes.filter(({ typed }) => typed.trim() !== "");
  const amounts = read.map(({ typed }) => readNumber(typed));
  const household = { people: members, incomes: amounts };
  const whole = members >= 1 && amounts.length > 0 && amounts.every((one) => one >= 0);
  const each = whole ? perCapita(household) : null;
  const money = new Intl.NumberFormat(LOCALE[language], {
    style: "currency",
    currency: currencyOf(props),
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (each === null || onAnswer === undefined) return;
    setBusy(true);
    try {
      await onAnswer(incomeAnswer(household, schema));
    } finally {
      setBusy(false);
    }
  };
  const change = (key: number, typed: string) =>
    setIncomes(incomes.map((one) => (one.key === key ? { key, typed } : one)));
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <h3>{t.title}</h3>
      <Field
        label={t.people}
        hint={t.hint}
        fault={people !== "" && !(members >= 1) ? t.few : members < read.length ? t.more : null}
        inputMode="numeric"
        value={people}
        onChange={(event) => setPeople(event.target.value)}
      />
      <div className={styles.people}>
        {incomes.map(({ key, typed }, at) => (
          <div key={key} className={styles.person}>
            <Field
              label={t.income(at + 1)}
              fault={typed.trim() !== "" && !(readNumber(typed) >= 0) ? t.unread : null}
              inputMode="decimal"
              value={typed}
              onChange={(event) => change(key, event.target.value)}
            />
            <IconButton
              label={t.remove(at + 1)}
              disabled={incomes.length === 1}
              onClick={() => setIncomes(incomes.filter((one) => one.key !== key))}
            >
              <X />
            </IconButton>
          </div>
        ))}
        {incomes.length < MOST && (
          <Button
            look="quiet"
            icon={<Plus />}
            onClick={() =>
              setIncomes([...incomes, { key: (incomes.at(-1)?.key ?? 0) + 1, typed: "" }])
            }
          >
            {t.add}
          </Button>
        )}
      </div>
      <div className={styles.result}>
        <span className={styles.told}>{t.each}</span>
        <output aria-live="polite">{each === null ? "–" : money.format(each)}</output>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={each === null || onAnswer === undefined}
        >
          {t.use}
        </Button>
      </div>
    </form>
  );
}

function currencyOf(props: ComponentProps["props"]): string {
  const known = typeof props.currency === "string" ? props.currency : "";
  return /^[A-Z]{3}$/.test(known) ? known : "BRL";
}
