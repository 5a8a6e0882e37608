import type { AuthenticitySource, SearchedList } from '../../checks/types.ts';
import type { Db } from '../../db/open.ts';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import { getRegisterVersion } from '../../registries/store/versions.ts';
import { getVersion } from '../../screening/store/versions.ts';
import { getTrustVersion } from '../../trust/store/versions.ts';

type StatedList = Pick<SearchedList, 'id' | 'code' | 'name' | 'version'>;

/** Returns every engine and model that the results name, each once. */
export function statedModels(results: object) {
  const found = new Map<string, { step: string; name: string; version: string }>();
  for (const [step, result] of Object.entries(results)) {
    walk(result, (key, value) => {
      if ((key === 'engine' || key === 'model') && isVersion(value))
        found.set(`${step} ${value.name} ${value.version}`, { step, name: value.name, version: value.version });
    });
  }
  return [...found.values()];
}

function isVersion(value: unknown): value is { name: string; version: string } {
  const { name, version } = (value ?? {}) as { name?: unknown; version?: unknown };
  return typeof name === 'string' && typeof version === 'string';
}

function walk(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    visit(key, item);
    walk(item, visit);
  }
}

/** Returns the list versions that were searched, with the SHA-256 of their content if they are still stored. */
export function statedLists(db: Db, lists: readonly StatedList[]) {
  return {
    algorithm_version: ALGORITHM_VERSION,
    lists: lists.map(({ id, code, name, version }) => ({
      id,
      code,
      name,
      version,
      content_sha256: orNull(() => getVersion(db, id).contentHash),
    })),
  };
}

/** Returns the register versions that were searched, in the same form. */
export function statedRegisters(db: Db, registers: readonly StatedList[]) {
  return registers.map(({ id, code, name, version }) => ({
    id,
    code,
    name,
    version,
    content_sha256: orNull(() => getRegisterVersion(db, id).contentHash),
  }));
}

/** Returns the versions of trust lists that the check of authenticity used, in the same form, and the anchors that it found. */
export function statedTrust(db: Db, sources: readonly AuthenticitySource[]) {
  const lists = new Map(sources.flatMap(({ trust_lists }) => trust_lists.map((list) => [list.id, list] as const)));
  return {
    lists: [...lists.values()].map((list) => ({
      ...list,
      content_sha256: orNull(() => getTrustVersion(db, list.id).contentHash),
    })),
    anchors: [...anchorsOf(sources)],
  };
}

const anchorsOf = (sources: readonly AuthenticitySource[]): Set<string> =>
  new Set(sources.flatMap(({ anchor }) => anchor?.sha256 ?? []));

/** Returns the certificates of these anchors, as far as they are still stored. */
export function anchorCertificates(db: Db, sources: readonly AuthenticitySource[]): { sha256: string; der: Buffer }[] {
  const select = db.prepare('SELECT der FROM trust_items WHERE sha256 = ?').pluck();
  return [...anchorsOf(sources)].flatMap((sha256) => {
    const der = select.get(sha256) as Buffer | undefined;
    return der ? [{ sha256, der }] : [];
  });
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
