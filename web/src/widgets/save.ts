/** Files that the browser saves, and words for the clipboard. */

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Save what a chart shows, if it is drawn. */
export function savePicture(title: string, address: string | null): void {
  if (address === null) return;
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = fileName(title, "png");
  anchor.click();
}

/** A name that every system takes, made of a title. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${plain || "data"}.${ending}`;
}

/** Copy a text; false where the browser does not let it. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text); // pages that were not loaded over https have no clipboard
  }
}

function copiedByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
