import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, ERROR_KINDS } from '../lib/errors.ts';
import { type Directive, type DirectiveWork, readDirective, workOf } from '../parcel/directive.ts';
import { isNamedRightly } from '../parcel/hub-keys.ts';
import type { Signed } from '../parcel/signed.ts';
import type { Policies } from '../policies/policies.ts';
import type { Lists } from '../screening/lists.ts';
import type { TrustLists } from '../trust/trust-lists.ts';
import type { Chosen } from '../updates/chosen.ts';
import type { Updates } from '../updates/updates.ts';
import { appendEntry } from './entries.ts';
import { readByHub, withNewKeys } from './hub-messages.ts';
import { folderOf, type ParcelDeps, sealAgain } from './parcels.ts';
import { changeSettings, needRow, readSettings } from './store.ts';

export type DirectiveDeps = ParcelDeps &
  Pick<BaseDeps, 'audit'> & {
    policies: Pick<Policies, 'current' | 'change'>;
    lists: Pick<Lists, 'importPack'>;
    trustLists: Pick<TrustLists, 'importTrustList'>;
    updates: Pick<Updates, 'open' | 'take' | 'here'>;
    chosenUpdate: Pick<Chosen, 'keep'>;
  };

/** Brings the content of a pack, from a byte on; null: it is not at hand. */
export type PackSource = (sha256: string, from: number) => AsyncIterable<Buffer> | null;

/** How a directive ended. */
interface Outcome {
  outcome: 'done' | 'refused';
  code: string | null;
}

/** The actor in the audit log. */
const ACTOR = 'hub';
const DONE: Outcome = { outcome: 'done', code: null };
const refused = (code: string): Outcome => ({ outcome: 'refused', code });

/**
 * Applies directives in the order of their numbers, each once, and answers each with an entry. Stops at one whose number is not the next, or whose pack
 * is not at hand: it comes again. Returns how many were applied. Throws `ParcelFault` if the hub has not signed one.
 */
export async function applyDirectives(
  deps: DirectiveDeps,
  directives: AsyncIterable<Signed> | Iterable<Signed>,
  source: PackSource,
): Promise<number> {
  let applied = 0;
  for await (const signed of directives) {
    const settings = readSettings(deps);
    const directive = readByHub(signed, settings?.hubKeys ?? [], deps.clock.now(), readDirective);
    const { directives_through: through } = needRow(deps);
    if (directive.branch !== settings?.branch?.id || directive.number > through + 1) break;
    if (directive.number <= through) continue;
    const work = workOf(directive);
    const outcome = work === null ? refused('directive_unknown') : await attempt(deps, work, source);
    if (outcome === null) break;
    note(deps, directive, work, outcome);
    applied += 1;
  }
  return applied;
}

/** null: not now. */
async function attempt(deps: DirectiveDeps, work: DirectiveWork, source: PackSource): Promise<Outcome | null> {
  try {
    if (work.kind === 'policy') return changePolicy(deps, work.body);
    if (work.kind === 'pack') return await takePack(deps, work.body, source);
    return isNamedRightly(work.body) ? DONE : refused('hub_key_invalid');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (ERROR_KINDS[error.code].retryable) return null;
    return refused(error.details.items?.[0]?.code ?? error.code);
  }
}

type Body<K extends DirectiveWork['kind']> = Extract<DirectiveWork, { kind: K }>['body'];

/** The change commits by itself. If the process ends before the answer does, it is found in force the next time. */
function changePolicy({ policies }: DirectiveDeps, { note, changes }: Body<'policy'>): Outcome {
  try {
    policies.change({ basedOn: policies.current().version, note, changes }, ACTOR);
  } catch (error) {
    const fields = error instanceof AppError ? error.details.items?.map(({ field }) => field) : [];
    // Everything is in force already.
    if (fields?.length === 1 && fields[0] === 'changes') return DONE;
    throw error;
  }
  return DONE;
}

