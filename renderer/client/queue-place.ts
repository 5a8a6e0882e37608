/** The parts of a queue record that its address needs. */
interface Placed {
  id: string;
  kind: 'kyc' | 'kyb';
}

/** The loaded rows of the queue. */
interface Rows {
  /** -1: not found. */
  indexOf(id: string): number;
  at(index: number): Placed | undefined;
}

let rows: Rows | null = null;

/** Stores the queue's rows; they stay available after the queue is closed. */
export function keepQueueRows(shown: Rows | null): void {
  rows = shown;
}

const API = { kyc: '/v1/verifications', kyb: '/v1/kyb/verifications' } as const;

/** The path of a record in the API. */
export type RecordPath<K extends Placed['kind'] = Placed['kind']> = `${(typeof API)[K]}/${string}`;

export const apiPath = <K extends Placed['kind']>({ id, kind }: { id: string; kind: K }): RecordPath<K> =>
  `${API[kind]}/${id}` as RecordPath<K>;

/** Returns the path of a record's page. */
export function recordPath({ id, kind }: Placed): string {
  return `/${kind === 'kyc' ? 'verifications' : 'companies'}/${id}`;
}

/** Returns the page of the next (1) or previous (-1) record in the queue as last shown; null if there is none or this record is not in it. */
export function queueNeighbour(id: string, step: 1 | -1): string | null {
  const at = rows?.indexOf(id) ?? -1;
  const next = at < 0 || at + step < 0 ? undefined : rows?.at(at + step);
  return next ? recordPath(next) : null;
}
