import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { Clock } from '../lib/clock.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { DirectorySettings } from './types.ts';

export interface StoreDeps {
  db: Db;
  clock: Clock;
  keys: { directoryKey: Buffer };
}

const PLACE = 'directory.settings';

/** Before an administrator sets anything. */
const OFF: DirectorySettings = {
  on: false,
  kind: 'oidc',
  name: '',
  secondFactor: 'directory',
  ca: null,
  groups: [],
  oidc: null,
  ldap: null,
};

export function readSettings({ db, keys }: Pick<StoreDeps, 'db' | 'keys'>): DirectorySettings {
  const sealed = prepared(db, 'SELECT sealed_settings FROM directory WHERE id = 1').pluck().get() as Buffer | undefined;
  if (!sealed) return OFF;
  return { ...OFF, ...(JSON.parse(unseal(keys.directoryKey, PLACE, sealed).toString()) as DirectorySettings) };
}

/** Runs in the caller's transaction. */
export function writeSettings({ db, clock, keys }: StoreDeps, settings: DirectorySettings): void {
  const sealed = seal(keys.directoryKey, PLACE, Buffer.from(JSON.stringify(settings)));
  prepared(db, 'INSERT OR REPLACE INTO directory (id, sealed_settings, updated_at) VALUES (1, ?, ?)').run(
    sealed,
    clock.now(),
  );
}
