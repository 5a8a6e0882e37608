import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BaseDeps } from '../../audit/deps.ts';
import type { SearchedRegister } from '../../checks/kyb/types.ts';
import type { AuthenticityResult, Finding, Hit, SearchedList } from '../../checks/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import { createRegisterSearch, type OpenRegisterSearch } from '../../registries/open-search.ts';
import { getRegisterVersion } from '../../registries/store/versions.ts';
import type { ThresholdRules } from '../../screening/match/rules.ts';
import { type ListSearch, openVersions, type WatchlistSearch } from '../../screening/search.ts';
import { createTrustAnchors, type TrustAnchors } from '../../trust/active-anchors.ts';
import { getTrustVersion } from '../../trust/store/versions.ts';
import type { RunSearch } from '../screen-subjects.ts';

export interface DatasetDeps extends Pick<BaseDeps, 'db' | 'clock' | 'newId'> {
  /** The thresholds that decide which names are hits. */
  rules: ThresholdRules;
  watchlists: WatchlistSearch;
  /** The folder of the register versions. */
  registersFolder: string;
}

/** Why something cannot be replayed, for a reader. */
export class CannotReplay extends Error {}

interface StoredScreening {
  lists: readonly SearchedList[];
  hits: readonly Hit[];
  algorithm_version?: number;
  /** Of a person's screening, or of a company's sanctions check. Both report when nothing could be searched. */
  findings: readonly Finding[];
}

/**
 * Opens the watchlists as a stored screening searched them: the versions in force if they are the same, or else kept versions,
 * loaded separately. Throws `CannotReplay` if a version is no longer kept, or if names are now compared differently.
 */
export async function openStoredLists(deps: DatasetDeps, stored: StoredScreening): Promise<RunSearch> {
  if (stored.findings.some(({ code }) => code === 'lists_not_ready'))
    throw new CannotReplay('no list could be searched at that time');
  const version = stored.algorithm_version ?? stored.hits[0]?.algorithm_version;
  if (version !== ALGORITHM_VERSION) {
    const by = version === undefined ? 'an older version' : `version ${version}`;
    throw new CannotReplay(`names were compared with ${by} of the comparison; it is now version ${ALGORITHM_VERSION}`);
  }
  const current = deps.watchlists.ready ? deps.watchlists.current(deps.rules) : null;
  const inForce = current?.lists(deps.clock.now()) ?? [];
  const isSame = inForce.length === stored.lists.length && inForce.every(({ id }, at) => id === stored.lists[at]?.id);
  return asWatchlists(current && isSame ? current : await loadVersions(deps, stored.lists));
}

async function loadVersions(deps: DatasetDeps, lists: readonly SearchedList[]): Promise<ListSearch> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'custos-replay-'));
  try {
    const ids = lists.map(({ id }) => id);
    return await openVersions({ ...deps, cacheFolder }, ids);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new CannotReplay('a watchlist version that was searched is no longer stored');
  } finally {
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

function asWatchlists(search: ListSearch): RunSearch {
  return { whenReady: async () => true, current: () => search };
}

/**
 * Opens the registers as a stored look-up searched them, at its time. The caller must close them. Throws `CannotReplay` if a
 * version is no longer kept.
 */
export function openStoredRegisters(
  deps: DatasetDeps,
  registers: readonly SearchedRegister[],
  clock: Clock,
): OpenRegisterSearch {
  try {
    const versions = registers.map(({ id }) => getRegisterVersion(deps.db, id));
    return createRegisterSearch({ db: deps.db, folder: deps.registersFolder, clock, versions: () => versions });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new CannotReplay('a register version that was searched is no longer stored');
  }
}

/** Opens the trust lists as a stored check used them. Throws `CannotReplay` if a version is no longer kept. */
export function openStoredTrust({ db }: Pick<DatasetDeps, 'db'>, { sources }: AuthenticityResult): TrustAnchors {
  const ids = new Set(sources.flatMap(({ trust_lists }) => trust_lists.map(({ id }) => id)));
  try {
    const versions = [...ids].map((id) => getTrustVersion(db, id));
    return createTrustAnchors({ db, inForce: () => versions });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new CannotReplay('a trust list version that was used is no longer stored');
  }
}
