import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { DatasetImportAnswer } from '../../../server/contract/dataset-uploads.ts';
import { type ApiError, asApiError, get, upload } from '../../client/api.ts';
import { API, type Kind } from './dataset.ts';

const POLL_MS = 500;

/** Files being sent, or refused before an import began. */
export interface Sending {
  key: number;
  files: readonly File[];
  /** Share of the bytes sent, 0..1. */
  share: number;
  /** Why they were refused. */
  error: ApiError | null;
}

export type Imports = ReturnType<typeof createImports>;

/**
 * Tracks uploads and imports. Polls only while something waits or runs, and when the window becomes visible again.
 * @param onEnded called for each import that ended since the page was opened, by any operator
 */
export function useImports(kind: Kind, onEnded: (ended: DatasetImportAnswer) => void): Imports {
  const imports = useMemo(() => createImports(kind, onEnded), [kind]);
  useEffect(imports.start, [imports]);
  return imports;
}

function createImports(kind: Kind, onEnded: (ended: DatasetImportAnswer) => void) {
  /** Uploads of this browser, newest first. */
  const sending = signal<readonly Sending[]>([]);
  /** All imports since the appliance started, newest first. */
  const known = signal<readonly DatasetImportAnswer[]>([]);
  const sent = new Map<string, readonly File[]>();
  const leaving = new AbortController();
  /** An answer to an older request must not replace a newer answer. */
  let answers = 0;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastKey = 0;

  const take = (answer: readonly DatasetImportAnswer[]): void => {
    const before = known.peek();
    // Imports that ended before the page was opened are not reported.
    const isNews = ({ id }: DatasetImportAnswer): boolean => !isFirst || before.some((one) => one.id === id);
    const ended = endedSince(before, answer).filter(isNews);
    answers += 1;
    known.value = answer;
    for (const one of ended) onEnded(one);
    clearTimeout(timer);
    if (!answer.every(isOver)) timer = setTimeout(() => void ask(), POLL_MS);
  };
  const ask = async (): Promise<void> => {
    const before = answers;
    try {
      const { data } = await get(`${API[kind]}/imports`, leaving.signal);
      if (before !== answers) return;
      take(data.toReversed());
      isFirst = false;
    } catch (error) {
      if (leaving.signal.aborted) return;
      asApiError(error);
      // Tries again: an appliance that is busy or unavailable comes back.
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), POLL_MS * 10);
    }
  };
  const change = (key: number, to: Partial<Sending> | null): void => {
    sending.value = sending.peek().flatMap((one) => (one.key !== key ? [one] : to === null ? [] : [{ ...one, ...to }]));
  };
  return {
    sending,
    known,
    async send(files: readonly File[], fields: readonly (readonly [string, string])[]) {
      const key = ++lastKey;
      sending.value = [{ key, files, share: 0, error: null }, ...sending.peek()];
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      for (const file of files) form.append('files[]', file);
      try {
        const begun = await upload(`${API[kind]}/uploads`, form, {
          onProgress: (share) => change(key, { share }),
          signal: leaving.signal,
        });
        sent.set(begun.id, files);
        change(key, null);
        take([begun, ...known.peek().filter(({ id }) => id !== begun.id)]);
      } catch (error) {
        if (leaving.signal.aborted) return;
        change(key, { error: asApiError(error) });
      }
    },
    /** Removes refused files from the screen. */
    drop: ({ key }: Sending) => change(key, null),
    /** Cancels the uploads. */
    leave: () => leaving.abort(),
    /** The files of an import from this browser, as long as the page is shown. */
    filesOf: (id: string) => sent.get(id) ?? null,
    start() {
      const look = (): void => {
        if (!document.hidden) void ask();
      };
      document.addEventListener('visibilitychange', look);
      void ask();
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
        leaving.abort();
      };
    },
  };
}

/** Returns newly finished imports: they were running before, or began and ended between two requests. */
export function endedSince(
  known: readonly DatasetImportAnswer[],
  answer: readonly DatasetImportAnswer[],
): DatasetImportAnswer[] {
  const over = new Set(known.filter(isOver).map(({ id }) => id));
  return answer.filter((one) => isOver(one) && !over.has(one.id));
}

export const isOver = ({ state }: DatasetImportAnswer): boolean => state === 'done' || state === 'failed';
