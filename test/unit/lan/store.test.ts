import { describe, expect, it } from 'vitest';
import { type Audit, type AuditEntry, createAudit, verifyAudit } from '../../../server/audit/log.ts';
import { type LanSettings, openLanStore, switchOffLan } from '../../../server/lan/store.ts';
import { readMeta, writeMeta } from '../../../server/vault/key-meta.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';

const ON: LanSettings = {
  on: true,
  address: null,
  port: 8443,
  certificate: { origin: 'made', chain: 'chain', key: 'the private key', givenNames: [], renewed: null },
};
const ENTRY: AuditEntry = { actor: 'cli', action: 'lan.switched_on', details: { port: 8443 } };

function folder() {
  const db = memoryDatabase();
  const keys = memoryKeys();
  const audit = createAudit({ db, keys, clock: testClock() });
  const actions = (): unknown[] => db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all();
  return { db, keys, audit, actions, open: (other: Audit = audit) => openLanStore({ db, keys, audit: other }) };
}

describe('the settings of the office network', () => {
  it('are off at first, and kept sealed as a whole with an entry of the audit log', () => {
    const { open, keys, db, actions } = folder();
    const store = open();
    expect(store.read()).toEqual({ on: false, address: null, port: 8443, certificate: null });
    expect(readMeta(keys.db, 'lan')).toBeNull();
    store.write(ON, ENTRY);
    expect([store.read(), open().read(), actions()]).toEqual([ON, ON, ['lan.switched_on']]);
    const sealed = readMeta(keys.db, 'lan')?.toString('latin1');
    for (const plain of ['the private key', 'chain', '8443', 'made']) expect(sealed).not.toContain(plain);
    expect(verifyAudit({ db, keys })).toEqual({ ok: true, count: 1 });
  });

  it('do not change where the audit log cannot be written', () => {
    const { open, audit, actions } = folder();
    open().write(ON, ENTRY);
    const full: Audit = {
      ...audit,
      append() {
        throw new Error('the disk is full');
      },
    };
    const store = open(full);
    expect(() => store.write({ ...ON, on: false }, { ...ENTRY, action: 'lan.switched_off' })).toThrow(
      'the disk is full',
    );
    expect([store.read(), open().read(), actions()]).toEqual([ON, ON, ['lan.switched_on']]);
  });

  it('of a process that was killed before it wrote the audit log are in force, and in the log once', () => {
    const { open, audit, keys, actions } = folder();
    let row: Buffer | null = null;
    const seen: Audit = {
      ...audit,
      append(entry) {
        row = readMeta(keys.db, 'lan');
        audit.append(entry);
      },
    };
    open(seen).write(ON, ENTRY);
    expect(actions()).toHaveLength(1);
    writeMeta(keys.db, 'lan', row ?? Buffer.alloc(0));
    expect(open().read()).toEqual(ON);
    expect(actions()).toHaveLength(2);
    expect(open().read()).toEqual(ON);
    expect(actions()).toHaveLength(2);
  });

  it('are switched off in a folder that was restored, and nothing else of them', () => {
    const { open, keys } = folder();
    switchOffLan(keys);
    expect(readMeta(keys.db, 'lan')).toBeNull();
    open().write(ON, ENTRY);
    switchOffLan(keys);
    expect(open().read()).toEqual({ ...ON, on: false });
  });
});
