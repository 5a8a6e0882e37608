import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../lib/errors.ts';
import { openCarried, writeCarried } from '../parcel/carried.ts';
import { readDirective, workOf } from '../parcel/directive.ts';
import { readHeader } from '../parcel/parcel.ts';
import type { Signed } from '../parcel/signed.ts';
import { noBranch } from './branches.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { directivesAfter } from './directives.ts';
import { answerOf, requestEnrolment } from './enrolment.ts';
import { takeParcel } from './intake.ts';
import { findPack, readPack } from './packs.ts';

/** What came of a carried file. */
export interface CarriedResult {
  id: string;
  /** The branch that its parcels name; null if it holds none. */
  branch: string | null;
  enrolment: { id: string; state: string } | null;
  /** Parcels that the hub has now. */
  taken: number;
  /** What was refused, by code of the error or of the fault, with the number of parcels. */
  refused: Record<string, number>;
}

/**
 * Takes what a branch sends in a file. A parcel that is refused does not stop those after it. Throws `ParcelFault` if it is no carried file.
 * @param path a finished file that does not change
 */
export async function takeCarried(
  deps: HubDeps,
  { actor, path }: { actor: string; path: string },
): Promise<CarriedResult> {
  using file = await openCarried(path);
  const request = await file.enrolment();
  const enrolment = request && (await requestEnrolment(deps, request, 'file'));
  let branch: string | null = null;
  let taken = 0;
  const refused: Record<string, number> = {};
  for await (const bytes of file.parcels()) {
    try {
      await takeParcel(deps, bytes, { by: 'file' });
      branch ??= readHeader(bytes).branch;
      taken++;
    } catch (error) {
      // Says nothing of the parcel: the whole file can be taken again.
      if (!(error instanceof AppError) || error.code === 'database_unavailable') throw error;
      const code = error.details.items?.[0]?.code ?? error.code;
      refused[code] = (refused[code] ?? 0) + 1;
      if (code !== 'parcel_damaged' && code !== 'parcel_too_large') branch ??= readHeader(bytes).branch;
    }
  }
  const content = { enrolment: enrolment?.id ?? null, taken, refused };
  const id = await note(deps, { actor, branch, direction: 'to_hub', path, content });
  return { id, branch, enrolment, taken, refused };
}

/**
 * Writes a file with everything that a branch does not have yet, as far as the hub knows: the answer to its request, receipts, directives and their packs.
 * Returns the name that it should have. Throws `not_found`.
 * @param path must not exist yet
 */
export async function makeCarried(
  deps: HubDeps,
  { actor, branch, path, folder }: { actor: string; branch: string; path: string; folder: string },
): Promise<{ id: string; name: string }> {
  const { receipts, directives, enrolment } = await transact(deps.pool, [branch], (tx) => openItems(tx, branch));
  const answer = enrolment && (await answerOf(deps, enrolment.id, enrolment.applianceKey));
  const spool = await mkdtemp(join(folder, 'packs-'));
  try {
    const packs: { sha256: string; path: string }[] = [];
    for (const sha256 of await packsOf(deps, directives)) {
      const pack = await transact(deps.pool, 'all', (tx) => findPack(tx, sha256));
      const file = join(spool, sha256);
      await pipeline(
        Readable.from(readPack(deps, sha256, { from: 0, until: pack.sizeBytes })),
        createWriteStream(file),
      );
      packs.push({ sha256, path: file });
    }
    await writeCarried(path, { ...(answer && { enrolment: answer }), receipts, directives, packs });
    const content = { receipts: receipts.length, directives: directives.length, packs: packs.length };
    const id = await note(deps, { actor, branch, direction: 'to_branch', path, content });
    return { id, name: `custos-to-branch-${branch}-${await numberOf(deps, id)}.zip` };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

interface OpenItems {
  receipts: Signed[];
  directives: { number: number; signed: Signed }[];
  enrolment: { id: string; applianceKey: Buffer } | null;
}

async function openItems(tx: Tx, branch: string): Promise<OpenItems> {
  const { rows: branches } = await tx.query<{
    line: string | null;
    answered: number;
    key: Buffer;
    hub_key_id: string;
  }>('SELECT line, directives_answered AS answered, appliance_key AS key, hub_key_id FROM branches WHERE id = $1', [
    branch,
  ]);
  const [row] = branches;
  if (row === undefined) throw noBranch();
  const { rows: receipts } = await tx.query<{ receipt: string }>(
    `SELECT receipt FROM parcels p JOIN lines l USING (branch, line)
     WHERE branch = $1 AND line = $2 AND p.last > l.receipts_through ORDER BY p.last`,
    [branch, row.line],
  );
  const signed = await directivesAfter(tx, branch, row.answered, Number.MAX_SAFE_INTEGER);
  const { rows: enrolments } = await tx.query<{ id: string }>(
    'SELECT id FROM enrolments WHERE branch = $1 ORDER BY decided_at DESC LIMIT 1',
    [branch],
  );
  return {
    // Of entries that former keys of the hub confirmed, the branch sends again what it has no receipt for.
    receipts: receipts
      .map(({ receipt }) => JSON.parse(receipt) as Signed)
      .filter((receipt) => signerOf(receipt) === row.hub_key_id),
    directives: signed.map((directive, at) => ({ number: row.answered + 1 + at, signed: directive })),
    enrolment: row.line === null && enrolments[0] ? { id: enrolments[0].id, applianceKey: row.key } : null,
  };
}

/** Returns the id of the hub's keys that signed a message. */
const signerOf = ({ text }: Signed): string => (JSON.parse(text) as { hub_key_id: string }).hub_key_id;

/** Returns the packs that directives name, each once. */
async function packsOf({ keys }: HubDeps, directives: OpenItems['directives']): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { signed } of directives) {
    const pair = await keys.find(signerOf(signed));
    const work = pair && workOf(readDirective(signed, pair.keys));
    if (work?.kind === 'pack') named.add(work.body.sha256);
  }
  return named;
}

interface Note {
  actor: string;
  branch: string | null;
  direction: 'to_hub' | 'to_branch';
  path: string;
  content: object;
}

async function note(
  { pool, clock, newId, audit }: HubDeps,
  { actor, branch, direction, path, content }: Note,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  const { size } = await stat(path);
  const sha256 = hash.digest();
  return transact(pool, 'all', async (tx) => {
    const id = newId('crf');
    if (branch !== null) await tx.query('SELECT FROM branches WHERE id = $1 FOR UPDATE', [branch]);
    await tx.query(
      `INSERT INTO carried_files (id, branch, direction, number, sha256, size, content, carried_at, carried_by)
       SELECT $1, (SELECT id FROM branches WHERE id = $2), $3,
         1 + (SELECT count(*) FROM carried_files WHERE branch = $2 AND direction = $3), $4, $5, $6, $7, $8`,
      [id, branch, direction, sha256, size, JSON.stringify(content), clock.now(), actor],
    );
    await audit(tx, { actor, action: `carried_file.${direction}`, subject: id, details: { branch } });
    return id;
  });
}

async function numberOf({ pool }: HubDeps, id: string): Promise<number> {
  const { rows } = await transact(pool, 'all', (tx) =>
    tx.query<{ number: number }>('SELECT number FROM carried_files WHERE id = $1', [id]),
  );
  return rows[0]?.number ?? 1;
}
