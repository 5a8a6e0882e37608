/** Small registers of invented companies in every format, by file name. None of the companies exists. */

/** A CSV of records: its columns are those of all records, in order of first occurrence. */
export function csv(records: readonly Record<string, string>[], quoted = false): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const write = (text: string): string => (quoted || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = records.map((record) => columns.map((column) => write(record[column] ?? '')).join(','));
  return `${columns.map(write).join(',')}\n${rows.join('\n')}\n`;
}

export const LEI = { quill: '529900QUILL000000018', holding: '529900HOLDING0000022', fund: '529900FUND0000000033' };

const LEI_ROW: Record<string, string> = {
  LEI: LEI.quill,
  'Entity.LegalName': 'Quill & Rook, "Papier" GmbH',
  'Entity.LegalName.xmllang': 'de',
  'Entity.OtherEntityNames.OtherEntityName.1': 'Rook Papier GmbH',
  'Entity.OtherEntityNames.OtherEntityName.1.type': 'PREVIOUS_LEGAL_NAME',
  'Entity.OtherEntityNames.OtherEntityName.2': 'Quillpapier',
  'Entity.OtherEntityNames.OtherEntityName.2.type': 'TRADING_OR_OPERATING_NAME',
  'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1': 'QUILL AND ROOK PAPIER GMBH',
  'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1.type': 'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME',
  'Entity.LegalAddress.FirstAddressLine': 'Hafenstraße 7',
  'Entity.LegalAddress.AdditionalAddressLine.1': 'Hinterhaus',
  'Entity.LegalAddress.City': 'Rostock',
  'Entity.LegalAddress.Region': 'DE-MV',
  'Entity.LegalAddress.Country': 'DE',
  'Entity.LegalAddress.PostalCode': '18055',
  'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000242',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': 'HRB 00417',
  'Entity.LegalJurisdiction': 'DE',
  'Entity.LegalForm.EntityLegalFormCode': '2HBR',
  'Entity.LegalForm.OtherLegalForm': '',
  'Entity.EntityStatus': 'ACTIVE',
  'Entity.EntityCreationDate': '2003-05-19T00:00:00+02:00',
  'Entity.EntityExpirationDate': '',
  'Entity.EntityExpirationReason': '',
  'Entity.LegalEntityEvents.LegalEntityEvent.1.event_status': '',
  'Entity.LegalEntityEvents.LegalEntityEvent.1.LegalEntityEventType': '',
  'Registration.RegistrationStatus': 'ISSUED',
};

export const LEI_ROWS: Record<string, string>[] = [
  LEI_ROW,
  {
    ...LEI_ROW,
    LEI: LEI.holding,
    'Entity.LegalName': 'Rook Holding SAS',
    'Entity.LegalJurisdiction': 'FR',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '732829320',
    'Entity.EntityStatus': 'INACTIVE',
    'Entity.EntityExpirationDate': '2021-02-03T00:00:00Z',
    'Entity.EntityExpirationReason': 'DISSOLVED',
  },
];

export const RR_ROW: Record<string, string> = {
  'Relationship.StartNode.NodeID': LEI.quill,
  'Relationship.StartNode.NodeIDType': 'LEI',
  'Relationship.EndNode.NodeID': LEI.holding,
  'Relationship.EndNode.NodeIDType': 'LEI',
  'Relationship.RelationshipType': 'IS_DIRECTLY_CONSOLIDATED_BY',
  'Relationship.RelationshipStatus': 'ACTIVE',
  'Relationship.Period.1.startDate': '2020-01-01T00:00:00Z',
  'Relationship.Period.1.endDate': '2020-12-31T00:00:00Z',
  'Relationship.Period.1.periodType': 'ACCOUNTING_PERIOD',
  'Relationship.Period.2.startDate': '2015-06-30T00:00:00Z',
  'Relationship.Period.2.endDate': '',
  'Relationship.Period.2.periodType': 'RELATIONSHIP_PERIOD',
  'Relationship.Quantifiers.1.MeasurementMethod': '',
  'Relationship.Quantifiers.1.QuantifierAmount': '',
  'Relationship.Quantifiers.1.QuantifierUnits': '',
  'Registration.LastUpdateDate': '2022-03-04T10:00:00Z',
  'Registration.RegistrationStatus': 'PUBLISHED',
};

