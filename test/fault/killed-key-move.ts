import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { loadConfig } from '../../server/appliance/config.ts';
import { type MoveOrder, openMasterKeys } from '../../server/appliance/master-keys.ts';
import type { Audit } from '../../server/audit/log.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { openKeyStore } from '../../server/vault/key-store.ts';
import { openWithXor, XOR_KEYSTORE } from '../support/xor-keystore.ts';

/**
 * Moves the master key to the place in the first argument (JSON), and kills itself just before a write to disk. The
 * second argument is the number of that write. Prints `ended` if there are fewer writes.
 */
const to = JSON.parse(process.argv[2] ?? '') as MoveOrder;
let left = Number(process.argv[3]);
const step = (): void => {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL');
};

const config = loadConfig(process.env, (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null));
openWithXor(config);
const keys = openKeyStore(join(config.dataDir, 'keys.db'), config.masterKey);
const audit = { append: () => {} } as unknown as Audit;
const log = createLogger(systemClock, () => {});
const masterKeys = openMasterKeys({ config, db: keys.db, keys, audit, log, keystore: XOR_KEYSTORE });

for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'renameSync', 'rmSync'] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  (fs as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
    step();
    return real(...args);
  };
}
syncBuiltinESMExports();
const prepare = keys.db.prepare.bind(keys.db);
keys.db.prepare = ((sql: string) => {
  const statement = prepare(sql);
  const run = statement.run.bind(statement);
  statement.run = (...args: unknown[]) => {
    step();
    return run(...args);
  };
  return statement;
}) as typeof keys.db.prepare;

await masterKeys.move(to, 'opr_test');
process.stdout.write('ended\n');
