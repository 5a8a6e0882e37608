import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ProgressAnswer } from '../../server/contract/events.ts';
import { type Resource, useGet } from '../client/api.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { followStream, liveState, onLive, type StreamEvent } from '../live/events.ts';
import { isRunning, type RecordHead } from './record-head.ts';

/** Events close together count as one change. */
const SETTLE_MS = 120;

/** Keeps a record up to date with the appliance; `progress`: the current step while it runs. `path`: such as `/v1/verifications/ver_1`. */
export function useRecord<T extends RecordHead>(
  path: RecordPath,
): { record: Resource<T>; progress: ReadonlySignal<ProgressAnswer | null> } {
  const record = useGet(path) as unknown as Resource<T>;
  const progress = useMemo(() => signal<ProgressAnswer | null>(null), [path]);
  const known = record.known();
  const running = known !== null && isRunning(known);
  useEffect(() => {
    const id = path.split('/').at(-1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void record.reload(), SETTLE_MS);
    };
    const stop = onLive((event) => {
      if (isAbout(event, id)) reload();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [path, record]);
  useEffect(() => {
    let wasOpen = liveState.peek() === 'open';
    return effect(() => {
      const isOpen = liveState.value === 'open';
      // Loads what happened without events: the page was hidden, or the appliance unavailable.
      if (isOpen && !wasOpen) queueMicrotask(() => void record.reload());
      wasOpen = isOpen;
    });
  }, [record]);
  useEffect(() => {
    progress.value = null;
    if (!running) return;
    return followStream(`${path}/stream`, {
      event: ({ kind, data }) => {
        if (kind.endsWith('.progress')) progress.value = data as ProgressAnswer;
        else if (/\.(completed|failed|needs_review)$/.test(kind)) void record.reload();
      },
    });
  }, [path, running, record, progress]);
  return { record, progress };
}

/** Whether an event of the log, of the record or of an alert, is about it. */
function isAbout({ data }: StreamEvent, id: string | undefined): boolean {
  return Object.values((data as { data?: object }).data ?? {}).includes(id);
}
