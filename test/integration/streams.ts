import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { TestServer } from '../support/server.ts';
import { bearer } from './drive.ts';

export interface OpenStream {
  /** The next message; null when the server has ended the stream. */
  next(): Promise<EventSourceMessage | null>;
  /** The next `count` events of the log, without the progress of steps. */
  take(count: number): Promise<EventSourceMessage[]>;
  close(): void;
}

/** Opens server-sent events. Throws if they are refused. */
export async function openStream(
  server: TestServer,
  path: string,
  options: { key?: string; lastEventId?: string } = {},
): Promise<OpenStream> {
  const { key = server.key, lastEventId } = options;
  const leave = new AbortController();
  const headers = { ...bearer(key), ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const answer = await server.fetch(path, { headers, signal: leave.signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream was answered with ${answer.status}`);
  const reader = answer.body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const next = async (): Promise<EventSourceMessage | null> => (await reader.read()).value ?? null;
  return {
    next,
    async take(count) {
      const taken: EventSourceMessage[] = [];
      while (taken.length < count) {
        const message = await next();
        if (message === null) throw new Error(`the stream ended after ${taken.length} of ${count} events`);
        if (message.id !== undefined) taken.push(message);
      }
      return taken;
    },
    close() {
      reader.closed.catch(() => {});
      leave.abort();
    },
  };
}
