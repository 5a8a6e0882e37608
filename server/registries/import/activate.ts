import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { hasVersion } from '../store/folder.ts';
import {
  activeRegisterVersion,
  deactivateRegister,
  getRegisterVersion,
  setActiveVersion,
  setRegisterAgeLimit,
} from '../store/versions.ts';
import type { RegisterVersion } from '../types.ts';
import type { RegisterOptions } from './options.ts';

export interface RegisterAudit {
  append(entry: {
    actor: string;
    action: string;
    subjectId?: string;
    details?: Record<string, string | number | null>;
  }): void;
}

export interface ActivationDeps {
  db: Db;
  /** Where the versions' files are. */
  folder: string;
  audit: RegisterAudit;
}

/** Makes a version the one that is searched. To be called inside a transaction. Throws `not_found`, `state_conflict`. */
export function activateRegister({ db, folder, audit }: ActivationDeps, id: string, actor: string): RegisterVersion {
  const version = getRegisterVersion(db, id);
  if (!hasVersion(folder, id)) {
    throw new AppError('state_conflict', 'The file of this version is gone from the data folder. Import it again.');
  }
  setActiveVersion(db, version);
  const details = { register: version.code, content: version.contentHash, companies: version.companies };
  audit.append({ actor, action: 'register.activated', subjectId: id, details });
  return getRegisterVersion(db, id);
}

/** Searches no version of a register any more. To be called inside a transaction. Throws `not_found`. */
export function removeRegister({ db, audit }: ActivationDeps, code: string, actor: string): void {
  const before = activeRegisterVersion(db, code);
  if (!before) throw new AppError('not_found', 'No register with this code is searched.');
  deactivateRegister(db, code);
  audit.append({ actor, action: 'register.removed', subjectId: before.id, details: { register: code } });
}

/** To be called inside a transaction. Throws `not_found`. */
export function limitRegisterAge(
  { db, audit }: ActivationDeps,
  code: string,
  days: number | null,
  actor: string,
): void {
  setRegisterAgeLimit(db, code, days);
  audit.append({ actor, action: 'register.age_limit_set', details: { register: code, days } });
}

/**
 * Throws `list_invalid` (item `list_older` or `list_shrunk`) where a version was published before the one in force, or lacks
 * more than a tenth of its companies or owners and more than `LIMITS.listEntriesGoneMin` of them, and the rules do not allow that.
 */
export function checkSuccession(
  before: RegisterVersion,
  after: Pick<RegisterVersion, 'code' | 'publishedAt' | 'companies' | 'owners'>,
  rules: Pick<RegisterOptions, 'acceptSmaller' | 'allowOlder'>,
): void {
  const { code, publishedAt } = after;
  if (!rules.allowOlder && before.publishedAt !== null && publishedAt !== null && publishedAt < before.publishedAt) {
    throw refusal(
      'list_older',
      `The register ${code} in force was published on ${before.publishedAt}, and this one on ${publishedAt}. Import a newer one, or allow an older one (allow_older).`,
    );
  }
  for (const what of ['companies', 'owners'] as const) {
    if (rules.acceptSmaller || !hasShrunk(before[what], after[what])) continue;
    throw refusal(
      'list_shrunk',
      `The register ${code} in force has ${before[what]} ${what}, and this one has ${after[what]}: it may be cut off. Get it again, or accept it as it is (accept_smaller).`,
    );
  }
}

function hasShrunk(before: number, after: number): boolean {
  return after < before * LIMITS.listShareMin && before - after > LIMITS.listEntriesGoneMin;
}

function refusal(code: string, message: string): AppError {
  return new AppError('list_invalid', { detail: message, items: [{ code, message }] });
}
