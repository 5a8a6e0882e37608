import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { ask } from './ask.ts';
import type { WireRequest } from './forms/odd-wire.ts';
import { expectHeldBack, type Held, type Margin, measureHeld } from './held.ts';
import type { RawAnswer } from './raw-http.ts';

/** Time to clean up an upload that no client waits for: half of the time after which its own timer would end it. */
const CLEARED_MS = 60_000;
/** Such an upload may start and end while this number of other requests is served. */
const REQUESTS_BESIDE = 20;
const MIB = 2 ** 20;
/** Each accepted record adds about 2 kB to the indexes of queue and subjects. */
const MARGIN: Margin = { heapBytes: 48 * MIB, outsideBytes: 160 * MIB, handles: 6 };

/** A server that takes bodies of every kind, with the assertions made after each request and at the end. */
export interface BodyRig extends AsyncDisposable {
  server: TestServer;
  /** The answer, or null if the connection was closed without one. Throws if it hangs, or if a refused request leaves anything behind. */
  send(request: WireRequest, hint: string): Promise<RawAnswer | null>;
  /** Starts comparing what the process holds. */
  markHeld(): Promise<void>;
  /**
   * Checks that every accepted record has ended and that nothing else is left. A person can still be verified, and
   * memory and handles are back to normal.
   */
  expectSound(what: string, secret: string): Promise<void>;
}

export async function startBodyRig(): Promise<BodyRig> {
  const many = 1_000_000;
  const server = await startTestServer({
    config: { createsPerMinute: many, requestsPerMinute: many, queueLengthMax: many },
  });
  const { appliance } = server;
  const port = Number(new URL(server.baseUrl).port);
  const stored = [appliance.db.prepare('SELECT count(*) FROM verifications').pluck()];
  stored.push(appliance.db.prepare('SELECT count(*) FROM documents').pluck());
  stored.push(appliance.db.prepare('SELECT count(*) FROM idempotency').pluck());
  stored.push(appliance.keys.db.prepare('SELECT count(*) FROM data_keys').pluck());
  const counts = (): unknown[] => stored.map((statement) => statement.get());
  const incoming = (): string[] => readdirSync(join(appliance.config.dataDir, 'incoming'));
  let before: Held | null = null;

  let sinceUnanswered = REQUESTS_BESIDE;
  // The server cleans up after an unanswered client once that client is gone, perhaps while it serves the next one.
  const untilClearedUp = (hint: string) => expect.poll(incoming, { timeout: CLEARED_MS, message: hint }).toEqual([]);
  const logged: string[] = [];
  const checkLog = (secret: string): void => {
    // The test drops log lines as soon as it has checked them, because it measures the memory of this process.
    logged.splice(0, logged.length, ...server.logged.splice(0));
    expect(logged.join('\n').toLowerCase().includes(secret.toLowerCase()), 'a name is in the log').toBe(false);
    expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    logged.length = 0;
  };
  return {
    server,
    async send(request, hint) {
      const had = counts();
      using asked = await ask(port, request, hint);
      const { answer } = asked;
      expect(answer?.status, `${hint}: all of it came, and was waited for`).not.toBe(408);
      // A request that breaks HTTP half way is answered immediately; its upload ends with its connection.
      const answered = answer !== null && !answer.body.includes('malformed_http');
      sinceUnanswered = answered ? sinceUnanswered + 1 : 0;
      if (sinceUnanswered > REQUESTS_BESIDE) expect(incoming(), hint).toEqual([]);
      else await untilClearedUp(hint);
      if (answer?.status !== 201) expect(counts(), hint).toEqual(had);
      return answer;
    },
    async markHeld() {
      await server.settle();
      before = await measureHeld();
    },
    async expectSound(what, secret) {
      await server.settle();
      checkLog(secret);
      await assertInvariants(appliance);
      const ended = appliance.db.prepare("SELECT count(*) FROM jobs WHERE state NOT IN ('done')").pluck().get();
      expect(ended, 'jobs that did not end well').toBe(0);
      const body = form({ files: cardAndSelfie(), applicant: ANNA });
      const created = await server.fetch('/v1/verifications', { method: 'POST', body });
      expect(created.status).toBe(201);
      const { id } = (await created.json()) as { id: string };
      await server.settle();
      const record = (await (await server.fetch(`/v1/verifications/${id}`)).json()) as { status: string };
      expect(record.status).toBe('completed');
      server.logged.length = 0;
      if (before) expectHeldBack(what, before, await measureHeld(), MARGIN);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