const LEI_XML = `<?xml version="1.0" encoding="UTF-8"?>
<lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016">
  <lei:LEIHeader>
    <lei:ContentDate>2024-01-01T08:00:00Z</lei:ContentDate>
    <lei:FileContent>GLEIF_FULL_PUBLISHED</lei:FileContent>
    <lei:RecordCount>1</lei:RecordCount>
  </lei:LEIHeader>
  <lei:LEIRecords>
    <lei:LEIRecord>
      <lei:LEI>${LEI.quill}</lei:LEI>
      <lei:Entity>
        <lei:LegalName xml:lang="de">Quill &amp; Rook, "Papier" GmbH</lei:LegalName>
        <lei:OtherEntityNames>
          <lei:OtherEntityName xml:lang="de" type="PREVIOUS_LEGAL_NAME">Rook Papier GmbH</lei:OtherEntityName>
          <lei:OtherEntityName xml:lang="de" type="TRADING_OR_OPERATING_NAME">Quillpapier</lei:OtherEntityName>
        </lei:OtherEntityNames>
        <lei:TransliteratedOtherEntityNames>
          <lei:TransliteratedOtherEntityName xml:lang="de" type="AUTO_ASCII_TRANSLITERATED_LEGAL_NAME">QUILL AND ROOK PAPIER GMBH</lei:TransliteratedOtherEntityName>
        </lei:TransliteratedOtherEntityNames>
        <lei:LegalAddress xml:lang="de">
          <lei:FirstAddressLine>Hafenstraße 7</lei:FirstAddressLine>
          <lei:AdditionalAddressLine>Hinterhaus</lei:AdditionalAddressLine>
          <lei:City>Rostock</lei:City>
          <lei:Region>DE-MV</lei:Region>
          <lei:Country>DE</lei:Country>
          <lei:PostalCode>18055</lei:PostalCode>
        </lei:LegalAddress>
        <lei:HeadquartersAddress xml:lang="de">
          <lei:FirstAddressLine>Anderswo 1</lei:FirstAddressLine>
          <lei:City>Berlin</lei:City>
          <lei:Country>DE</lei:Country>
        </lei:HeadquartersAddress>
        <lei:RegistrationAuthority>
          <lei:RegistrationAuthorityID>RA000242</lei:RegistrationAuthorityID>
          <lei:RegistrationAuthorityEntityID>HRB 00417</lei:RegistrationAuthorityEntityID>
        </lei:RegistrationAuthority>
        <lei:LegalJurisdiction>DE</lei:LegalJurisdiction>
        <lei:LegalForm><lei:EntityLegalFormCode>2HBR</lei:EntityLegalFormCode></lei:LegalForm>
        <lei:EntityStatus>ACTIVE</lei:EntityStatus>
        <lei:EntityCreationDate>2003-05-19T00:00:00+02:00</lei:EntityCreationDate>
      </lei:Entity>
      <lei:Registration><lei:RegistrationStatus>ISSUED</lei:RegistrationStatus></lei:Registration>
    </lei:LEIRecord>
  </lei:LEIRecords>
</lei:LEIData>
`;

const $ = (text: string): { $: string } => ({ $: text });

export const LEI_JSON_RECORD = {
  LEI: $(LEI.quill),
  Entity: {
    LegalName: { '@xml:lang': 'de', $: 'Quill & Rook, "Papier" GmbH' },
    OtherEntityNames: {
      OtherEntityName: [
        { '@xml:lang': 'de', '@type': 'PREVIOUS_LEGAL_NAME', $: 'Rook Papier GmbH' },
        { '@xml:lang': 'de', '@type': 'TRADING_OR_OPERATING_NAME', $: 'Quillpapier' },
      ],
    },
    TransliteratedOtherEntityNames: {
      TransliteratedOtherEntityName: {
        '@type': 'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME',
        $: 'QUILL AND ROOK PAPIER GMBH',
      },
    },
    LegalAddress: {
      '@xml:lang': 'de',
      FirstAddressLine: $('Hafenstraße 7'),
      AdditionalAddressLine: [$('Hinterhaus')],
      City: $('Rostock'),
      Region: $('DE-MV'),
      Country: $('DE'),
      PostalCode: $('18055'),
    },
    RegistrationAuthority: {
      RegistrationAuthorityID: $('RA000242'),
      RegistrationAuthorityEntityID: $('HRB 00417'),
    },
    LegalJurisdiction: $('DE'),
    LegalForm: { EntityLegalFormCode: $('2HBR') },
    EntityStatus: $('ACTIVE'),
    EntityCreationDate: $('2003-05-19T00:00:00+02:00'),
  },
  Registration: { RegistrationStatus: $('ISSUED') },
};

