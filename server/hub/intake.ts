import { z } from 'zod';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isSignedBy } from '../lib/signatures.ts';
import { CONTENTS } from '../parcel/contents.ts';
import { type Entry, NO_HEAD, nextHead } from '../parcel/entries.ts';
import { damaged, ParcelFault } from '../parcel/fault.ts';
import { FORMAT } from '../parcel/fields.ts';
import { openParcel, type ParcelHeader, readHeader } from '../parcel/parcel.ts';
import { parcelHash, signReceipt } from '../parcel/receipt.ts';
import type { Signed } from '../parcel/signed.ts';
import { type Anchor, addAnchors, anchorsAt } from './anchors.ts';
import { type BranchState, quarantineBranch, refusalOf } from './branches.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { signOpenDirectives } from './directives.ts';
import { storeEntries } from './entries.ts';
import type { HubKeyPair } from './keys.ts';
import { monthOf } from './months.ts';
import { keepProof, type ProofReason } from './proofs.ts';
import {
  type Contradiction,
  commonSeq,
  headIn,
  isAuditRewritten,
  isClockWrong,
  judgeChain,
  type KnownLine,
  type Verdict,
} from './rules.ts';

/** How a parcel came: over TLS from the branch that it names, or in a carried file. */
export type Way = { by: 'tls'; branch: string } | { by: 'file' };

interface Arrival {
  header: ParcelHeader;
  entries: Entry[];
  bytes: Buffer;
  sha256: string;
  pair: HubKeyPair;
  way: Way;
  nowMs: number;
}

interface BranchRow {
  id: string;
  state: BranchState;
  created_at: number;
  line: string | null;
  lines: number;
  accepted_line: string | null;
  wrap: string | null;
  hub_key_id: string;
}

interface LineRow {
  number: number;
  last: number;
  head: Buffer;
  receipts_through: number;
  audit_count: number;
  audit_at: number;
  closed_from: number | null;
}

type Outcome = { receipt: Signed } | { refusal: AppError };

/**
 * Takes a parcel and returns its receipt; the same bytes again get the same receipt. Throws `ParcelFault`, and `unknown_branch`, `revoked`, `quarantined`,
 * `clock_wrong`, `parcel_gap` (with `expected_seq`), `line_behind` (with `last` and `head`) or `line_forked`. A refusal burns nothing: the branch may
 * send the same entries again. What contradicts the known history is kept as proof.
 */
export async function takeParcel(deps: HubDeps, bytes: Buffer, way: Way): Promise<Signed> {
  const { pool, clock, keys } = deps;
  const { branch, hub_key_id } = readHeader(bytes);
  if (way.by === 'tls' && way.branch !== branch) {
    throw new ParcelFault('parcel_signature', 'The parcel names another branch than the certificate.');
  }
  const applianceKey = await transact(pool, [branch], (tx) => readApplianceKey(tx, branch));
  const pair = await keys.find(hub_key_id);
  const { header, entries } = await openParcel(bytes, applianceKey, () => pair?.sealing ?? null);
  const nowMs = clock.now();
  await deps.months.ensure(monthOf(nowMs));
  const arrival: Arrival = {
    header,
    entries,
    bytes,
    sha256: parcelHash(bytes),
    pair: must(pair, 'it opened the parcel'),
    way,
    nowMs,
  };
  const outcome = await transact(pool, [branch], (tx) => take(tx, deps, arrival));
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.receipt;
}

async function readApplianceKey(tx: Tx, branch: string): Promise<string> {
  const { rows } = await tx.query<{ key: Buffer }>('SELECT appliance_key AS key FROM branches WHERE id = $1', [branch]);
  const key = rows[0]?.key;
  if (key === undefined) throw new AppError('unknown_branch', 'This hub has no such branch.');
  return key.toString('hex');
}

