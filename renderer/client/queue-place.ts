/** A record of the queue as far as the way to it goes. */
interface Placed {
  id: string;
  kind: 'kyc' | 'kyb';
}

/** The rows of the queue, as far as they have come. */
interface Rows {
  /** -1: it is not there. */
  indexOf(id: string): number;
  at(index: number): Placed | undefined;
}

let rows: Rows | null = null;

/** The queue tells which rows it has, while it is shown and after. */
export function keepQueueRows(shown: Rows | null): void {
  rows = shown;
}

const API = { kyc: '/v1/verifications', kyb: '/v1/kyb/verifications' } as const;

/** Where the appliance has a record. */
export type RecordPath<K extends Placed['kind'] = Placed['kind']> = `${(typeof API)[K]}/${string}`;

export const apiPath = <K extends Placed['kind']>({ id, kind }: { id: string; kind: K }): RecordPath<K> =>
  `${API[kind]}/${id}` as RecordPath<K>;

/** The page of a record. */
export function recordPath({ id, kind }: Placed): string {
  return `/${kind === 'kyc' ? 'verifications' : 'companies'}/${id}`;
}

/** The page of the record behind (1) or before (-1) this one in the queue as it was last shown; null: there is none, or this one is not in it. */
export function queueNeighbour(id: string, step: 1 | -1): string | null {
  const at = rows?.indexOf(id) ?? -1;
  const next = at < 0 || at + step < 0 ? undefined : rows?.at(at + step);
  return next ? recordPath(next) : null;
}
