import { type LeiAddress, makeLeiCompany } from './gleif-company.ts';
import { makeLeiOwnership } from './gleif-relation.ts';
import type { Columns, RowReader } from './tables.ts';

export const COMPANY_COLUMNS = ['LEI', 'Entity.LegalName', 'Entity.EntityStatus', 'Registration.RegistrationStatus'];
export const RELATION_COLUMNS = [
  'Relationship.StartNode.NodeID',
  'Relationship.EndNode.NodeID',
  'Relationship.RelationshipType',
  'Relationship.RelationshipStatus',
];

const ADDRESS = 'Entity.LegalAddress';
const EVENT = 'Entity.LegalEntityEvents.LegalEntityEvent.$';

/** Reads rows of the level 1 golden copy. Its some three hundred columns are mostly empty: each repeats up to five times. */
export function leiCompanyReader(columns: Columns): RowReader {
  const at = (heading: string): number => columns.place(heading);
  const lei = at('LEI');
  const name = at('Entity.LegalName');
  const otherNames = typed(columns, 'Entity.OtherEntityNames.OtherEntityName.$');
  const transliterated = typed(columns, 'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.$');
  const names = [...otherNames, ...transliterated];
  const jurisdiction = at('Entity.LegalJurisdiction');
  const address = addressReader(columns);
  const registerNumber = at('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
  const legalFormCode = at('Entity.LegalForm.EntityLegalFormCode');
  const otherLegalForm = at('Entity.LegalForm.OtherLegalForm');
  const entityStatus = at('Entity.EntityStatus');
  const expirationReason = at('Entity.EntityExpirationReason');
  const expirationDate = at('Entity.EntityExpirationDate');
  const creationDate = at('Entity.EntityCreationDate');
  const eventTypes = columns.numbered(`${EVENT}.LegalEntityEventType`);
  const eventStatuses = columns.numbered(`${EVENT}.event_status`);
  const registrationStatus = at('Registration.RegistrationStatus');
  return (fields, records, fail) => {
    const value = (place: number | undefined): string => fields[place ?? -1] ?? '';
    const company = makeLeiCompany(
      {
        lei: value(lei),
        name: value(name),
        otherNames: names
          .filter((each) => value(each.name) !== '')
          .map((each) => ({ name: value(each.name), type: value(each.type) })),
        jurisdiction: value(jurisdiction),
        address: address(fields),
        registerNumber: value(registerNumber),
        legalFormCode: value(legalFormCode),
        otherLegalForm: value(otherLegalForm),
        entityStatus: value(entityStatus),
        expirationReason: value(expirationReason),
        expirationDate: value(expirationDate),
        creationDate: value(creationDate),
        events: eventTypes
          .map((place, index) => ({ type: value(place), status: value(eventStatuses[index]) }))
          .filter(({ type }) => type !== ''),
        registrationStatus: value(registrationStatus),
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
  const [child, parent, type, status] = RELATION_COLUMNS.map((heading) => columns.place(heading));
  const periodTypes = columns.numbered('Relationship.Period.$.periodType');
  const starts = columns.numbered('Relationship.Period.$.startDate');
  const ends = columns.numbered('Relationship.Period.$.endDate');
  const amounts = columns.numbered('Relationship.Quantifiers.$.QuantifierAmount');
  const units = columns.numbered('Relationship.Quantifiers.$.QuantifierUnits');
  const registrationStatus = columns.place('Registration.RegistrationStatus');
  const lastUpdate = columns.place('Registration.LastUpdateDate');
  return (fields, records, fail) => {
    const value = (place: number | undefined): string => fields[place ?? -1] ?? '';
    const ownership = makeLeiOwnership(
      {
        child: value(child),
        parent: value(parent),
        type: value(type),
        status: value(status),
        periods: starts.map((place, index) => ({
          type: value(periodTypes[index]),
          from: value(place),
          until: value(ends[index]),
        })),
        quantifiers: amounts.map((place, index) => ({ amount: value(place), units: value(units[index]) })),
        registrationStatus: value(registrationStatus),
        lastUpdate: value(lastUpdate),
      },
      fail,
    );
    if (typeof ownership === 'string') return ownership;
    records.push({ ownership });
    return null;
  };
}
