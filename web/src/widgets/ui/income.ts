/** What a household earns for each of its members, in the words that an answer's schema has. */
import { asSchema, fieldsOf } from "./answer_schema";

export interface Household {
  people: number;
  incomes: readonly number[];
}

const NAMES: Readonly<Record<"each" | "all" | "people" | "incomes", readonly string[]>> = {
  each: [
    "income_per_capita",
    "per_capita_income",
    "per_capita",
    "renda_per_capita",
    "income",
    "renda",
  ],
  all: [
    "total_income",
    "household_income",
    "family_income",
    "renda_total",
    "renda_familiar",
    "total",
  ],
  people: ["household_size", "family_size", "people", "members", "pessoas", "membros"],
  incomes: ["incomes", "rendas"],
};

/** Rounded down to the cent: who stands at a limit is not put above it. */
export function perCapita({ people, incomes }: Household): number | null {
  if (people < 1 || incomes.length > people) return null;
  const total = incomes.reduce((sum, one) => sum + one, 0);
  return Math.floor((total / people) * 100 + 1e-6) / 100;
}

/** The answer by the schema's own names; null where it asks for what a household does not tell. */
export function incomeAnswer(
  household: Household,
  schema: Readonly<Record<string, unknown>>,
): Record<string, unknown> | number | null {
  const each = perCapita(household);
  if (each === null) return null;
  if (schema.type === "number") return each;
  const fields = fieldsOf(schema);
  const total = household.incomes.reduce((sum, one) => sum + one, 0);
  const known = { each, all: total, people: household.people, incomes: household.incomes };
  if (fields === null) return { income_per_capita: each };
  const answer: Record<string, unknown> = {};
  for (const { name, required } of fields) {
    const key = KEYS.find((one) => NAMES[one].includes(name.toLowerCase()));
    if (key !== undefined) answer[name] = known[key];
    else if (required) return null;
  }
  return answer;
}

/** Whether the calculator can give what a schema asks for. */
export function answersIncome(schema: Readonly<Record<string, unknown>>): boolean {
  const answer = incomeAnswer({ people: 1, incomes: [0] }, schema);
  const given = asSchema(answer);
  return answer !== null && (given === null || Object.keys(given).length > 0);
}

const KEYS = ["each", "all", "people", "incomes"] as const;
