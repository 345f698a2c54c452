import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSelection } from "./use_selection";

const SHOWN = ["a", "b", "c", "d"];

test("one is selected and let go again, a range goes from the last one on", () => {
  const { result } = renderHook(() => useSelection(SHOWN));
  act(() => result.current.pick("b"));
  act(() => result.current.pick("d", true));
  expect([...result.current.ids]).toEqual(["b", "c", "d"]);
  act(() => result.current.pick("c"));
  expect([...result.current.ids]).toEqual(["b", "d"]);
  act(() => result.current.pickAll(false));
  expect(result.current.ids.size).toBe(0);
});

test("what is not shown any more is not selected any more", () => {
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown), {
    initialProps: { shown: SHOWN },
  });
  act(() => result.current.pickAll(true));
  rerender({ shown: ["a", "d"] });
  expect([...result.current.ids]).toEqual(["a", "d"]);
});
