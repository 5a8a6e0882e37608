import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isLatin } from '../../../server/screening/match/name-factor.ts';

export interface NamedPerson {
  id: string;
  latin: string[];
  /** Names in other scripts. */
  other: string[];
}

/** Politicians with all their names. */
export function readNamedPeople(corpus: string): NamedPerson[] {
  const path = join(corpus, 'lists', 'everypolitician_2015-11.ndjson.gz');
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map(readPerson);
}

function readPerson(line: string): NamedPerson {
  const { id, name, aliases } = JSON.parse(line) as { id: string; name: string; aliases: { name: string }[] };
  const names = [...new Set([name, ...aliases.map((alias) => alias.name)])];
  const other = names.filter((own) => !isLatin(own) && !/\p{Script=Latin}/u.test(own));
  return { id, latin: names.filter(isLatin), other };
}

/** The half that a person belongs to, 0 or 1: what is learnt from one half is tested on the other. */
export function halfOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return (hash ^ (hash >>> 13)) & 1;
}