async function take(tx: Tx, deps: HubDeps, arrival: Arrival): Promise<Outcome> {
  const { header, nowMs, way } = arrival;
  const branch = await lockBranch(tx, header.branch);
  const refusal = refusalOf(branch.state);
  if (refusal !== null) {
    if (way.by === 'file' && branch.state !== 'active') await keep(tx, deps, arrival, branch.state);
    return { refusal };
  }
  const former = await findReceipt(tx, arrival);
  if (former !== null) return { receipt: former };
  const branchTimeMs = Date.parse(header.branch_time);
  if (isClockWrong(branchTimeMs, { nowMs, enrolledAtMs: branch.created_at })) {
    const detail = `The branch's clock was at ${header.branch_time}, and the hub's is at ${isoTime(nowMs)}. Correct the one that is wrong.`;
    return { refusal: new AppError('clock_wrong', detail) };
  }
  const line = await readLine(tx, header);
  const verdict = line === null ? await judgeFirst(tx, branch, arrival) : await judgeNext(tx, line, arrival);
  if ('expectedSeq' in verdict) {
    const detail = `Entries are missing: the next one must be ${verdict.expectedSeq}.`;
    return { refusal: new AppError('parcel_gap', { detail, members: { expected_seq: verdict.expectedSeq } }) };
  }
  if ('contradiction' in verdict) return { refusal: await contradict(tx, deps, arrival, line, verdict.contradiction) };
  if (header.last >= verdict.take && (await contradictsAudit(tx, arrival, line))) {
    return { refusal: await contradict(tx, deps, arrival, line, 'audit_rewritten') };
  }
  return { receipt: await store(tx, deps, arrival, { branch, line, from: verdict.take }) };
}

/** Locks the branch's row: one parcel of a branch is taken at a time. */
async function lockBranch(tx: Tx, id: string): Promise<BranchRow> {
  const { rows } = await tx.query<BranchRow>(
    'SELECT id, state, created_at, line, lines, accepted_line, wrap, hub_key_id FROM branches WHERE id = $1 FOR UPDATE',
    [id],
  );
  return must(rows[0], 'branches are never deleted');
}

async function findReceipt(tx: Tx, { header, sha256 }: Arrival): Promise<Signed | null> {
  const { rows } = await tx.query<{ receipt: string }>(
    'SELECT receipt FROM parcels WHERE branch = $1 AND sha256 = $2',
    [header.branch, Buffer.from(sha256, 'hex')],
  );
  return rows[0] === undefined ? null : (JSON.parse(rows[0].receipt) as Signed);
}

interface Line extends KnownLine {
  number: number;
}

async function readLine(tx: Tx, { branch, line }: ParcelHeader): Promise<Line | null> {
  const { rows } = await tx.query<LineRow>(
    `SELECT number, last, head, receipts_through, audit_count, audit_at, closed_from FROM lines
     WHERE branch = $1 AND line = $2`,
    [branch, line],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    number: row.number,
    last: row.last,
    head: row.head.toString('hex'),
    receiptsThrough: row.receipts_through,
    auditCount: row.audit_count,
    auditAtMs: row.audit_at,
    closedFromMs: row.closed_from,
  };
}

async function judgeNext(tx: Tx, line: Line, { header, entries }: Arrival): Promise<Verdict> {
  const seq = commonSeq(header, line);
  if (seq === null) return { expectedSeq: line.last + 1 };
  const hub = seq === line.last ? line.head : await headAt(tx, header, seq);
  return judgeChain(header, line, { parcel: headIn(header, entries, seq), hub });
}

/** Returns the head after an entry of a line that the hub has. */
async function headAt(tx: Tx, { branch, line }: ParcelHeader, seq: number): Promise<string> {
  if (seq === 0) return NO_HEAD;
  const { rows } = await tx.query<{ first: number; last: number; prev_head: Buffer; head: Buffer }>(
    `SELECT first, last, prev_head, head FROM parcels WHERE branch = $1 AND line = $2 AND last >= $3 AND first <= $3
     ORDER BY last LIMIT 1`,
    [branch, line, seq],
  );
  const parcel = must(rows[0], 'each entry came in a parcel');
  if (parcel.last === seq) return parcel.head.toString('hex');
  const { rows: entries } = await tx.query<{ seq: number; kind: string; record: string | null; digest: Buffer }>(
    `SELECT seq, kind, record, digest FROM entries WHERE branch = $1 AND line = $2 AND seq BETWEEN $3 AND $4
     AND month IN (SELECT month FROM parcels WHERE branch = $1 AND line = $2 AND last >= $3 AND first <= $4) ORDER BY seq`,
    [branch, line, parcel.first, seq],
  );
  const links = entries.map(({ digest, ...rest }) => ({ ...rest, digest: digest.toString('hex') }));
  return links.reduce(nextHead, parcel.prev_head.toString('hex'));
}

