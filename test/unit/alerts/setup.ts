import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { openRescreeningLab, type RescreeningLab } from '../../support/rescreening.ts';

const HEADER = 'id,name,type,aliases,birth_dates,nationalities,identifiers,topics';

/** A row of a list: an invented person with these facts. */
export function row(id: string, name: string, facts: { aliases?: string; born?: string; from?: string } = {}): string {
  return `${id},"${name}",person,${facts.aliases ?? ''},${facts.born ?? ''},${facts.from ?? ''},,sanction`;
}

/** Imports a list that contains only these rows and makes it the active one; returns the version's id. */
export async function importRows(lab: RescreeningLab, rows: readonly string[], code = 'own'): Promise<string> {
  const path = join(lab.folder, `${code}.csv`);
  writeFileSync(path, [HEADER, ...rows].join('\n'));
  const { id } = await lab.lists.importList({ paths: [path], code, allowOlder: true, acceptSmaller: true }, 'cli');
  return id;
}

export const ANNA: SearchQuery = { name: 'Anna Lucia Martello', type: 'person', birthDate: '1986-08-12' };
export const ANNA_ROW = row('1', 'MARTELLO, Anna Lucia', { born: '1986-08-12' });
export const ANNA_CHANGED = row('1', 'MARTELLO, Anna Lucia', { born: '1986-08-12', from: 'IT' });
export const OTHER_ROW = row('2', 'QUILLONEZ, Zdravko', { born: '1968-04-12' });

/** A lab with a list of one unrelated entry, and with Anna screened against it. */
export async function openWithAnna(): Promise<{ lab: RescreeningLab; anna: string; first: string }> {
  const lab = await openRescreeningLab();
  const first = await importRows(lab, [OTHER_ROW]);
  await lab.rescreener().run();
  const [anna = ''] = lab.storeAll([{ queries: [ANNA] }]);
  return { lab, anna, first };
}

/** The alerts found, without the ids of the entities. */
export function found(lab: RescreeningLab): string[] {
  return lab.alerts().map((alert) => alert.replace(/ ent_\w+ /, ' '));
}
