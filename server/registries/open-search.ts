import type { Db } from '../db/open.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { isPassing } from '../lib/transient-errors.ts';
import type { FoundCompany, FoundOwnership, RegisterSearch } from './search.ts';
import { versionPath } from './store/folder.ts';
import { createNameSearch, type SearchByName } from './store/name-search.ts';
import { openRegisterFile, type RegisterFile } from './store/read.ts';
import { activeRegisterVersions } from './store/versions.ts';
import type { RegisterVersion } from './types.ts';

export interface RegisterSearchDeps {
  db: Db;
  /** The folder of the versions' files. */
  folder: string;
  clock: Clock;
  log?: Logger;
  /** The searched versions. By default, the active ones. */
  versions?: () => RegisterVersion[];
}

/** The search of the active registers in their files. */
export interface OpenRegisterSearch extends RegisterSearch {
  /** Why the active registers cannot be searched, as a sentence for a reader. null while nothing is wrong. */
  readonly problem: string | null;
  /** Opens what is active now, and closes the files of versions that are no longer active. */
  refresh(): void;
  close(): void;
}

/** A searched version: its file, or why it cannot be searched. */
interface OpenRegister {
  file: RegisterFile;
  byName: SearchByName;
}

const PROBLEM =
  'The file of the active register %s cannot be read. Import the register again, or activate another version of it.';

/**
 * Returns the search of the registers that are active in `db` at the time of each call: an activated version is searched from the
 * next call on. Every search throws `registers_not_ready` if the file of an active version is missing or damaged.
 */
export function createRegisterSearch(deps: RegisterSearchDeps): OpenRegisterSearch {
  const { db, folder, clock, log } = deps;
  const opened = new Map<string, OpenRegister | null>();
  const readActive = deps.versions ?? (() => activeRegisterVersions(db));
  const versions = (): RegisterVersion[] => {
    const active = readActive();
    const ids = new Set(active.map(({ id }) => id));
    for (const [id, register] of opened) {
      if (ids.has(id)) continue;
      register?.file.close();
      opened.delete(id);
    }
    for (const version of active.filter(({ id }) => !opened.has(id))) {
      const register = open(version);
      if (register !== 'again') opened.set(version.id, register);
    }
    return active;
  };
  /** null: it stays broken until it is imported again. `again`: the next call may succeed. */
  const open = ({ id, code, companies }: RegisterVersion): OpenRegister | 'again' | null => {
    try {
      const file = openRegisterFile(versionPath(folder, id), companies);
      return { file, byName: createNameSearch(file) };
    } catch (error) {
      log?.error('register.failed', { register: code, version: id }, error);
      // A missing file is not checked for at every query: `refresh` does that.
      return isPassing(error) && !isMissing(error) ? 'again' : null;
    }
  };
  /** Queries each register in turn. */
  const ask = <T>(question: (open: OpenRegister, register: RegisterVersion) => T[]): T[] =>
    versions().flatMap((register) => {
      const open = opened.get(register.id);
      if (!open) throw failed(register);
      try {
        return question(open, register);
      } catch (error) {
        log?.error('register.failed', { register: register.code, version: register.id }, error);
        throw failed(register, error);
      }
    });
  return {
    versions,
    get problem() {
      const broken = versions().find(({ id }) => !opened.get(id));
      return broken ? problemOf(broken) : null;
    },
    byKey: (key) =>
      ask<FoundCompany>(({ file }, register) =>
        file
          .find(key)
          .map((number) => file.company(number))
          .filter(({ keys }) => keys.includes(key))
          .map((company) => ({ company, register })),
      ),
    byName: (name, options) =>
      ask(({ byName }, register) => byName(name, options).map((found) => ({ ...found, register })))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, options.limit)
        .map(({ company, register }) => ({ company, register })),
    ownersOf(keys) {
      const today = isoTime(clock.now()).slice(0, 10);
      return ask<FoundOwnership>(({ file }, register) =>
        [...new Set(keys)]
          .flatMap((key) => file.ownerships(key))
          .filter(({ until }) => until === null || until > today)
          .map((ownership) => ({ ownership, register })),
      );
    },
    refresh() {
      // A file that was missing may exist now.
      for (const [id, register] of opened) if (!register) opened.delete(id);
      versions();
    },
    close() {
      for (const register of opened.values()) register?.file.close();
      opened.clear();
    },
  };
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_CANTOPEN';

const problemOf = ({ code }: RegisterVersion): string => PROBLEM.replace('%s', code);

function failed(register: RegisterVersion, cause?: unknown): AppError {
  return new AppError('registers_not_ready', problemOf(register), cause);
}