const RR_XML = `<?xml version="1.0" encoding="UTF-8"?>
<rr:RelationshipData xmlns:rr="http://www.gleif.org/data/schema/rr/2016">
  <rr:Header>
    <rr:ContentDate>2024-01-02T08:00:00Z</rr:ContentDate>
    <rr:FileContent>GLEIF_FULL_PUBLISHED</rr:FileContent>
    <rr:RecordCount>1</rr:RecordCount>
  </rr:Header>
  <rr:RelationshipRecords>
    <rr:RelationshipRecord>
      <rr:Relationship>
        <rr:StartNode><rr:NodeID>${LEI.quill}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode>
        <rr:EndNode><rr:NodeID>${LEI.holding}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode>
        <rr:RelationshipType>IS_DIRECTLY_CONSOLIDATED_BY</rr:RelationshipType>
        <rr:RelationshipPeriods>
          <rr:RelationshipPeriod>
            <rr:StartDate>2020-01-01T00:00:00Z</rr:StartDate><rr:EndDate>2020-12-31T00:00:00Z</rr:EndDate>
            <rr:PeriodType>ACCOUNTING_PERIOD</rr:PeriodType>
          </rr:RelationshipPeriod>
          <rr:RelationshipPeriod>
            <rr:StartDate>2015-06-30T00:00:00Z</rr:StartDate><rr:PeriodType>RELATIONSHIP_PERIOD</rr:PeriodType>
          </rr:RelationshipPeriod>
        </rr:RelationshipPeriods>
        <rr:RelationshipStatus>ACTIVE</rr:RelationshipStatus>
        <rr:RelationshipQuantifiers>
          <rr:RelationshipQuantifier>
            <rr:MeasurementMethod>ACCOUNTING_CONSOLIDATION</rr:MeasurementMethod>
            <rr:QuantifierAmount>1.00</rr:QuantifierAmount>
            <rr:QuantifierUnits>PERCENTAGE</rr:QuantifierUnits>
          </rr:RelationshipQuantifier>
        </rr:RelationshipQuantifiers>
      </rr:Relationship>
      <rr:Registration>
        <rr:LastUpdateDate>2022-03-04T10:00:00Z</rr:LastUpdateDate>
        <rr:RegistrationStatus>PUBLISHED</rr:RegistrationStatus>
      </rr:Registration>
    </rr:RelationshipRecord>
  </rr:RelationshipRecords>
</rr:RelationshipData>
`;

export const RR_JSON_RECORD = {
  RelationshipRecord: {
    Relationship: {
      StartNode: { NodeID: $(LEI.quill), NodeIDType: $('LEI') },
      EndNode: { NodeID: $(LEI.holding), NodeIDType: $('LEI') },
      RelationshipType: $('IS_DIRECTLY_CONSOLIDATED_BY'),
      RelationshipPeriods: {
        RelationshipPeriod: { StartDate: $('2015-06-30T00:00:00Z'), PeriodType: $('RELATIONSHIP_PERIOD') },
      },
      RelationshipStatus: $('ACTIVE'),
    },
    Registration: { LastUpdateDate: $('2022-03-04T10:00:00Z'), RegistrationStatus: $('PUBLISHED') },
  },
};

/** Companies House writes some headings with a space before them, and every value in quotes. */
export const GB_ROW: Record<string, string> = {
  CompanyName: 'QUILL "AND" ROOK LTD',
  ' CompanyNumber': '00012345',
  'RegAddress.CareOf': '',
  'RegAddress.POBox': '',
  'RegAddress.AddressLine1': '7 HARBOUR WAY',
  ' RegAddress.AddressLine2': 'DOCKSIDE',
  'RegAddress.PostTown': 'LEITH',
  'RegAddress.County': 'MIDLOTHIAN',
  'RegAddress.Country': 'SCOTLAND',
  'RegAddress.PostCode': 'EH6 6JJ',
  CompanyCategory: 'Private Limited Company',
  CompanyStatus: 'Active',
  CountryOfOrigin: 'United Kingdom',
  DissolutionDate: '',
  IncorporationDate: '29/02/2012',
  'SICCode.SicText_1': '17230 - Manufacture of paper stationery',
  'SICCode.SicText_2': 'None Supplied',
  'SICCode.SicText_3': '',
  'SICCode.SicText_4': '',
  URI: 'http://business.data.gov.uk/id/company/00012345',
  'PreviousName_1.CONDATE': '01/03/2015',
  ' PreviousName_1.CompanyName': 'ROOK PAPER LTD',
  'PreviousName_2.CONDATE': '',
  ' PreviousName_2.CompanyName': '',
};

const psc = (companyNumber: string, data: object): string => JSON.stringify({ company_number: companyNumber, data });