/** Judges the first parcel of a line. It follows the branch's newest line, or an administrator accepted it. */
async function judgeFirst(tx: Tx, branch: BranchRow, { header, entries }: Arrival): Promise<Verdict> {
  if (header.first !== 1) return { expectedSeq: 1 };
  const [opening] = entries;
  const content = CONTENTS.line.safeParse(opening?.content);
  if (header.prev_head !== NO_HEAD || opening?.kind !== 'line' || !content.success) {
    throw damaged('The first entry of a line says why the line begins.');
  }
  if (branch.line === null || branch.accepted_line === header.line) return { take: 1 };
  const former = content.data.former?.line ?? null;
  if (former === branch.line) return { take: 1 };
  // A hub whose database was restored from a backup may not know the former line yet.
  const isKnown = former === null || (await readLine(tx, { ...header, line: former })) !== null;
  return isKnown ? { contradiction: 'line_forked' } : { take: 1 };
}

async function contradictsAudit(tx: Tx, { header }: Arrival, line: Line | null): Promise<boolean> {
  const applianceKey = await readApplianceKey(tx, header.branch);
  const { audit, audit_at, branch_time } = header;
  const checkpoint = readCheckpoint(header, applianceKey);
  if (checkpoint === 'unsigned') return true;
  const stated = [audit, ...(audit_at ? [audit_at] : []), ...(checkpoint ? [checkpoint] : [])];
  const anchors = await anchorsAt(tx, { ...header, counts: stated.map(({ count }) => count) });
  return isAuditRewritten({ audit, stated, branchTimeMs: Date.parse(branch_time) }, line, anchors);
}

const checkpointText = z.object({ count: z.int().min(1), head: z.string().regex(/^[0-9a-f]{64}$/) });

function readCheckpoint({ checkpoint }: ParcelHeader, applianceKey: string): Anchor | 'unsigned' | null {
  if (checkpoint === null) return null;
  const { signed, signature } = checkpoint;
  if (!isSignedBy(applianceKey, 'audit checkpoint', Buffer.from(signed), Buffer.from(signature, 'hex')))
    return 'unsigned';
  const { count, head } = checkpointText.parse(JSON.parse(signed));
  return { count, head, checkpoint: { signed, signature } };
}

/** Keeps the proof, puts the branch into quarantine unless it was only restored, and returns the refusal. */
async function contradict(
  tx: Tx,
  deps: HubDeps,
  arrival: Arrival,
  line: Line | null,
  contradiction: Contradiction,
): Promise<AppError> {
  const { branch } = arrival.header;
  await keep(tx, deps, arrival, contradiction);
  if (contradiction === 'line_behind') {
    const { last, head } = must(line, 'only a known line is behind');
    const detail =
      'This appliance was restored from an older backup: the hub has later entries of its line. Open a new line at System > Hub.';
    return new AppError('line_behind', { detail, members: { last, head } });
  }
  await quarantineBranch(tx, deps, { actor: 'system', branch }, contradiction);
  if (contradiction === 'audit_rewritten') return must(refusalOf('quarantined'), 'it is no longer active');
  return new AppError(
    'line_forked',
    'Two appliances write the same history. The branch is in quarantine until an administrator of the hub decides.',
  );
}

const keep = (
  tx: Tx,
  deps: HubDeps,
  { header, entries, bytes, sha256, way, nowMs }: Arrival,
  reason: ProofReason,
): Promise<void> => keepProof(tx, deps, { header, entries, bytes, sha256, by: way.by, reason, nowMs });

