import { type ReadonlySignal, signal } from '@preact/signals';

/** A record of the queue as far as the way to it goes. */
interface Placed {
  id: string;
  kind: 'kyc' | 'kyb';
}

const address = signal('/');
let rowsNow: () => readonly Placed[] = () => [];

/** Where the queue is, with its filters, as it was last shown. */
export const queueAddress: ReadonlySignal<string> = address;

/** The queue tells where it is and which rows it has, while it is shown and after. */
export function keepQueuePlace(path: string, rows: () => readonly Placed[]): void {
  address.value = path;
  rowsNow = rows;
}

/** The page of a record. */
export function recordPath({ id, kind }: Placed): string {
  return `/${kind === 'kyc' ? 'verifications' : 'companies'}/${id}`;
}

/** The page of the record behind (1) or before (-1) this one in the queue as it was last shown; null: there is none, or this one is not in it. */
export function queueNeighbour(id: string, step: 1 | -1): string | null {
  const rows = rowsNow();
  const at = rows.findIndex((row) => row.id === id);
  const next = at < 0 ? undefined : rows[at + step];
  return next ? recordPath(next) : null;
}
