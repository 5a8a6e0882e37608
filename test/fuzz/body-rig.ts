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

/** For an upload to be cleared up that nobody waited for: half of the time after which its own clock would end it. */
const CLEARED_MS = 60_000;
/** Such an upload may begin and end while so many further requests are served. */
const REQUESTS_BESIDE = 20;
const MIB = 2 ** 20;
/** Each record that was taken stands in the indexes of queue and subjects, with about 2 kB. */
const MARGIN: Margin = { heapBytes: 48 * MIB, outsideBytes: 160 * MIB, handles: 6 };

/** A server that takes bodies of every kind, and what is asserted of it after each and at the end. */
export interface BodyRig extends AsyncDisposable {
  server: TestServer;
  /** The answer; null where the connection was closed without one. Throws where it hangs, or leaves anything of a refused request. */
  send(request: WireRequest, hint: string): Promise<RawAnswer | null>;
  /** Begins to compare what the process holds. */
  markHeld(): Promise<void>;
  /** Everything that was taken has ended, and nothing else is left; a person can still be verified, and memory and handles are back. */
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
  // Whoever left unanswered is cleared up after when they are gone, perhaps while the next one is served.
  const untilClearedUp = (hint: string) => expect.poll(incoming, { timeout: CLEARED_MS, message: hint }).toEqual([]);
  const logged: string[] = [];
  const checkLog = (secret: string): void => {
    // Kept here no longer than it takes, since the memory of this process is measured.
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
      // What is no HTTP half way is answered at once; the upload of it ends with its connection.
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
