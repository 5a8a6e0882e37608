import { setImmediate as nextTurn } from 'node:timers/promises';
import { createActorNames, type NamedActor } from '../access/actor-names.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { readCheckpoints } from '../audit/checkpoints.ts';
import { type AuditRow, lastEntry } from '../audit/entries.ts';
import { exportAudit } from '../audit/export.ts';
import { auditFilters, listAudit } from '../audit/list.ts';
import { verifyAuditInSlices } from '../audit/log.ts';
import { createAuditTimes } from '../audit/times.ts';
import type { AuditEntryAnswer, AuditVerificationAnswer, auditRoutes } from '../contract/audit.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { sendDownload } from './download.ts';
import type { Handlers } from './mount.ts';
import { cursorFault } from './page.ts';

/** Lines of an export written before other work gets a turn. */
const LINES_AT_ONCE = 500;

type Deps = Pick<Appliance, 'audit' | 'clock' | 'db' | 'keys'>;

/** Routes for the audit log: read, search, verify, and export with a signature. One log covers both modes, so a test key has no access. */
export function auditHandlers(deps: Deps): Handlers<typeof auditRoutes> {
  const { db, keys, clock, audit } = deps;
  const times = createAuditTimes(db);
  const actorNames = () => createActorNames({ db, staffKey: keys.staffKey });
  /** Requests that arrive while a verification runs all get the result of one walk through the log. */
  let verifying: Promise<AuditVerificationAnswer> | null = null;
  return {
    async listAudit(call) {
      const query = call.query;
      if (query.starting_after !== undefined && query.ending_before !== undefined) {
        throw cursorFault('ending_before', 'cannot be combined with starting_after; send one of them');
      }
      const { limit = LIMITS.logPageDefault, from, to, starting_after, ending_before, ...filters } = query;
      const isOfTime = from !== undefined || to !== undefined;
      const { rows, hasMore } = listAudit(db, {
        ...filters,
        ...(isOfTime && {
          within: await times.between(from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY),
        }),
        limit,
        ...(from === undefined ? {} : { fromMs: from }),
        ...(to === undefined ? {} : { untilMs: to }),
        ...(starting_after === undefined ? {} : { startingAfter: Number(starting_after) }),
        ...(ending_before === undefined ? {} : { endingBefore: Number(ending_before) }),
      });
      const nameActor = actorNames();
      const data = rows.map((row) => present(row, nameActor));
      const shown = {
        ...query,
        ...(from === undefined ? {} : { from: isoTime(from) }),
        ...(to === undefined ? {} : { to: isoTime(to) }),
      };
      return call.linked(shown, { data, hasMore, firstId: data[0]?.id }, (entry) => entry);
    },
    getAuditFilters() {
      const { actions, actors } = auditFilters(db);
      return { object: 'audit_filters', actions, actors: actors.map(actorNames()) };
    },
    async verifyAudit(call) {
      verifying ??= verify({ db, keys }).finally(() => {
        verifying = null;
      });
      const answer = await verifying;
      const { ok, entries } = answer;
      transact(db, () => audit.append({ actor: call.actor, action: 'audit.verified', details: { ok, entries } }));
      return answer;
    },
    async exportAudit(call) {
      const { from, to } = call.query;
      const range = { fromMs: from ?? Number.NEGATIVE_INFINITY, untilMs: to ?? Number.POSITIVE_INFINITY };
      const nowMs = clock.now();
      transact(db, () => audit.append({ actor: call.actor, action: 'audit.exported' }));
      const file = { type: 'application/x-ndjson', name: `custos-audit-${isoTime(nowMs).slice(0, 10)}.jsonl` };
      await sendDownload(call.res, file, inTurns(exportAudit({ db, keys }, { range, nowMs })));
    },
  };
}

function present(row: AuditRow, nameActor: (id: string) => NamedActor): AuditEntryAnswer {
  return {
    id: String(row.seq),
    object: 'audit_entry',
    at: isoTime(row.at),
    action: row.action,
    actor: nameActor(row.actor),
    subject: row.subject_id,
    details: JSON.parse(row.details) as AuditEntryAnswer['details'],
  };
}

async function verify(deps: Pick<Deps, 'db' | 'keys'>): Promise<AuditVerificationAnswer> {
  const began = performance.now();
  const verdict = await verifyAuditInSlices(deps);
  const head = lastEntry(deps.db);
  return {
    object: 'audit_verification',
    ok: verdict.ok,
    entries: verdict.count,
    head: head && { number: head.seq, link: head.link.toString('hex') },
    checkpoints: readCheckpoints(deps.keys.db).length,
    problem: verdict.ok ? null : verdict.problem,
    first_bad: verdict.ok ? null : verdict.seq,
    took_ms: Math.round(performance.now() - began),
  };
}

/** Yields the lines as they arrive and lets other work run now and then. */
async function* inTurns(lines: Iterable<string>): AsyncGenerator<string> {
  let count = 0;
  for (const line of lines) {
    yield line;
    count += 1;
    if (count % LINES_AT_ONCE === 0) await nextTurn();
  }
}
