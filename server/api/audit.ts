import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Response, Router } from 'express';
import { createActorNames, type NamedActor } from '../access/actor-names.ts';
import { readCheckpoints } from '../audit/checkpoints.ts';
import { type AuditRow, lastEntry } from '../audit/entries.ts';
import { exportAudit } from '../audit/export.ts';
import { auditFilters, listAudit } from '../audit/list.ts';
import { type Audit, verifyAuditInSlices } from '../audit/log.ts';
import { type AuditTimes, createAuditTimes } from '../audit/times.ts';
import {
  type AuditEntryAnswer,
  type AuditFiltersAnswer,
  type AuditVerificationAnswer,
  auditExportQuerySchema,
  auditQuerySchema,
} from '../contract/audit.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { principalOf } from './authorise.ts';
import { sendDownload } from './download.ts';
import type { Guard } from './guard.ts';
import { liveOnly } from './live-only.ts';
import { cursorFault, linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseQuery } from './validate.ts';

const PATH = '/v1/audit';
const FAULT = 'Some parameters of the audit log are not valid. See errors.';
const NDJSON = 'application/x-ndjson';
/** Lines of an export that are written before other work has its turn. */
const LINES_AT_ONCE = 500;

export interface AuditRouterDeps {
  guard: Guard;
  db: Db;
  keys: KeyStore;
  clock: Clock;
  audit: Audit;
}

/** `/v1/audit`: read, searched, verified, and taken out signed. It is one log of both modes, so a test key has no say. */
export function auditRouter(deps: AuditRouterDeps): Router {
  const { guard, db, keys, clock, audit } = deps;
  const router = Router();
  const allow = [...guard.allow('audit:read'), liveOnly('The audit log holds live data. Use a live key.')];
  const json = [...allow, produces('application/json')];
  const { staffKey } = keys;
  const times = createAuditTimes(db);
  /** Who asked last and those who asked meanwhile are answered by one walk. */
  let verifying: Promise<AuditVerificationAnswer> | null = null;

  addRoute(router, PATH, { get: [...json, (req, res) => sendPage(deps, times, req.query, res)] });
  addRoute(router, `${PATH}/filters`, {
    get: [
      ...json,
      (_req, res) => {
        const { actions, actors } = auditFilters(db);
        const nameActor = createActorNames({ db, staffKey });
        const answer: AuditFiltersAnswer = { object: 'audit_filters', actions, actors: actors.map(nameActor) };
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/verify`, {
    post: [
      ...json,
      async (_req, res) => {
        verifying ??= verify({ db, keys }).finally(() => {
          verifying = null;
        });
        const answer = await verifying;
        const { ok, entries } = answer;
        transact(db, () =>
          audit.append({ actor: principalOf(res).actorId, action: 'audit.verified', details: { ok, entries } }),
        );
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/export`, {
    get: [
      ...allow,
      produces(NDJSON),
      async (req, res) => {
        const { from, to } = parseQuery(auditExportQuerySchema, req.query, FAULT);
        const range = { fromMs: from ?? Number.NEGATIVE_INFINITY, untilMs: to ?? Number.POSITIVE_INFINITY };
        const nowMs = clock.now();
        transact(db, () => audit.append({ actor: principalOf(res).actorId, action: 'audit.exported' }));
        const name = `custos-audit-${isoTime(nowMs).slice(0, 10)}.jsonl`;
        await sendDownload(res, { type: NDJSON, name }, inTurns(exportAudit({ db, keys }, { range, nowMs })));
      },
    ],
  });
  return router;
}

async function sendPage({ db, keys }: AuditRouterDeps, times: AuditTimes, given: object, res: Response): Promise<void> {
  const query = parseQuery(auditQuerySchema, given, FAULT);
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw cursorFault('ending_before', 'cannot stand beside starting_after; send one of them');
  }
  const { limit = LIMITS.logPageDefault, from, to, starting_after, ending_before, ...filters } = query;
  const isOfTime = from !== undefined || to !== undefined;
  const { rows, hasMore } = listAudit(db, {
    ...filters,
    ...(isOfTime && { within: await times.between(from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY) }),
    limit,
    ...(from === undefined ? {} : { fromMs: from }),
    ...(to === undefined ? {} : { untilMs: to }),
    ...(starting_after === undefined ? {} : { startingAfter: Number(starting_after) }),
    ...(ending_before === undefined ? {} : { endingBefore: Number(ending_before) }),
  });
  const nameActor = createActorNames({ db, staffKey: keys.staffKey });
  const data = rows.map((row) => present(row, nameActor));
  const shown = {
    ...query,
    ...(from === undefined ? {} : { from: isoTime(from) }),
    ...(to === undefined ? {} : { to: isoTime(to) }),
  };
  const link = linkHeader(PATH, shown, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: PATH, has_more: hasMore, data });
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

async function verify(deps: Pick<AuditRouterDeps, 'db' | 'keys'>): Promise<AuditVerificationAnswer> {
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

/** The lines as they come, with a turn for other work now and then. */
async function* inTurns(lines: Iterable<string>): AsyncGenerator<string> {
  let count = 0;
  for (const line of lines) {
    yield line;
    count += 1;
    if (count % LINES_AT_ONCE === 0) await nextTurn();
  }
}
