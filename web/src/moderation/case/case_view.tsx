import { ArrowLeft, ChevronDown, ChevronUp, Keyboard } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "../../design/button";
import { Failed, Loading } from "../../design/states";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useMe } from "../../session/me";
import { useLanguage } from "../../session/preferences";
import { ageOf, useNames } from "../case_words";
import { KeysHelp } from "../keys_help";
import { type CasePage, useAssign, useCase, useReveal } from "../moderation_api";
import { neighbours, placeNow, rememberOpened } from "../queue_place";
import { useKeys } from "../use_keys";
import { VerdictMark } from "../verdict_mark";
import { CaseNotes } from "./case_notes";
import { CaseRoute } from "./case_route";
import { CaseText } from "./case_text";
import { CaseVerdict } from "./case_verdict";
import styles from "./case_view.module.css";
import { type Choice, DecidePanel } from "./decide_panel";
import { HandOn } from "./hand_on";
import { HistoryList } from "./history_list";
import { SimilarCases } from "./similar_cases";

const WORDS = texts(
  {
    back: "Back to the queue",
    before: "Previous case (k)",
    after: "Next case (j)",
    place: (at: number, of: number) => `${at} of ${of}`,
    keys: "Keys (?)",
    same: "All cases of this person",
  },
  {
    back: "Voltar à fila",
    before: "Caso anterior (k)",
    after: "Próximo caso (j)",
    place: (at: number, of: number) => `${at} de ${of}`,
    keys: "Teclas (?)",
    same: "Todos os casos desta pessoa",
  },
);

/** One case, from what is known of it to its decision. */
export function CaseView({ id }: { id: string }) {
  const t = useTexts(WORDS);
  const found = useCase(id);
  const back = `/moderation${placeNow().search}`;
  useEffect(() => rememberOpened(id), [id]);
  return (
    <div className={styles.page}>
      <CaseHead id={id} back={back} page={found.data} />
      {found.data !== undefined ? (
        <CaseBody id={id} page={found.data} back={back} />
      ) : found.error !== null ? (
        <>
          <Failed error={found.error} onRetry={() => void found.refetch()} />
          <p className={styles.center}>
            <Link href={back}>{t.back}</Link>
          </p>
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function CaseHead({ id, back, page }: { id: string; back: string; page: CasePage | undefined }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const [, navigate] = useLocation();
  const [help, setHelp] = useState(false);
  const { at, of, before, after } = neighbours(id);
  const go = (to: string | undefined) => {
    if (to !== undefined) navigate(`/moderation/${to}`);
  };
  useKeys({
    j: () => go(after),
    k: () => go(before),
    "?": () => setHelp(true),
    escape: () => navigate(back),
  });
  const found = page?.case;
  return (
    <header className={styles.head}>
      <Link href={back} className={styles.back} aria-label={t.back} title={t.back}>
        <ArrowLeft aria-hidden="true" />
      </Link>
      <h1>
        {found === undefined ? "…" : name("category", found.category)}
        {found !== undefined && <span> #{found.no}</span>}
      </h1>
      {found !== undefined && (
        <p className={styles.facts}>
          <VerdictMark verdict={found.verdict} />
          <span>{name("stage", found.stage)}</span>
          <span className={styles.status}>{name("standing", found.status)}</span>
          <time dateTime={found.created_at}>{ageOf(found.created_at, Date.now(), locale)}</time>
          <Link href={`/moderation?status=all&person=${found.person}`}>{t.same}</Link>
        </p>
      )}
      <div className={styles.moves}>
        {at >= 0 && <span>{t.place(at + 1, of)}</span>}
        <IconButton label={t.before} disabled={before === undefined} onClick={() => go(before)}>
          <ChevronUp />
        </IconButton>
        <IconButton label={t.after} disabled={after === undefined} onClick={() => go(after)}>
          <ChevronDown />
        </IconButton>
        <IconButton label={t.keys} onClick={() => setHelp(true)}>
          <Keyboard />
        </IconButton>
      </div>
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </header>
  );
}

function CaseBody({ id, page, back }: { id: string; page: CasePage; back: string }) {
  const me = useMe().data?.id ?? "";
  const [, navigate] = useLocation();
  const reveal = useReveal(id);
  const assign = useAssign(id);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [handing, setHanding] = useState(false);
  const reason = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  const undecided = page.case.status !== "decided";
  const mine = page.reviews.some((review) => review.reviewer === me);
  const choose = (one: Choice) => undecided && !mine && setChoice(one);
  useEffect(() => {
    if (handing) why.current?.focus();
  }, [handing]);
  useKeys({
    r: () => reason.current?.focus(),
    c: () => choose("confirm"),
    f: () => choose("false_positive"),
    n: () => note.current?.focus(),
    h: () => setHanding(undecided),
    m: () => assign.mutate(me),
  });
  const next = () => {
    const { after } = neighbours(id);
    navigate(after === undefined ? back : `/moderation/${after}`);
  };
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <CaseText
          page={page}
          me={me}
          revealed={reveal.data}
          pending={reveal.isPending}
          failure={reveal.error}
          field={reason}
          onReason={reveal.mutate}
        />
        <CaseVerdict page={page} />
        <CaseRoute page={page} />
        <HistoryList page={page} />
        <CaseNotes id={id} field={note} />
      </div>
      <div className={styles.side}>
        <DecidePanel page={page} me={me} choice={choice} onChoose={setChoice} onDecided={next} />
        <HandOn page={page} me={me} open={handing} note={why} onOpen={setHanding} />
        <SimilarCases page={page} />
      </div>
    </div>
  );
}
