/** Files on their way into a conversation, one after the other. */
import { useCallback, useEffect, useRef, useState } from "react";
import { Problem } from "../api/problem";
import type { Conversation } from "../conversation/conversation";
import { randomId } from "../conversation/random_id";
import { sendFile, type UploadProgress } from "./upload_request";

export interface Upload {
  id: string;
  file: File;
  progress: UploadProgress | null;
  problem: Problem | null;
  /** What is asked of it as soon as it is there. */
  question: string | null;
}

export interface Uploads {
  list: readonly Upload[];
  add: (files: readonly File[], question?: string) => void;
  /** Send one that failed once more. */
  again: (id: string) => void;
  /** Give one up; nothing is kept of it then. */
  remove: (id: string) => void;
}

interface Sending {
  id: string;
  control: AbortController;
}

/** Send files into a conversation; `ready` makes sure that the server knows it. */
export function useUploads(
  conversation: Conversation,
  ready: () => Promise<void>,
  onTaken: (upload: Upload) => void,
): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  // A state beside the list: an effect must never see one of them without the change of the other.
  const [sending, setSending] = useState<Sending | null>(null);
  const change = useCallback(
    (id: string, some: Partial<Upload>) =>
      setList((all) => all.map((one) => (one.id === id ? { ...one, ...some } : one))),
    [],
  );
  const drop = useCallback(
    (id: string) => setList((all) => all.filter((one) => one.id !== id)),
    [],
  );
  const next = sending === null ? list.find((one) => one.problem === null) : undefined;
  const latest = useRef({ ready, onTaken });
  latest.current = { ready, onTaken };
  useEffect(() => {
    if (next === undefined) return;
    const control = new AbortController();
    setSending({ id: next.id, control });
    void sendInto(conversation, next, latest.current.ready, control.signal, (progress) =>
      change(next.id, { progress }),
    )
      .then(() => {
        latest.current.onTaken(next);
        drop(next.id);
      })
      .catch((error: unknown) => {
        if (control.signal.aborted) drop(next.id);
        else change(next.id, { problem: asProblem(error), progress: null });
      })
      .finally(() => setSending(null));
  }, [next, conversation, change, drop]);
  return {
    list,
    add: (files, question) =>
      setList((all) => [
        ...all,
        ...files.map((file) => ({
          id: randomId(),
          file,
          progress: null,
          problem: null,
          question: question ?? null,
        })),
      ]),
    again: (id) => change(id, { problem: null }),
    remove: (id) => {
      if (sending?.id === id) sending.control.abort();
      else drop(id);
    },
  };
}

/** Send a file, and show its message; used for samples too. */
export async function sendInto(
  conversation: Conversation,
  upload: Pick<Upload, "id" | "file">,
  ready: () => Promise<void>,
  signal: AbortSignal,
  tell: (progress: UploadProgress) => void,
): Promise<void> {
  tell({ phase: "sending", fraction: 0, note: "" });
  await ready();
  const { session } = conversation;
  const { id: key, file } = upload;
  const result = await sendFile({ session, file, key, tell, signal });
  const datasets = result.datasets.map((one) => one.id);
  conversation.join(result.turn, { kind: "file", name: file.name, text: result.summary, datasets });
}

function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem("unreadable", String(error));
}
