import { LEI_PATHS, type LeiAddress, makeLeiCompany } from './gleif-company.ts';
import { makeLeiOwnership, RELATION_PATHS } from './gleif-relation.ts';
import { mapValues } from './records.ts';
import type { Columns, RowReader } from './tables.ts';

const { lei, name, entityStatus, registrationStatus } = LEI_PATHS;
export const COMPANY_COLUMNS = [lei, name, entityStatus, registrationStatus];
const { child, parent, type, status } = RELATION_PATHS;
export const RELATION_COLUMNS = [child, parent, type, status];

const ADDRESS = 'Entity.LegalAddress';
const EVENT = 'Entity.LegalEntityEvents.LegalEntityEvent.$';

/** Reads rows of the level 1 golden copy. Its roughly three hundred columns are mostly empty: each repeats up to five times. */
export function leiCompanyReader(columns: Columns): RowReader {
  const places = mapValues(LEI_PATHS, (heading) => columns.place(heading));
  const otherNames = typed(columns, 'Entity.OtherEntityNames.OtherEntityName.$');
  const transliterated = typed(columns, 'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.$');
  const names = [...otherNames, ...transliterated];
  const address = addressReader(columns);
  const eventTypes = columns.numbered(`${EVENT}.LegalEntityEventType`);
  const eventStatuses = columns.numbered(`${EVENT}.event_status`);
  return (fields, records, fail) => {
    const value = (place: number | undefined): string => fields[place ?? -1] ?? '';
    const company = makeLeiCompany(
      {
        ...mapValues(places, value),
        otherNames: names
          .filter((each) => value(each.name) !== '')
          .map((each) => ({ name: value(each.name), type: value(each.type) })),
        address: address(fields),
        events: eventTypes
          .map((place, index) => ({ type: value(place), status: value(eventStatuses[index]) }))
          .filter(({ type }) => type !== ''),
      },
      fail,
    );
    if (typeof company === 'string') return company;
    records.push({ company });
    return null;
  };
}

function typed(columns: Columns, name: string): { name: number; type: number }[] {
  const places = columns.numbered(name);
  return places.map((place, index) => ({
    name: place,
    type: columns.place(`${name.replace('$', String(index + 1))}.type`),
  }));
}

function addressReader(columns: Columns): (fields: readonly string[]) => LeiAddress {
  const lines = [
    columns.place(`${ADDRESS}.FirstAddressLine`),
    ...columns.numbered(`${ADDRESS}.AdditionalAddressLine.$`),
  ];
  const city = columns.place(`${ADDRESS}.City`);
  const region = columns.place(`${ADDRESS}.Region`);
  const postalCode = columns.place(`${ADDRESS}.PostalCode`);
  const country = columns.place(`${ADDRESS}.Country`);
  return (fields) => ({
    lines: lines.map((place) => fields[place] ?? ''),
    city: fields[city] ?? '',
    region: fields[region] ?? '',
    postalCode: fields[postalCode] ?? '',
    country: fields[country] ?? '',
  });
}

/** Reads rows of the level 2 golden copy (relationship records). */
export function leiRelationReader(columns: Columns): RowReader {
  const places = mapValues(RELATION_PATHS, (heading) => columns.place(heading));
  const periodTypes = columns.numbered('Relationship.Period.$.periodType');
  const starts = columns.numbered('Relationship.Period.$.startDate');
  const ends = columns.numbered('Relationship.Period.$.endDate');
  const amounts = columns.numbered('Relationship.Quantifiers.$.QuantifierAmount');
  const units = columns.numbered('Relationship.Quantifiers.$.QuantifierUnits');
  return (fields, records, fail) => {
    const value = (place: number | undefined): string => fields[place ?? -1] ?? '';
    const ownership = makeLeiOwnership(
      {
        ...mapValues(places, value),
        periods: starts.map((place, index) => ({
          type: value(periodTypes[index]),
          from: value(place),
          until: value(ends[index]),
        })),
        quantifiers: amounts.map((place, index) => ({ amount: value(place), units: value(units[index]) })),
      },
      fail,
    );
    if (typeof ownership === 'string') return ownership;
    records.push({ ownership });
    return null;
  };
}
