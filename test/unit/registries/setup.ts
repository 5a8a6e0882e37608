import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../../server/db/open.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { readInThread } from '../../../server/registries/import/import-register.ts';
import type { RegisterOptions } from '../../../server/registries/import/options.ts';
import { readRegister } from '../../../server/registries/import/read-register.ts';
import { createRegisterSearch, type OpenRegisterSearch } from '../../../server/registries/open-search.ts';
import { openRegisters, type RegisterImportResult, type Registers } from '../../../server/registries/registers.ts';
import { removeVersion } from '../../../server/registries/store/folder.ts';
import { type TestClock, testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { tempFolder } from '../../support/folder.ts';

export const HEADER = 'number,name,country,status,former_names,owner_type,owner_name,owner_percent,owner_until';

/** A row for each company: `00000001` is `Company 1 Ltd`. */
export function companyRows(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `${String(at + 1).padStart(8, '0')},Company ${at + 1} Ltd,GB,active,,,,,`,
  );
}

export interface TestRegisters {
  db: Db;
  clock: TestClock;
  /** The folder of the versions' files. */
  folder: string;
  registers: Registers;
  search: OpenRegisterSearch;
  audited: { action: string; subjectId?: string }[];
  logged: string[];
  /** Writes `name` in a folder for lists, and returns its path. */
  write(name: string, rows: readonly string[], header?: string): string;
  /** Imports `rows` as the register `test`. */
  importRows(rows: readonly string[], options?: Partial<RegisterOptions>): Promise<RegisterImportResult>;
  files(): string[];
  /** The registers as after a restart of the process. */
  restart(): Registers;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Reads registers on this thread without starting another one, unless `inThread`. */
export function openTestRegisters({ inThread = false } = {}): TestRegisters {
  const dir = tempFolder();
  const db = memoryDatabase();
  const clock = testClock();
  const folder = join(dir.path, 'registers');
  const audited: TestRegisters['audited'] = [];
  const logged: string[] = [];
  const log = createLogger(clock, (line) => logged.push(line));
  const search = createRegisterSearch({ db, folder, clock, log });
  const audit = { append: (entry: TestRegisters['audited'][number]) => void audited.push(entry) };
  const readHere: typeof readInThread = async (order, _signal, onProgress) => {
    try {
      return await readRegister(order, clock, onProgress);
    } catch (error) {
      removeVersion(order.folder, order.id);
      throw error;
    }
  };
  const newId = createIds(clock);
  const read = inThread ? readInThread : readHere;
  const deps = { db, clock, folder, audit, newId, read, onActivated: search.refresh };
  const registers = openRegisters(deps);
  mkdirSync(join(dir.path, 'lists'));
  const write: TestRegisters['write'] = (name, rows, header = HEADER) => {
    const path = join(dir.path, 'lists', name);
    writeFileSync(path, `${[header, ...rows].join('\n')}\n`);
    return path;
  };
  return {
    db,
    clock,
    folder,
    registers,
    search,
    audited,
    logged,
    write,
    importRows: (rows, options = {}) =>
      registers.importRegister({ paths: [write('register.csv', rows)], code: 'test', ...options }, 'cli'),
    files: () => readdirSync(folder).sort(),
    restart: () => openRegisters(deps),
    async [Symbol.asyncDispose]() {
      await registers.close(0);
      search.close();
      db.close();
      dir[Symbol.dispose]();
    },
  };
}
