import type { ListFile } from '../../datasets/file.ts';
import { firstRow } from '../../datasets/rows.ts';
import { atEnd } from '../../lib/at-end.ts';
import { companyKey } from '../keys.ts';
import type { RegisterCompany, RegisterStatus } from '../types.ts';
import type { RegisterFormat } from './format.ts';
import { addName, dayInNames, isoDay, keysOf } from './records.ts';
import { HeadOffices, PLACE_COLUMNS, SIREN_CHARS, WITHHELD } from './sirene-addresses.ts';
import { legalFormOf, SOLE_TRADER } from './sirene-legal-forms.ts';
import { Columns, type RowReader, readTableRecords } from './tables.ts';

const NEEDED = [
  'siren',
  'dateCreationUniteLegale',
  'etatAdministratifUniteLegale',
  'denominationUniteLegale',
  'nomUniteLegale',
  'categorieJuridiqueUniteLegale',
];

/** Of `etatAdministratifUniteLegale`. */
const CEASED = 'C';
const STATUSES: Readonly<Record<string, string>> = { A: 'A (active)', C: 'C (cessée)' };

/**
 * INSEE's SIRENE: `StockUniteLegale`, every company and sole trader of France, optionally with `StockEtablissement` for the
 * addresses of their head offices, in either order. It includes ceased ones.
 */
export const sirene: RegisterFormat = {
  id: 'fr_sirene',
  register: { code: 'fr_sirene', name: 'INSEE: SIRENE' },
  completeFor: (files) => (files.some(({ name }) => /StockUniteLegale(?:_utf8)?\.csv/i.test(name)) ? ['FR'] : []),
  recognises(files, columns) {
    if (columns !== undefined || files.length > 2) return false;
    const { companies, places } = sortFiles(files);
    return companies !== undefined && (files.length === 1 || places !== undefined);
  },
  async *read(files, job) {
    job.reading.publishedAt = dayInNames(files);
    const { companies, places } = sortFiles(files);
    const headOffices = places === undefined ? null : new HeadOffices(places);
    await using _headOffices = atEnd(() => headOffices?.close());
    if (companies === undefined) return;
    const latest = { at: '' };
    yield* readTableRecords(
      companies,
      NEEDED,
      job,
      (columns) => companyReader(columns, headOffices, latest),
      async (rows, columns) => {
        const siren = columns.place('siren');
        const [first, last] = [rows[0]?.fields[siren], rows.at(-1)?.fields[siren]];
        if (first !== undefined && last !== undefined) await headOffices?.readTo(first, last);
      },
    );
    // The files' names have no day. The last row that was processed is a day or two older than the file.
    job.reading.publishedAt ??= isoDay(latest.at);
  },
};

function sortFiles(files: readonly ListFile[]): { companies?: ListFile; places?: ListFile } {
  const found: { companies?: ListFile; places?: ListFile } = {};
  for (const file of files) {
    const columns = new Columns(firstRow(file));
    if (columns.has(...NEEDED)) found.companies = file;
    else if (columns.has(...PLACE_COLUMNS)) found.places = file;
  }
  return found;
}

function companyReader(columns: Columns, headOffices: HeadOffices | null, latest: { at: string }): RowReader {
  const at = (name: string): number => columns.place(`${name}UniteLegale`);
  const [sirenPlace, since] = [columns.place('siren'), columns.place('dateDebut')];
  const places = namePlaces(at);
  const [state, created, form, activity, nic] = [
    at('etatAdministratif'),
    at('dateCreation'),
    at('categorieJuridique'),
    at('activitePrincipale'),
    at('nicSiege'),
  ];
  const workedOn = at('dateDernierTraitement');
  let previous = '';
  return (fields, records, fail) => {
    const value = (place: number): string => fields[place] ?? '';
    if (value(workedOn) > latest.at) latest.at = value(workedOn);
    const siren = value(sirenPlace);
    const key =
      (siren.length === SIREN_CHARS ? companyKey('FR', siren) : null) ?? fail('the siren does not have nine digits.');
    if (headOffices !== null && siren < previous) {
      fail('the rows must be sorted by siren, and this one is out of order. Sort the file.');
    }
    previous = siren;
    const [name, ...otherNames] = namesOf(places, fields);
    if (name === undefined) return 'no_name';
    const code = value(form);
    const status = statusOf(value(state), code);
    const company: RegisterCompany = {
      keys: keysOf(key),
      number: siren,
      identifiers: [{ kind: 'fr.siren', value: siren, country: 'FR' }],
      name: name.name,
      otherNames: [],
      country: 'FR',
      status,
      statusText: STATUSES[value(state)] ?? (value(state) || null),
      legalForm: legalFormOf(code),
      incorporatedOn: isoDay(value(created)),
      // The period of a row begins with its last change. For an ended company that is its end.
      dissolvedOn: status === 'dissolved' ? isoDay(value(since)) : null,
      address: headOffices?.addressOf(siren) ?? null,
      activities: value(activity) === '' ? [] : [value(activity)],
    };
    if (value(nic) !== '') company.identifiers.push({ kind: 'fr.siret', value: siren + value(nic), country: 'FR' });
    for (const other of otherNames) addName(company, other.name, other.kind);
    records.push({ company });
    return null;
  };
}

/** For a legal person, INSEE's ceased means that it no longer exists. For a sole trader, it means that they stopped trading or died. */
function statusOf(state: string, category: string): RegisterStatus {
  if (state === 'A') return 'active';
  if (state !== CEASED) return 'unknown';
  return category === SOLE_TRADER ? 'inactive' : 'dissolved';
}

const namePlaces = (at: (column: string) => number) => ({
  name: at('denomination'),
  usualNames: [at('denominationUsuelle1'), at('denominationUsuelle2'), at('denominationUsuelle3')],
  acronym: at('sigle'),
  pseudonym: at('pseudonyme'),
  familyName: at('nom'),
  usedName: at('nomUsage'),
  firstName: at('prenom1'),
  usualFirstName: at('prenomUsuel'),
});

/**
 * Returns the names of a row, the company's own first: its denomination, or a sole trader's name. A withheld one stays as
 * written, `[ND]`: the company is on the register, and only its name is not disclosed.
 */
function namesOf(places: ReturnType<typeof namePlaces>, fields: readonly string[]): RegisterCompany['otherNames'] {
  const names: RegisterCompany['otherNames'] = [];
  let isWithheld = false;
  const value = (place: number): string => {
    const text = fields[place] ?? '';
    if (text !== WITHHELD) return text;
    isWithheld = true;
    return '';
  };
  const add = (name: string, kind: RegisterCompany['otherNames'][number]['kind']): void => {
    if (name !== '') names.push({ name, kind });
  };
  add(value(places.name), 'other');
  const first = value(places.usualFirstName) || value(places.firstName);
  const [family, used] = [value(places.familyName), value(places.usedName)];
  if (used !== '') add(`${first} ${used}`.trim(), 'other');
  if (family !== '') add(`${first} ${family}`.trim(), 'other');
  for (const place of places.usualNames) add(value(place), 'trading');
  add(value(places.acronym), 'other');
  add(value(places.pseudonym), 'other');
  if (names.length === 0 && isWithheld) add(WITHHELD, 'other');
  return names;
}
