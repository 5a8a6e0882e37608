import type { ListFile } from '../../datasets/file.ts';
import { firstObject, isObject, type JsonObject, readJsonLots } from '../../datasets/json-lines.ts';
import { AppError } from '../../lib/errors.ts';
import { ownValue } from '../../lib/own.ts';
import { companyKey } from '../keys.ts';
import type { RegisterOwner, RegisterOwnership, RegisterRecord } from '../types.ts';
import { nationalityCode } from './demonyms.ts';
import { countSkipped, type RegisterFormat } from './format.ts';
import { controlOf } from './psc-natures.ts';
import { dayInNames, isoCountry, isoDay, partOf, textOf } from './records.ts';

/** Kinds of records with an owner. `beneficial-owner` is of the register of overseas entities. */
const OWNERS: Readonly<Record<string, RegisterOwner['type']>> = {
  'individual-person-with-significant-control': 'person',
  'individual-beneficial-owner': 'person',
  'corporate-entity-person-with-significant-control': 'entity',
  'corporate-entity-beneficial-owner': 'entity',
  'legal-person-person-with-significant-control': 'entity',
  'legal-person-beneficial-owner': 'entity',
};

/** Kinds without an owner, and the reasons under which they are counted. */
const OTHERS: Readonly<Record<string, string>> = {
  'super-secure-person-with-significant-control': 'owner_protected',
  'super-secure-beneficial-owner': 'owner_protected',
  'persons-with-significant-control-statement': 'statement_of_no_owner',
  exemptions: 'exempt_company',
};

/** The last record, which counts the others. */
const TOTALS = 'totals#persons-of-significant-control-snapshot';

/**
 * Companies House's snapshot of persons with significant control: one JSON object per line, one file, or all of the parts in
 * which it is also published. Percentages are the bands of `psc-natures.ts`.
 */
export const pscSnapshot: RegisterFormat = {
  id: 'gb_psc',
  register: { code: 'gb_psc', name: 'Companies House: persons with significant control' },
  completeFor: () => [],
  recognises: (files) => files.length > 0 && files.every(isSnapshot),
  async *read(files, { reading, onRow }) {
    checkParts(files);
    reading.publishedAt = dayInNames(files);
    for (const file of files) {
      for await (const lines of readJsonLots(file)) {
        const records: RegisterRecord[] = [];
        for (const { value } of lines) {
          const data = isObject(value['data']) ? value['data'] : {};
          if (data['kind'] === TOTALS) {
            reading.publishedAt ??= isoDay(textOf(data, 'generated_at'));
            continue;
          }
          onRow();
          const made = readOwnership(textOf(value, 'company_number'), data);
          if (typeof made === 'string') countSkipped(reading, made);
          else records.push({ ownership: made });
        }
        yield records;
      }
    }
  },
};

function isSnapshot(file: ListFile): boolean {
  const first = firstObject(file);
  const data = first?.['data'];
  if (!first || !isObject(data)) return false;
  return data['kind'] === TOTALS || (typeof data['kind'] === 'string' && typeof first['company_number'] === 'string');
}

/** Throws `list_invalid` if the files' names (`..._1of31.txt`) show that a part is missing. */
function checkParts(files: readonly ListFile[]): void {
  const parts = files.map(({ name }) => /(\d+)of(\d+)\./.exec(name));
  const count = parts[0]?.[2];
  const given = new Set(parts.map((part) => part?.[1]));
  if (count === undefined || given.size === Number(count)) return;
  const reason = `only ${given.size} of the ${count} parts of the snapshot were given. Import all parts together.`;
  throw new AppError('list_invalid', `${files.map(({ name }) => name).join(', ')}: ${reason}`);
}

/** Returns the ownership of a record, or the reason why there is none. */
function readOwnership(companyNumber: string, data: JsonObject): RegisterOwnership | string {
  const kind = textOf(data, 'kind');
  const type = ownValue(OWNERS, kind);
  if (type === undefined) return ownValue(OTHERS, kind) ?? 'other_kind';
  const owned = companyKey('GB', companyNumber);
  if (owned === null) return 'no_company_number';
  const owner = type === 'person' ? readPerson(data) : readEntity(data);
  if (owner.name === '') return 'no_name';
  const until = isoDay(textOf(data, 'ceased_on'));
  if (until === null && data['ceased'] === true) return 'ended_without_date';
  const { percent, interests } = controlOf(data['natures_of_control']);
  return { owned, owner, percent, interests, from: isoDay(textOf(data, 'notified_on')), until };
}

function readPerson(data: JsonObject): RegisterOwner {
  const elements = partOf(data, 'name_elements');
  const names = ['forename', 'middle_name', 'other_forenames', 'surname'].map((name) => textOf(elements, name));
  const whole = names.filter((name) => name !== '').join(' ');
  const owner: RegisterOwner = { type: 'person', name: whole || textOf(data, 'name'), keys: [], identifiers: [] };
  const birthDate = birthMonth(partOf(data, 'date_of_birth'));
  if (birthDate !== null) owner.birthDate = birthDate;
  const nationality = textOf(data, 'nationality');
  if (nationality !== '') owner.nationality = nationalityCode(nationality);
  const country =
    isoCountry(textOf(data, 'country_of_residence')) ?? isoCountry(textOf(partOf(data, 'address'), 'country'));
  if (country !== null) owner.country = country;
  return owner;
}

function readEntity(data: JsonObject): RegisterOwner {
  const identification = partOf(data, 'identification');
  const number = textOf(identification, 'registration_number');
  const country = registeredIn(identification);
  const owner: RegisterOwner = { type: 'entity', name: textOf(data, 'name'), keys: [], identifiers: [] };
  const residence = country ?? isoCountry(textOf(partOf(data, 'address'), 'country'));
  if (residence !== null) owner.country = residence;
  if (!/\d/.test(number)) return owner;
  const key = country === null ? null : companyKey(country, number);
  if (key !== null) owner.keys.push(key);
  owner.identifiers.push({ kind: 'registration_number', value: number, ...(country === null ? {} : { country }) });
  return owner;
}

/** Returns the country of a company's register, which is in either of two places. If its register is Companies House, that decides. */
function registeredIn(identification: JsonObject): string | null {
  const place = textOf(identification, 'place_registered');
  const named = isoCountry(textOf(identification, 'country_registered')) ?? isoCountry(place);
  return named ?? (/companies house/i.test(place) ? 'GB' : null);
}

function birthMonth({ year, month }: JsonObject): string | null {
  if (!Number.isInteger(year) || Number(year) < 1_000 || Number(year) > 9_999) return null;
  const known = Number.isInteger(month) && Number(month) >= 1 && Number(month) <= 12;
  return known ? `${year}-${String(month).padStart(2, '0')}` : String(year);
}
