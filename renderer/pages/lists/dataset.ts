import type { RegisterAnswer } from '../../../server/contract/registers.ts';
import type { TrustListAnswer } from '../../../server/contract/trust-lists.ts';
import type { WatchlistAnswer } from '../../../server/contract/watchlists.ts';
import { mode } from '../../client/api.ts';
import { getPage } from '../../client/pages.ts';
import { can } from '../../client/session.ts';

/** The subject of this screen: watchlists, registers and trust lists are handled in the same way. */
export type Kind = 'watchlist' | 'register' | 'trust';
export type Version = WatchlistAnswer | RegisterAnswer | TrustListAnswer;

export const API = { watchlist: '/v1/watchlists', register: '/v1/registries', trust: '/v1/trust-lists' } as const;

/** All versions of one list or register, newest first. */
export interface Dataset {
  code: string;
  name: string;
  /** The version in use; null if there is none. */
  active: Version | null;
  versions: readonly [Version, ...Version[]];
}

const PAGE = 100;

/** Returns the imported versions of all codes. Throws `ApiError`. */
export async function fetchDatasets(kind: Kind, abort: AbortSignal): Promise<Dataset[]> {
  const all: Version[] = [];
  for (;;) {
    const page = await getPage(API[kind], PAGE, all.at(-1)?.id ?? null, abort);
    all.push(...page.data);
    if (!page.has_more || page.data.length === 0) return groupByCode(all);
  }
}

/** Groups versions, given newest first, by list or register, sorted by name. */
export function groupByCode(versions: readonly Version[]): Dataset[] {
  const groups = [...Map.groupBy(versions, ({ code }) => code)].map(([code, all]) => {
    const [newest, ...others] = all as [Version, ...Version[]];
    const active = all.find((version) => version.active) ?? null;
    return { code, name: (active ?? newest).name, active, versions: [newest, ...others] as const };
  });
  return groups.toSorted((a, b) => a.name.localeCompare(b.name) || a.code.localeCompare(b.code));
}

/** Returns the number of entries, companies, or certificates and revocation lists. */
export function sizeOf(version: Version): number {
  if ('entries' in version) return version.entries;
  return 'companies' in version ? version.companies : version.certificates + version.revocation_lists;
}

/** Whether a version is of a trust list and has never been active. */
export const isStaged = (version: Version): boolean => 'staged' in version && version.staged;

/** Whether activating this version is a step back, a step forward, or the first activation. */
export function stepOf(dataset: Dataset, version: Version): 'back' | 'forward' | 'begin' {
  if (!dataset.active) return 'begin';
  const place = (one: Version): number => dataset.versions.findIndex(({ id }) => id === one.id);
  return place(version) > place(dataset.active) ? 'back' : 'forward';
}

/** Whether the operator may change lists and registers. They affect live records, so never in test mode. */
export const mayChange = (): boolean => can('lists:write') && mode.value === 'live';
