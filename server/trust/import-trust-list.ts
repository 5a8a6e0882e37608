import { besideModule } from '../../models/threads/beside.ts';
import type { ImportProgress } from '../datasets/progress.ts';
import type { DatasetDeps } from '../datasets/versions.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { askThread } from '../lib/ask-thread.ts';
import type { Clock } from '../lib/clock.ts';
import { invalidField, itemError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import type { NewId } from '../lib/ids.ts';
import { FINGERPRINT_DIGITS_MIN, type TrustKind } from '../vocabulary/trust-kinds.ts';
import type { TrustOptions } from './options.ts';
import type { ReadTrustList, TrustOrder } from './read/read-trust-list.ts';
import { readTrusted, unconfirmedOf } from './rests-on.ts';
import {
  activeTrustVersion,
  confirmAnchor,
  getTrustVersion,
  insertTrustVersion,
  listTrustVersions,
  loadEntries,
  readItems,
  retireTrustVersions,
  trustStore,
} from './store/versions.ts';
import type { TrustItem, TrustVersion } from './types.ts';

export interface TrustImportDeps extends DatasetDeps {
  clock: Clock;
  newId: NewId;
  /** Reads the files. By default, in a separate thread. */
  read?: typeof readInThread;
  /** The ids of the versions that records were judged with. They are kept. */
  namedVersions?: () => ReadonlySet<string>;
}

export interface TrustImport {
  version: TrustVersion;
  /** False if this same content was already stored. No second copy is made. */
  created: boolean;
}

/** The kinds whose files are signed as a whole. */
const SIGNED: readonly TrustKind[] = ['csca_master_list', 'vical'];

/**
 * Reads the files of a trust list and stores it as a staged version. Nothing is trusted before it is activated. Throws `list_invalid` with the reason:
 * item `list_older` if the active version was published later, item `trust_signer_unknown` if another publisher signed it than the active version.
 */
export async function importTrustList(
  deps: TrustImportDeps,
  options: TrustOptions,
  actor: string,
  signal: AbortSignal,
): Promise<TrustImport> {
  const { audit, clock, db, namedVersions = () => new Set<string>() } = deps;
  const order = orderOf(deps, options);
  const answer = await (deps.read ?? readInThread)(order, signal, options.onProgress ?? (() => {}));
  return transact(db, () => {
    if ('known' in answer) return { version: getTrustVersion(db, answer.known), created: false };
    const { entries, kind, ...read } = answer.read;
    const version = { ...read, id: order.id, format: kind, importedAtMs: clock.now(), importedBy: actor };
    insertTrustVersion(db, version, entries);
    checkSuccessor(db, version);
    retireTrustVersions(db, version.code, namedVersions());
    if (options.ageDaysMax !== undefined) trustStore.setAgeLimit(db, version.code, options.ageDaysMax);
    audit.append({
      actor,
      action: 'trust_list.staged',
      subjectId: version.id,
      details: { list: version.code, content: version.contentHash, entries: entries.length },
    });
    return { version: getTrustVersion(db, version.id), created: true };
  });
}

function orderOf({ clock, db, newId }: TrustImportDeps, options: TrustOptions): TrustOrder {
  const { code, kind, name, paths, publishedAt } = options;
  return {
    id: newId('tru'),
    paths,
    options: given({ code, kind, name, publishedAt }),
    nowMs: clock.now(),
    trusted: readTrusted(db),
    known: listTrustVersions(db)
      .filter(({ activatedAtMs }) => activatedAtMs !== null)
      .map(({ id, code, format, contentHash, importerVersion }) => ({
        id,
        code,
        format,
        contentHash,
        importerVersion,
      })),
  };
}

type NewVersion = Pick<TrustVersion, 'code' | 'format' | 'publishedAt' | 'restsOn'>;

function checkSuccessor(db: Db, version: NewVersion): void {
  const { code, format, restsOn } = version;
  const other = listTrustVersions(db, code).find((known) => known.format !== format);
  if (other) {
    throw refusal('trust_kind_differs', `The list ${code} is of the kind ${other.format}. Give this one another code.`);
  }
  const before = activeTrustVersion(db, code);
  if (before === null) return;
  checkNotOlder(before, version);
  if (!SIGNED.includes(format) || unconfirmedOf(db, { format, restsOn }).length === 0) return;
  throw refusal(
    'trust_signer_unknown',
    `The active version of ${code} rests on a certificate that you confirmed, and this one is not signed under it. Get the file from its publisher again. If the publisher has a new certificate, deactivate the list, import both together, and compare the fingerprint.`,
  );
}

/** Trust lists only move forward: an older list may lack what was withdrawn since. */
function checkNotOlder(before: TrustVersion, version: Pick<NewVersion, 'code' | 'publishedAt'>): void {
  trustStore.checkSuccession(before, version, { acceptSmaller: true });
}

/**
 * Makes a version the active one of its list. `fingerprints`: of the certificates that the version rests on and that were not confirmed yet, each
 * whole or its first `FINGERPRINT_DIGITS_MIN` digits or more. Call it inside a transaction. Throws `not_found`; `invalid_request` if a fingerprint
 * is missing or wrong; `list_invalid` for a staged version that is older than the active one; `row_refused`.
 */
export function activateTrustVersion(
  deps: TrustImportDeps,
  id: string,
  fingerprints: readonly string[],
  actor: string,
): TrustVersion {
  const { audit, clock, db, namedVersions = () => new Set<string>() } = deps;
  const version = getTrustVersion(db, id);
  loadEntries(db, version);
  const before = activeTrustVersion(db, version.code);
  if (before && version.activatedAtMs === null) checkNotOlder(before, version);
  const unconfirmed = unconfirmedOf(db, version);
  checkFingerprints(readItems(db, version.restsOn), unconfirmed, fingerprints);
  for (const { sha256 } of unconfirmed) {
    confirmAnchor(db, version.format, sha256, actor, clock.now());
    audit.append({
      actor,
      action: 'trust_anchor.confirmed',
      subjectId: id,
      details: { kind: version.format, fingerprint: sha256 },
    });
  }
  trustStore.activate(deps, version, actor);
  db.prepare('UPDATE trust_versions SET activated_at = coalesce(activated_at, ?) WHERE id = ?').run(clock.now(), id);
  retireTrustVersions(db, version.code, namedVersions());
  return getTrustVersion(db, id);
}

/** Throws unless these fingerprints are of certificates that the list rests on, and confirm all that are not confirmed yet. A request may be repeated. */
function checkFingerprints(
  restsOn: readonly TrustItem[],
  unconfirmed: readonly TrustItem[],
  fingerprints: readonly string[],
): void {
  const typed = fingerprints.map((text) => text.replaceAll(/[\s:.-]/g, '').toLowerCase());
  for (const [index, digits] of typed.entries()) {
    const field = `fingerprints[${index}]`;
    if (!/^[0-9a-f]{1,64}$/.test(digits) || digits.length < FINGERPRINT_DIGITS_MIN) {
      throw invalidField(
        field,
        `${field} must have at least ${FINGERPRINT_DIGITS_MIN} hexadecimal digits: the first of the SHA-256 fingerprint.`,
      );
    }
    if (!restsOn.some(({ sha256 }) => sha256.startsWith(digits))) {
      throw invalidField(
        field,
        `${field} is the fingerprint of no certificate that this list rests on. Compare it with the publisher's. If it differs, do not use the list.`,
        'fingerprint_differs',
      );
    }
  }
  const open = unconfirmed.filter(({ sha256 }) => !typed.some((digits) => sha256.startsWith(digits)));
  if (open.length === 0) return;
  throw invalidField(
    'fingerprints',
    `Confirm the certificates that this list rests on by their SHA-256 fingerprints. Not confirmed: ${open.map(({ subject }) => subject).join('; ')}.`,
    'fingerprint_missing',
  );
}

/**
 * Stops using a list. What was confirmed for it alone is forgotten: to use the list again, its fingerprint is confirmed again. Call it inside a
 * transaction. Throws `not_found`.
 */
export function removeTrustList(deps: DatasetDeps, code: string, actor: string): void {
  const { db } = deps;
  const { restsOn } = trustStore.remove(deps, code, actor);
  const stillUsed = new Set(trustStore.active(db).flatMap((other) => other.restsOn));
  const forget = db.prepare('DELETE FROM trust_anchors WHERE item = ?');
  for (const fingerprint of restsOn) if (!stillUsed.has(fingerprint)) forget.run(fingerprint);
}

function refusal(code: string, message: string) {
  return itemError('list_invalid', { code, message });
}

/** Reads the files in a separate thread (`readTrustList`), so that nothing else waits for it. */
export function readInThread(
  order: TrustOrder,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<ReadTrustList> {
  return askThread(besideModule(import.meta.url, 'read/worker'), order, { signal, onProgress });
}
