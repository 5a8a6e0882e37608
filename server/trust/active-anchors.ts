import { type AnchorPool, createAnchorPool } from '../authenticity/anchors.ts';
import {
  collectRevocations,
  parseRevocationList,
  type RevocationList,
  type Revocations,
} from '../authenticity/crl/crl.ts';
import { type Certificate, parseCertificate } from '../authenticity/x509/certificate.ts';
import { versionLabel } from '../datasets/age.ts';
import type { Db } from '../db/open.ts';
import { AppError } from '../lib/errors.ts';
import { lazily } from '../lib/lazily.ts';
import type { Logger } from '../lib/log.ts';
import type { TrustKind } from '../vocabulary/trust-kinds.ts';
import { activeTrustVersions, loadEntries } from './store/versions.ts';
import type { TrustEntry, TrustVersion } from './types.ts';

/** A version that a check used. A record names it, so that a replay uses the same one. */
export interface UsedTrustVersion {
  id: string;
  code: string;
  kind: TrustKind;
  version: string;
}

/** What documents are verified against. A `ChipTrust` of `server/authenticity`. */
export interface ActiveAnchors {
  /** Certificates that need no further proof. */
  anchors: AnchorPool;
  revocations: Revocations;
  /** The same, as files, each with the key identifier of its issuer, for a thread. */
  revocationLists: readonly { der: Uint8Array; keyId: string }[];
  /** Of an ICAO LDIF file, for documents that do not carry theirs. They count only under an anchor. Read at first use: there may be 25,000. */
  readonly documentSigners: readonly Certificate[];
  /** The types of mobile documents that a list allows an anchor to sign, by its fingerprint. Others may sign all. */
  docTypes: ReadonlyMap<string, readonly string[]>;
  /** The versions that these come from. Empty: no list of these kinds is active, so nothing can be proven. */
  versions: readonly UsedTrustVersion[];
}

/** The content of the active trust lists, read once and kept in memory. */
export interface TrustAnchors {
  /** Returns what the active lists of these kinds hold. Throws `row_refused` if a list was changed outside the appliance. */
  activeAnchors(...kinds: readonly TrustKind[]): ActiveAnchors;
  /** The active versions. */
  versions(): readonly TrustVersion[];
  /** Why an active list cannot be used, as a sentence for a reader. null while nothing is wrong. */
  readonly problem: string | null;
  /** Must be called after a list was activated or deactivated. */
  refresh(): void;
}

/** Returns the content of the trust lists that are active in `db`, or of other versions. It is read at its first use. */
export function createTrustAnchors({
  db,
  log,
  inForce = () => activeTrustVersions(db),
}: {
  db: Db;
  log?: Logger;
  inForce?: () => TrustVersion[];
}): TrustAnchors {
  let versions = inForce();
  const loaded = new Map<string, Loaded>();
  const refused = new Map<string, AppError>();
  const made = new Map<string, ActiveAnchors>();
  const load = (version: TrustVersion): Loaded | null => {
    const { id, code } = version;
    if (refused.has(id)) return null;
    try {
      const content = loaded.get(id) ?? readVersion(db, version);
      loaded.set(id, content);
      return content;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log?.error('trust_list.failed', { list: code, version: id }, error);
      refused.set(id, error);
      return null;
    }
  };
  return {
    activeAnchors(...kinds) {
      const key = kinds.toSorted().join();
      const wanted = versions.filter(({ format }) => kinds.includes(format));
      const all = made.has(key) ? [] : wanted.flatMap((version) => load(version) ?? []);
      for (const { id } of wanted) {
        const error = refused.get(id);
        if (error) throw error;
      }
      const anchors = made.get(key) ?? merge(all);
      made.set(key, anchors);
      return anchors;
    },
    versions: () => versions,
    get problem() {
      for (const version of versions) load(version);
      const [error] = refused.values();
      return error?.message ?? null;
    },
    refresh() {
      versions = inForce();
      made.clear();
      refused.clear();
      const active = new Set(versions.map(({ id }) => id));
      for (const id of loaded.keys()) if (!active.has(id)) loaded.delete(id);
    },
  };
}

interface Loaded {
  used: UsedTrustVersion;
  anchors: { certificate: Certificate; docTypes: string[] | null }[];
  signers: TrustEntry[];
  crls: { list: RevocationList; keyId: string; der: Uint8Array }[];
}

function readVersion(db: Db, version: TrustVersion): Loaded {
  const entries = loadEntries(db, version);
  const { id, code, format } = version;
  return {
    used: { id, code, kind: format, version: versionLabel(version) },
    anchors: entries
      .filter(({ role }) => role === 'anchor')
      .map(({ der, docTypes }) => ({ certificate: parseCertificate(der), docTypes })),
    signers: entries.filter(({ role }) => role === 'signer'),
    crls: entries
      .filter(({ role }) => role === 'crl')
      .map(({ der, keyId }) => ({ list: parseRevocationList(der), keyId: keyId ?? '', der })),
  };
}

function merge(all: readonly Loaded[]): ActiveAnchors {
  const anchors = createAnchorPool(all.flatMap((one) => one.anchors.map(({ certificate }) => certificate)));
  // The import verified who signed each list, and the entry keeps that key.
  const revocations = collectRevocations(
    all.flatMap(({ crls }) =>
      crls.flatMap(({ list, keyId }) =>
        anchors
          .withKeyId(keyId)
          .slice(0, 1)
          .map((issuer) => ({ list, issuer })),
      ),
    ),
  );
  const signers = lazily(() => all.flatMap((one) => one.signers).map(({ der }) => parseCertificate(der)));
  return {
    anchors,
    revocations,
    revocationLists: all.flatMap(({ crls }) => crls.map(({ der, keyId }) => ({ der, keyId }))),
    get documentSigners() {
      return signers();
    },
    docTypes: mergeDocTypes(all.flatMap((one) => one.anchors)),
    versions: all.map(({ used }) => used),
  };
}

/** What one list allows is allowed, and a list that names no types allows all. */
function mergeDocTypes(anchors: Loaded['anchors']): Map<string, string[]> {
  const merged = new Map<string, string[]>();
  const free = new Set(
    anchors.filter(({ docTypes }) => docTypes === null).map(({ certificate }) => certificate.sha256),
  );
  for (const { certificate, docTypes } of anchors) {
    const { sha256 } = certificate;
    if (docTypes && !free.has(sha256)) merged.set(sha256, [...(merged.get(sha256) ?? []), ...docTypes]);
  }
  return merged;
}