async function takePack(deps: DirectiveDeps, pack: Body<'pack'>, source: PackSource): Promise<Outcome | null> {
  const path = await fetchPack(deps, pack, source);
  if (path === null) return null;
  if (path === 'wrong') return refused('pack_damaged');
  try {
    if (pack.pack === 'list') await deps.lists.importPack(path, {}, ACTOR);
    // An administrator of this appliance still compares and confirms its certificates.
    else if (pack.pack === 'trust') await deps.trustLists.importTrustList({ paths: [path] }, ACTOR);
    else return await takeUpdate(deps, path);
    return DONE;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Takes over lists and languages. A program waits for an administrator of this appliance, who installs it. */
async function takeUpdate({ updates, chosenUpdate }: DirectiveDeps, path: string): Promise<Outcome> {
  let brings = false;
  {
    using pack = await updates.open(path);
    await updates.take(pack, { lists: true, languages: true }, {}, ACTOR);
    brings = pack.manifest.program !== null && pack.manifest.program !== undefined;
  }
  if (!brings) return DONE;
  await chosenUpdate.keep(path);
  return { outcome: 'done', code: 'program_waits' };
}

/** Returns the path of the complete pack. A transfer that was cut off continues where it ended. null: the source has none; `wrong`: another content. */
async function fetchPack(
  deps: DirectiveDeps,
  { sha256, size_bytes: sizeBytes, name }: Body<'pack'>,
  source: PackSource,
): Promise<string | 'wrong' | null> {
  const folder = join(folderOf(deps), 'packs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${sha256}-${name.replace(/[^A-Za-z0-9._-]/g, '_').slice(-100)}`);
  const from = existsSync(part) ? statSync(part).size : 0;
  if (from < sizeBytes) {
    const content = source(sha256, from);
    if (content === null) return null;
    let written = from;
    await using file = await open(part, 'a', 0o600);
    for await (const chunk of content) {
      written += chunk.length;
      if (written > sizeBytes) break;
      await file.appendFile(chunk);
    }
    await file.sync();
    if (written < sizeBytes) return null;
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(part) as AsyncIterable<Buffer>) hash.update(chunk);
  if (hash.digest('hex') === sha256) return part;
  rmSync(part, { force: true });
  return 'wrong';
}

/** Records the end of a directive: its entry, number and audit row in one transaction; with new keys of the hub, these too. */
function note(
  deps: DirectiveDeps,
  { number, kind, issued_at }: Directive,
  work: DirectiveWork | null,
  end: Outcome,
): void {
  const { db, clock, audit } = deps;
  transact(db, () => {
    prepared(
      db,
      'INSERT INTO uplink_directives (number, kind, issued_at, outcome, code, done_at) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(number, kind, issued_at, end.outcome, end.code, clock.now());
    prepared(db, 'UPDATE uplink SET directives_through = ?').run(number);
    if (work?.kind === 'hub_key' && end.outcome === 'done') {
      const { hubKeys = [] } = readSettings(deps) ?? {};
      changeSettings(deps, { hubKeys: withNewKeys(hubKeys, work.body, clock.now()) });
      sealAgain(deps, needRow(deps));
    }
    appendEntry(deps, 'directive', { number, ...end });
    audit.append({
      actor: ACTOR,
      action: end.outcome === 'done' ? 'hub.directive_done' : 'hub.directive_refused',
      details: { number, kind, code: end.code },
    });
  });
}

/** What is known of a directive that was applied. */
export interface ShownDirective extends Outcome {
  number: number;
  kind: string;
  issuedAt: string;
  doneAtMs: number;
}

/** Returns the newest directives first. */
export function listDirectives({ db }: Pick<BaseDeps, 'db'>, limit: number): ShownDirective[] {
  return prepared(
    db,
    `SELECT number, kind, issued_at AS issuedAt, outcome, code, done_at AS doneAtMs FROM uplink_directives
     ORDER BY number DESC LIMIT ?`,
  ).all(limit) as ShownDirective[];
}
