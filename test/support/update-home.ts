import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Migration } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { writeTree } from './update-packs.ts';

const PROGRAM = fileURLToPath(new URL('../fault/updated-program.ts', import.meta.url));

export const OLD = '0.1.0';
export const NEW = '0.2.0';

/** The schema versions of the main database that the new version brings. */
export const NEW_MIGRATIONS: readonly Migration[] = [
  ...MIGRATIONS,
  {
    version: MIGRATIONS.length + 1,
    name: 'of the next version',
    sql: 'CREATE TABLE of_the_next (a TEXT NOT NULL) STRICT; UPDATE verifications SET updated_at = updated_at + 1;',
  },
];

/** How the new version behaves on its trial; the rest of it is the real server with fast fake engines. */
export type Behaviour =
  | 'good'
  | 'fails'
  | 'hangs'
  | 'crashes'
  | 'garbage'
  | 'lies'
  | 'engine'
  | 'kills-early'
  | 'kills-migrated'
  | 'kills-answered';

/** The files of a headless tree with `updated-program.ts` as its program. */
export function writeProgram(folder: string, version: string, behaviour: Behaviour): void {
  const launch = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' ${version} ${behaviour} "$@"\n`;
  const files = Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => [`app/part${i}/file.js`, `// ${version} ${i}\n`]),
  );
  writeTree(folder, { version }, { launch, ...files });
}

/** An installation of the old version. */
export function writeHome(home: string): void {
  mkdirSync(join(home, 'versions'), { recursive: true });
  writeProgram(join(home, 'versions', OLD), OLD, 'good');
  writeFileSync(join(home, 'current'), `${OLD}\n`);
}

/** A copy of an installation and its data. */
export function copyInstallation(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