export const PSC_PERSON = {
  kind: 'individual-person-with-significant-control',
  name: 'Mr Zed Ulric Quill',
  name_elements: { title: 'Mr', forename: 'Zed', middle_name: 'Ulric', surname: 'Quill' },
  date_of_birth: { month: 3, year: 1971 },
  nationality: 'British',
  country_of_residence: 'Scotland',
  address: { address_line_1: 'Harbour Way', country: 'Scotland', postal_code: 'EH6 6JJ', premises: '7' },
  natures_of_control: ['voting-rights-75-to-100-percent', 'ownership-of-shares-50-to-75-percent'],
  notified_on: '2016-04-06',
};

export const PSC_LINES = [
  psc('00012345', PSC_PERSON),
  psc('SC012345', {
    kind: 'corporate-entity-person-with-significant-control',
    name: 'Rook Holding Limited',
    identification: {
      legal_authority: 'Companies Act 2006',
      legal_form: 'Limited Company',
      place_registered: 'Companies House',
      country_registered: 'England & Wales',
      registration_number: '12345',
    },
    natures_of_control: ['ownership-of-shares-25-to-50-percent-as-trust'],
    notified_on: '2017-01-02',
    ceased_on: '2019-05-06',
  }),
  psc('00012346', {
    kind: 'persons-with-significant-control-statement',
    statement: 'no-individual',
    notified_on: '2016-04-06',
  }),
  psc('00012347', { kind: 'super-secure-person-with-significant-control', ceased: false }),
  psc('00012348', { kind: 'exemptions', exemptions: {} }),
  JSON.stringify({
    data: {
      kind: 'totals#persons-of-significant-control-snapshot',
      persons_of_significant_control_count: 3,
      statements_count: 1,
      exemptions_count: 1,
      generated_at: '2024-01-03T04:00:00Z',
    },
  }),
];

export const FR_ROW: Record<string, string> = {
  siren: '732829320',
  statutDiffusionUniteLegale: 'O',
  unitePurgeeUniteLegale: '',
  dateCreationUniteLegale: '1998-11-02',
  sigleUniteLegale: 'PQR',
  prenom1UniteLegale: '',
  prenomUsuelUniteLegale: '',
  pseudonymeUniteLegale: '',
  dateDebut: '2018-02-07',
  etatAdministratifUniteLegale: 'A',
  nomUniteLegale: '',
  nomUsageUniteLegale: '',
  denominationUniteLegale: 'PAPIERS QUILL ET ROOK',
  denominationUsuelle1UniteLegale: 'LA PAPETERIE',
  denominationUsuelle2UniteLegale: '',
  denominationUsuelle3UniteLegale: '',
  categorieJuridiqueUniteLegale: '5710',
  activitePrincipaleUniteLegale: '17.23Z',
  nicSiegeUniteLegale: '00074',
};

export const FR_ROWS: Record<string, string>[] = [
  {
    ...FR_ROW,
    siren: '111111118',
    sigleUniteLegale: '',
    denominationUniteLegale: '',
    denominationUsuelle1UniteLegale: '',
    nomUniteLegale: 'CORBEAU',
    nomUsageUniteLegale: 'PLUME',
    prenom1UniteLegale: 'ZOE MARIE',
    prenomUsuelUniteLegale: 'ZOE',
    etatAdministratifUniteLegale: 'C',
    categorieJuridiqueUniteLegale: '1000',
  },
  FR_ROW,
];

export const FR_PLACE: Record<string, string> = {
  siren: '732829320',
  nic: '00074',
  siret: '73282932000074',
  etablissementSiege: 'true',
  complementAdresseEtablissement: 'BAT A',
  numeroVoieEtablissement: '12',
  indiceRepetitionEtablissement: 'BIS',
  typeVoieEtablissement: 'RUE',
  libelleVoieEtablissement: 'DU PORT',
  codePostalEtablissement: '76600',
  libelleCommuneEtablissement: 'LE HAVRE',
  libelleCommuneEtrangerEtablissement: '',
  distributionSpecialeEtablissement: '',
  libellePaysEtrangerEtablissement: '',
};

export const FR_PLACES: Record<string, string>[] = [
  {
    ...FR_PLACE,
    siren: '111111118',
    siret: '11111111800011',
    numeroVoieEtablissement: '[ND]',
    libelleVoieEtablissement: '[ND]',
  },
  { ...FR_PLACE, siret: '73282932000066', etablissementSiege: 'false', numeroVoieEtablissement: '1' },
  FR_PLACE,
];

const published = {
  publicationDetails: { publicationDate: '2024-01-04', bodsVersion: '0.4', publisher: { name: 'Zed' } },
};

