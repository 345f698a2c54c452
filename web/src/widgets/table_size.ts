/** How high the rows of a table stand in a conversation: known before they are drawn. */
export const ROW_HEIGHT = 32;
const MOST_IN_SIGHT = 10.5; // half a row tells that there are more

export function gridHeight(rows: number): number {
  return Math.min(rows + 1, MOST_IN_SIGHT) * (ROW_HEIGHT + 1) + 4;
}
