import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transact } from '../db/transact.ts';
import { conflict } from '../lib/errors.ts';
import { openCarried, writeCarried } from '../parcel/carried.ts';
import { applyDirectives, type DirectiveDeps } from './directives.ts';
import { type EnrolDeps, takeAnswer } from './enrol.ts';
import { folderOf, pathOf, sealWaiting, takeReceipt, waitingParcels } from './parcels.ts';
import { needRow, readRow, readSettings } from './store.ts';

type Deps = DirectiveDeps & EnrolDeps;

/** A file for the hub, to be carried on a stick. It is removed when it is disposed of. */
export interface CarriedOut extends Disposable {
  path: string;
  name: string;
  parcels: number;
}

/** Writes what waits into a file: the same bytes that TLS would carry. Throws `state_conflict` if the appliance has no hub, or nothing may be sent. */
export async function writeForHub(deps: Deps, actor: string): Promise<CarriedOut> {
  const settings = readSettings(deps);
  const { stopped } = needRow(deps);
  if (settings === null || stopped !== null)
    throw conflict('Nothing is sent now. See the state of the hub for the reason.');
  await sealWaiting(deps, { partial: true });
  const parcels = waitingParcels(deps, needRow(deps)).filter(({ sha256 }) => sha256 !== null);
  const { branch } = settings;
  const [first, last] = [parcels[0]?.first ?? 0, parcels.at(-1)?.last ?? 0];
  const folder = join(folderOf(deps), 'carried');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = branch === null ? 'custos-to-hub-new.zip' : `custos-to-hub-${branch.id}-${first}-${last}.zip`;
  const path = join(folder, name);
  await writeCarried(path, {
    enrolment: branch === null ? settings.request : undefined,
    parcels: parcels.map((parcel) => ({ ...parcel, content: { path: pathOf(deps, parcel) } })),
  });
  transact(deps.db, () =>
    deps.audit.append({ actor, action: 'hub.file_made', details: { parcels: parcels.length, first, last } }),
  );
  return { path, name, parcels: parcels.length, [Symbol.dispose]: () => rmSync(path, { force: true }) };
}

/** What a carried file from the hub brought. */
export interface CarriedIn {
  receipts: number;
  directives: number;
  /** The hub's answer to the request; null: the file holds none. */
  enrolment: 'waiting' | 'refused' | 'approved' | null;
}

/** Takes a file from the hub: the answer to the request, receipts, and directives with their packs. Throws `ParcelFault`, `state_conflict`. */
export async function takeFromHub(deps: Deps, path: string, actor: string): Promise<CarriedIn> {
  needRow(deps);
  using carried = await openCarried(path);
  const answer = await carried.enrolment();
  const enrolment = answer && takeAnswer(deps, answer);
  let receipts = 0;
  for await (const receipt of carried.receipts()) {
    takeReceipt(deps, receipt);
    receipts += 1;
  }
  const { packs } = carried;
  const directives =
    readRow(deps)?.stopped === null
      ? await applyDirectives(deps, carried.directives(), (sha256, from) =>
          packs.includes(sha256) ? skip(carried.pack(sha256), from) : null,
        )
      : 0;
  transact(deps.db, () => deps.audit.append({ actor, action: 'hub.file_taken', details: { receipts, directives } }));
  return { receipts, directives, enrolment };
}

/** Leaves out the first bytes, which an earlier transfer brought. */
async function* skip(pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const piece of pieces) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
