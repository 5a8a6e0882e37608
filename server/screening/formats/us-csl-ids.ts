import type { ListEntry } from '../types.ts';
import { addOriginal } from './fill.ts';
import { addFact } from './ofac-facts.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the column `ids`: facts divided by `; `, each `country, dates, value, label`, of which the country (two letters)
 * and the dates may be lacking: `PK, 2013-09-09, 2008-09-09, 4117921, Passport`. Vessels have theirs in columns.
 */
export function addIds(entry: ListEntry, column: (name: string) => string): void {
  for (const text of column('ids').split('; ')) addId(entry, text.trim());
  addFact(entry, { label: 'Vessel Call Sign', value: column('call_sign') });
  addFact(entry, { label: 'Vessel Flag', value: column('vessel_flag') });
}

function addId(entry: ListEntry, text: string): void {
  const parts = text.split(', ');
  const label = parts.pop() ?? '';
  if (parts.length === 0) {
    addOriginal(entry, 'ids', label);
    return;
  }
  const country = parts.length > 1 && /^[A-Z]{2}$/.test(parts[0] ?? '') ? parts.shift() : undefined;
  while (parts.length > 1 && ISO_DATE.test(parts[0] ?? '')) parts.shift();
  addFact(entry, { label, value: parts.join(', '), ...(country === undefined ? {} : { country }) });
}