export function bods(recordType: string, recordId: string, recordDetails: object, more: object = {}): object {
  return {
    statementId: `statement-of-${recordId}`,
    declarationSubject: 'e1',
    statementDate: '2023-05-06',
    ...published,
    recordId,
    recordType,
    recordStatus: 'new',
    recordDetails: { isComponent: false, ...recordDetails },
    ...more,
  };
}

export const BODS_ENTITY = bods('entity', 'e1', {
  entityType: { type: 'registeredEntity' },
  name: 'Quill and Rook Ltd',
  alternateNames: ['Q & R'],
  jurisdiction: { name: 'Scotland', code: 'GB-SCT' },
  identifiers: [
    { scheme: 'GB-COH', id: 'SC12345' },
    { scheme: 'XI-LEI', id: LEI.quill },
  ],
  foundingDate: '2012-02-29',
  addresses: [
    { type: 'business', address: 'Elsewhere 1' },
    {
      type: 'registered',
      address: '7 Harbour Way\nLeith',
      postCode: 'EH6 6JJ',
      country: { name: 'United Kingdom', code: 'GB' },
    },
  ],
});

export const BODS_PERSON = bods('person', 'p1', {
  personType: 'knownPerson',
  names: [
    { type: 'alternative', fullName: 'Zee Quill' },
    { type: 'legal', fullName: 'Zed Ulric Quill' },
  ],
  identifiers: [{ scheme: 'GBR-PASSPORT', id: '900000001' }],
  nationalities: [{ name: 'United Kingdom', code: 'GB' }],
  birthDate: '1971-03',
  addresses: [{ type: 'residence', address: 'Somewhere', country: { name: 'France', code: 'FR' } }],
});

export const BODS_LINK = bods('relationship', 'r1', {
  subject: 'e1',
  interestedParty: 'p1',
  interests: [
    {
      type: 'shareholding',
      directOrIndirect: 'direct',
      beneficialOwnershipOrControl: true,
      share: { exclusiveMinimum: 25, maximum: 50 },
      startDate: '2016-04-06',
    },
    { type: 'votingRights', directOrIndirect: 'indirect', share: { exact: 60 }, startDate: '2015-01-01' },
  ],
});

export const BODS_STATEMENTS = [BODS_ENTITY, BODS_PERSON, BODS_LINK];

export const PLAIN_ROWS: Record<string, string>[] = [
  {
    number: '417',
    name: 'Quill, Rook & Co.',
    country: 'Malta',
    status: 'Live',
    legal_form: 'Limited',
    incorporated_on: '2001-02-03',
    dissolved_on: '',
    former_names: 'Rook & Co.; Rook',
    trading_names: 'Quill',
    address: '1 Quay Road, Valletta',
    city: 'Valletta',
    postal_code: 'VLT 1111',
    address_country: 'MT',
    activities: '17.23;46.49',
    lei: LEI.fund,
    vat: 'MT12345678',
    identifiers: 'duns:123456789',
    owner_name: 'Zed Quill',
    owner_type: 'person',
    owner_birth_date: '1971-03',
    owner_nationality: 'Maltese',
    owner_country: 'MT',
    owner_number: '',
    owner_percent: '60',
    owner_interests: 'shares; votes',
    owner_from: '2010-01-01',
    owner_until: '',
  },
  {
    number: '417',
    name: 'Quill, Rook & Co.',
    country: 'Malta',
    owner_name: 'Rook Ltd',
    owner_type: 'company',
    owner_number: 'C 99',
    owner_percent: '25-50',
  },
  { number: '418', name: '', country: 'MT', owner_name: 'Una Rook', owner_type: 'person' },
];

/** One text per format. */
export const REGISTER_TEXTS: Readonly<Record<string, string>> = {
  'gleif_lei_csv.csv': csv(LEI_ROWS, true),
  'gleif_lei_xml.xml': LEI_XML,
  'gleif_lei_json.json': JSON.stringify({ records: [LEI_JSON_RECORD] }, null, 1),
  'gleif_rr_csv.csv': csv([RR_ROW], true),
  'gleif_rr_xml.xml': RR_XML,
  'gleif_rr_json.json': JSON.stringify({ relations: [RR_JSON_RECORD] }),
  'gb_companies_house.csv': csv(
    [GB_ROW, { ...GB_ROW, ' CompanyNumber': 'SC012345', CompanyName: 'ROOK (SCOTLAND) LTD' }],
    true,
  ),
  'gb_psc.txt': `${PSC_LINES.join('\n')}\n`,
  'fr_sirene.csv': csv(FR_ROWS),
  'bods.json': JSON.stringify(BODS_STATEMENTS, null, 2),
  'plain_csv.csv': csv(PLAIN_ROWS),
};
