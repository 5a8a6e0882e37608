import { setTimeout as sleep } from 'node:timers/promises';
import { entryClient } from '../../support/entry/entry-client.ts';
import { type EntryProcess, startEntry } from '../../support/entry/entry-process.ts';
import { cpuMsOf } from '../process-usage.ts';

/** Measured from the start of the process. */
export interface StartTimes {
  listening: { wallMs: number; cpuMs: number | null };
  /** Until a search finds every name of every record. */
  named: { wallMs: number; cpuMs: number | null };
}

const POLL_MS = 20;

/** Starts the appliance of a folder, and waits until a search finds every name. */
export async function startMeasured(folder: string): Promise<{ server: EntryProcess; times: StartTimes }> {
  const beginMs = performance.now();
  let listeningCpuMs: number | null = null;
  const server = await startEntry({
    folder,
    onListening: (pid) => {
      listeningCpuMs = cpuMsOf(pid);
    },
  });
  await server.ready();
  const client = entryClient(server);
  for (;;) {
    const { complete } = await client.post<{ complete: boolean }>('/v1/search', { limit: 1 });
    if (complete) break;
    await sleep(POLL_MS);
  }
  const named = { wallMs: performance.now() - beginMs, cpuMs: cpuMsOf(server.pid) };
  return { server, times: { listening: { wallMs: server.listenMs, cpuMs: listeningCpuMs }, named } };
}
