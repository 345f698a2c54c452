/** A place in the side column that the page in front may fill: the chat puts its list there. */
import { createContext, type ReactNode, useContext, useState } from "react";
import { createPortal } from "react-dom";

interface Slot {
  element: HTMLElement | null;
  setElement: (element: HTMLElement | null) => void;
}

const Context = createContext<Slot>({ element: null, setElement: () => {} });

export function SideSlotProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <Context.Provider value={{ element, setElement }}>{children}</Context.Provider>;
}

export function SideSlot({ className }: { className: string | undefined }) {
  return <div ref={useContext(Context).setElement} className={className} />;
}

/** Show something in the side column for as long as this is on the page. */
export function InSide({ children }: { children: ReactNode }) {
  const { element } = useContext(Context);
  return element === null ? null : createPortal(children, element);
}
