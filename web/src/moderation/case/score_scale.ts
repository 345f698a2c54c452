/** Where a head's score stands against its limits, on one scale for all cases. */
export interface ScoreScale {
  score: number;
  review: number;
  block: number;
  verdict: "block" | "review" | "allow";
}

/** What heads say of texts lies between these; what lies beyond stands at the edge. */
const LOW = -1.6;
const HIGH = 2;

export function scaleOf(score: number, limits: { review: number; block: number }): ScoreScale {
  const verdict = score >= limits.block ? "block" : score >= limits.review ? "review" : "allow";
  return {
    score: place(score),
    review: place(limits.review),
    block: place(limits.block),
    verdict,
  };
}

/** A place in percent of the scale. */
function place(value: number): number {
  const share = (value - LOW) / (HIGH - LOW);
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
}
