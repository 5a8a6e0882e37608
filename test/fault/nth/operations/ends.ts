import { expect } from 'vitest';
import { bearer, send, sendJson } from '../../../integration/drive.ts';
import { type Act, countOf, type Operation, type Outcome, type Rig } from '../rig.ts';

const SELF = '/v1/verifications';
const YEARS_MS = 6 * 366 * 24 * 3600 * 1000;
const ERASED = "verifications WHERE erasure = 'erased'";

/** A complete download, or an error if it was cut off. Its headers have said 200 by then; a reader sees the early end. */
async function download({ server }: Rig, path: string): Promise<Outcome> {
  const answer = await fetch(`${server.baseUrl}${path}`, { headers: bearer(server.key) });
  const { status, headers } = answer;
  const bytes = await answer.arrayBuffer().catch(() => null);
  if (bytes === null) return 'cut off';
  const text = Buffer.from(bytes).toString('latin1');
  return { status, headers, text, body: status < 400 ? text : JSON.parse(text) };
}

/** `path`: of the record, or from the root. */
function downloading(name: string, path: string, begins: string): Operation {
  return {
    name,
    world: 'completed',
    async prepare(rig) {
      const url = path.startsWith('/') ? path : `${SELF}/${rig.nextId()}/${path}`;
      let last: Outcome = 'done';
      const run = async (): Promise<Outcome> => {
        last = await download(rig, url);
        return last;
      };
      return {
        run,
        async verify() {
          const whole = last === 'cut off' ? await run() : last;
          expect(typeof whole === 'string' ? whole : whole.text.slice(0, begins.length)).toBe(begins);
        },
      };
    },
  };
}

/** The first request or one of its repetitions erases the record. A later one is answered with `erased`. */
function eraseOne(rig: Rig, id: string): Act {
  const run = (): Promise<Outcome> => send(rig.server, `${SELF}/${id}`, { method: 'DELETE' });
  return {
    run,
    async again() {
      const answer = await run();
      return typeof answer !== 'string' && answer.body.code === 'erased' ? 'done' : answer;
    },
    async verify() {
      expect((await send(rig.server, `${SELF}/${id}/erasure`)).status).toBe(200);
      expect(rig.server.appliance.keys.dataKey(id)).toBeNull();
    },
  };
}

export const ENDS: readonly Operation[] = [
  { name: 'erase', world: 'completed', resumes: true, prepare: async (rig) => eraseOne(rig, rig.nextId()) },
  {
    name: 'purge what is due',
    world: 'one',
    alone: true,
    resumes: true,
    async prepare(rig) {
      rig.clock.advance(YEARS_MS);
      const all = countOf(rig, 'verifications');
      const run = (): Promise<Outcome> => sendJson(rig.server, '/v1/retention/purge', { dry_run: false });
      const confirmed = (): Promise<Outcome> => {
        // As a person does if the clock was in doubt.
        rig.server.appliance.clockTrust.confirm('cli');
        return run();
      };
      return {
        run,
        again: confirmed,
        async verify() {
          // The next purge finishes what failed.
          await confirmed();
          expect(countOf(rig, ERASED)).toBe(all);
        },
      };
    },
  },
  {
    name: 'purge, as every day',
    world: 'one',
    alone: true,
    silent: true,
    resumes: true,
    // The purge itself is that of the operation before.
    costly: 12,
    async prepare(rig) {
      rig.clock.advance(YEARS_MS);
      return {
        async run() {
          await rig.server.appliance.purges.tick();
          return 'done';
        },
        async verify() {
          rig.clock.advance(2 * 24 * 3600 * 1000);
          rig.server.appliance.clockTrust.confirm('cli');
          await rig.server.appliance.purges.tick();
          expect(countOf(rig, ERASED)).toBe(1);
        },
      };
    },
  },
  downloading('take the evidence', 'evidence', 'PK'),
  { ...downloading('take a report', 'report', '%PDF-'), costly: 8 },
  downloading('export the audit log', '/v1/audit/export', '{'),
  downloading('export all that is held of somebody', 'export', 'PK'),
];