async function store(
  tx: Tx,
  deps: HubDeps,
  { header, entries, sha256, pair, way, nowMs }: Arrival,
  { branch, line, from }: { branch: BranchRow; line: Line | null; from: number },
): Promise<Signed> {
  const branchTimeMs = Date.parse(header.branch_time);
  const place = { branch: header.branch, line: header.line, month: monthOf(nowMs), branchTimeMs, nowMs };
  const fresh = entries.filter(({ seq }) => seq >= from);
  const lineNumber = line?.number ?? branch.lines + 1;
  await writeLine(tx, header, { branch, line, lineNumber, branchTimeMs, nowMs });
  await storeEntries(tx, deps, { ...place, wrap: branch.wrap, lineNumber }, fresh);
  const checkpoint = header.checkpoint && {
    ...checkpointText.parse(JSON.parse(header.checkpoint.signed)),
    checkpoint: header.checkpoint,
  };
  const anchors = [{ ...header.audit, checkpoint: null }, ...(checkpoint ? [checkpoint] : [])];
  if (fresh.length > 0) await addAnchors(tx, { ...place, anchors });
  const receipt = signReceipt(pair.signer, {
    format: FORMAT,
    hub_key_id: pair.keys.hub_key_id,
    branch: header.branch,
    line: header.line,
    last: header.last,
    head: header.head,
    parcel_sha256: sha256,
    audit_count: header.audit.count,
    received_at: isoTime(nowMs),
  });
  await tx.query(
    `INSERT INTO parcels (branch, sha256, line, first, last, prev_head, head, month, came_by, branch_time, received_at, receipt)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      header.branch,
      Buffer.from(sha256, 'hex'),
      header.line,
      header.first,
      header.last,
      Buffer.from(header.prev_head, 'hex'),
      Buffer.from(header.head, 'hex'),
      place.month,
      way.by,
      branchTimeMs,
      nowMs,
      JSON.stringify(receipt),
    ],
  );
  await tx.query('UPDATE branches SET parcel_at = $2, level = $3, entries_count = entries_count + $4 WHERE id = $1', [
    header.branch,
    nowMs,
    header.level,
    fresh.length,
  ]);
  await followKeys(tx, deps, branch, pair);
  return receipt;
}

/** Notes that the branch uses newer keys of the hub. A late file may still name former ones. */
async function followKeys(tx: Tx, { keys }: HubDeps, branch: BranchRow, pair: HubKeyPair): Promise<void> {
  const { hub_key_id: id } = pair.keys;
  const ids = keys.pairs().map((one) => one.keys.hub_key_id);
  if (ids.indexOf(id) >= ids.indexOf(branch.hub_key_id)) return;
  await tx.query('UPDATE branches SET hub_key_id = $2 WHERE id = $1', [branch.id, id]);
  await signOpenDirectives(tx, branch.id, pair);
}

/** Opens the line, which closes the former one, or moves its end. */
async function writeLine(
  tx: Tx,
  header: ParcelHeader,
  {
    branch,
    line,
    lineNumber,
    branchTimeMs,
    nowMs,
  }: { branch: BranchRow; line: Line | null; lineNumber: number; branchTimeMs: number; nowMs: number },
): Promise<void> {
  const head = Buffer.from(header.head, 'hex');
  if (line === null) {
    await tx.query('UPDATE lines SET closed_from = $3 WHERE branch = $1 AND line = $2', [
      header.branch,
      branch.line,
      branchTimeMs,
    ]);
    await tx.query(
      `INSERT INTO lines (branch, line, number, last, head, receipts_through, audit_count, audit_at, opened_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        header.branch,
        header.line,
        lineNumber,
        header.last,
        head,
        header.receipts_through,
        header.audit.count,
        branchTimeMs,
        nowMs,
      ],
    );
    await tx.query('UPDATE branches SET line = $2, lines = $3, accepted_line = NULL WHERE id = $1', [
      header.branch,
      header.line,
      lineNumber,
    ]);
    return;
  }
  await tx.query(
    `UPDATE lines SET receipts_through = greatest(receipts_through, $3),
       last = CASE WHEN last < $4 THEN $4 ELSE last END, head = CASE WHEN last < $4 THEN $5 ELSE head END,
       audit_at = CASE WHEN audit_count < $6 THEN $7 ELSE audit_at END, audit_count = greatest(audit_count, $6)
     WHERE branch = $1 AND line = $2`,
    [header.branch, header.line, header.receipts_through, header.last, head, header.audit.count, branchTimeMs],
  );
}
