import type { DirectoryOperator } from '../access/operators.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Role } from '../vocabulary/roles.ts';
import type { DirectoryPerson } from './types.ts';

/** Returns the operator that a person of the directory is. The console shows the texts, so they are cut to what it can show. */
export function readOperator({ uniqueId, login, name }: DirectoryPerson, role: Role): DirectoryOperator {
  const shownLogin = shown(login, LIMITS.loginCharsMax) || '–';
  return { uniqueId, role, login: shownLogin, name: shown(name, LIMITS.textFieldCharsMax) || shownLogin };
}

/** Control characters and those that change the direction of text could make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const shown = (text: string, charsMax: number): string =>
  [...text.normalize('NFC').replaceAll(INVISIBLE, '').trim()].slice(0, charsMax).join('');
