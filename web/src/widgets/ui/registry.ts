/**
 * The components that workflows may ask the page for. A new one is a file in `components/`, named
 * like the component, whose default export takes `ComponentProps`.
 */
import { type ComponentType, lazy } from "react";

export interface ComponentProps {
  props: Readonly<Record<string, unknown>>;
  /** What its answer has to look like. */
  schema: Readonly<Record<string, unknown>>;
  onAnswer: ((value: unknown) => void | Promise<void>) | undefined;
}

type Loaded = () => Promise<{ default: ComponentType<ComponentProps> }>;

const FILES = import.meta.glob<{ default: ComponentType<ComponentProps> }>("./components/*.tsx");
const COMPONENTS = new Map(
  Object.entries(FILES).map(([path, load]) => [
    path.replace(/^.*\/|\.tsx$/g, ""),
    lazy(load as Loaded),
  ]),
);

export function componentOf(name: string): ComponentType<ComponentProps> | null {
  return COMPONENTS.get(name) ?? null;
}
