import { expect, test } from 'vitest';
import { headElements } from '../../../../server/datasets/xml.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { ofacSdnAdvanced } from '../../../../server/screening/formats/ofac-advanced.ts';
import { readPeriod } from '../../../../server/screening/formats/ofac-advanced-dates.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const day = (year: number, month: number, date: number): string =>
  `<Year>${year}</Year><Month>${month}</Month><Day>${date}</Day>`;
const period = (from: string, until: string, isRough = false): string =>
  `<DatePeriod CalendarTypeID="1"><Start Approximate="${isRough}"><From>${from}</From><To>${from}</To></Start><End Approximate="${isRough}"><From>${until}</From><To>${until}</To></End></DatePeriod>`;

const feature = (type: number, content: string): string =>
  `<Feature FeatureTypeID="${type}"><FeatureVersion>${content}</FeatureVersion></Feature>`;

/** Invented data in the shape of OFAC's Advanced Sanctions Data Model. */
const LIST = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://example.test/ADVANCED_XML">
<DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>9</Month><Day>4</Day></DateOfIssue>
<ReferenceValueSets>
<AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1401">F.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
<AreaCodeValues><AreaCode ID="11070" CountryID="11070" Description="Malta">MT</AreaCode></AreaCodeValues>
<CountryValues><Country ID="11030" ISO2="BG">Bulgaria</Country><Country ID="11070" ISO2="MT">Malta</Country></CountryValues>
<DetailReferenceValues><DetailReference ID="91526">Male</DetailReference><DetailReference ID="92084">Bulk Cargo</DetailReference></DetailReferenceValues>
<FeatureTypeValues><FeatureType ID="1">Vessel Call Sign</FeatureType><FeatureType ID="2">VESSEL TYPE</FeatureType><FeatureType ID="3">Vessel Flag</FeatureType><FeatureType ID="4">Vessel Owner</FeatureType>
<FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="9">Place of Birth</FeatureType><FeatureType ID="10">Nationality Country</FeatureType><FeatureType ID="11">Citizenship Country</FeatureType>
<FeatureType ID="25">Location</FeatureType><FeatureType ID="26">Title</FeatureType><FeatureType ID="224">Gender</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType><IDRegDocType ID="1626">Vessel Registration Identification</IDRegDocType></IDRegDocTypeValues>
<LegalBasisValues><LegalBasis ID="1828">Executive Order 13224 (Terrorism)</LegalBasis></LegalBasisValues>
<ListValues><List ID="1550">SDN List</List></ListValues>
<LocPartTypeValues><LocPartType ID="1">Unknown</LocPartType><LocPartType ID="1451">ADDRESS1</LocPartType><LocPartType ID="1454">CITY</LocPartType><LocPartType ID="1456">POSTAL CODE</LocPartType></LocPartTypeValues>
<NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType><NamePartType ID="1525">Entity Name</NamePartType></NamePartTypeValues>
<PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
<RelationTypeValues><RelationType ID="15003">Owned or Controlled By</RelationType></RelationTypeValues>
<SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="1705">Block</SanctionsType></SanctionsTypeValues>
<ScriptValues><Script ID="215" ScriptCode="Latn">Latin</Script><Script ID="220" ScriptCode="Cyrl">Cyrillic</Script></ScriptValues>
</ReferenceValueSets>
<Locations>
<Location ID="500"><LocationAreaCode AreaCodeID="11070"/>
<LocationPart LocPartTypeID="1456"><LocationPartValue Primary="true"><Value>VLT 1010</Value></LocationPartValue></LocationPart>
<LocationPart LocPartTypeID="1454"><LocationPartValue Primary="false"><Value>Il-Belt</Value></LocationPartValue><LocationPartValue Primary="true"><Value>Valletta</Value></LocationPartValue></LocationPart>
<LocationPart LocPartTypeID="1451"><LocationPartValue Primary="true"><Value>1 Quay Road</Value></LocationPartValue></LocationPart></Location>
<Location ID="501"><LocationPart LocPartTypeID="1"><LocationPartValue Primary="true"><Value>Bulgaria</Value></LocationPartValue></LocationPart></Location>
<Location ID="502"><LocationCountry CountryID="11070"/></Location>
</Locations>
<IDRegDocuments>
<IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="71" IssuedBy-CountryID="11030"><IDRegistrationNo>K491821</IDRegistrationNo></IDRegDocument>
<IDRegDocument ID="2" IDRegDocTypeID="1626" IdentityID="73"><IDRegistrationNo>IMO 9000123</IDRegistrationNo></IDRegDocument>
<IDRegDocument ID="3" IDRegDocTypeID="1571" IdentityID="999"><IDRegistrationNo>NOBODYS 1</IDRegistrationNo></IDRegDocument>
</IDRegDocuments>
<DistinctParties>
<DistinctParty FixedRef="101"><Comment>(Linked To: NIMBUS)</Comment><Profile ID="101" PartySubTypeID="4"><Identity ID="71" Primary="true">
<Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215">THE HERON</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
<Alias AliasTypeID="1401" Primary="false" LowQuality="false"><DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215">EGRET</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
<Alias AliasTypeID="1403" Primary="true" LowQuality="false">
<DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215">Zdravko</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215">QUILLONEZ</NamePartValue></DocumentedNamePart></DocumentedName>
<DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="220">КИЛОНЕС</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
<NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups>
</Identity>
${feature(25, '<VersionLocation LocationID="500"/>')}
${feature(8, period(day(1968, 4, 12), day(1968, 4, 12)))}
${feature(9, '<VersionDetail DetailTypeID="1432">Port Elsewhere, Bulgaria</VersionDetail>')}
${feature(10, '<VersionDetail DetailTypeID="1433"/><VersionLocation LocationID="501"/>')}
${feature(224, '<VersionDetail DetailTypeID="1431" DetailReferenceID="91526"/>')}
${feature(26, '<VersionDetail DetailTypeID="1432">Director</VersionDetail>')}
${feature(344, '<VersionDetail DetailTypeID="1432">12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h</VersionDetail>')}
</Profile></DistinctParty>
<DistinctParty FixedRef="102"><Profile ID="102" PartySubTypeID="3"><Identity ID="72" Primary="true">
<Alias AliasTypeID="1403" Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue ScriptID="215">NIMBUS FREIGHT</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity></Profile></DistinctParty>
<DistinctParty FixedRef="103"><Profile ID="103" PartySubTypeID="1"><Identity ID="73" Primary="true">
<Alias AliasTypeID="1403" Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue ScriptID="215">GREY PELICAN</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
${feature(1, '<VersionDetail>UTQ77</VersionDetail>')}
${feature(2, '<VersionDetail DetailTypeID="1431" DetailReferenceID="92084"/>')}
${feature(3, '<VersionLocation LocationID="502"/>')}
${feature(4, '<VersionDetail>Pelican Lines</VersionDetail>')}
</Profile></DistinctParty>
</DistinctParties>
<ProfileRelationships><ProfileRelationship From-ProfileID="103" To-ProfileID="102" RelationTypeID="15003" Former="false"/><ProfileRelationship From-ProfileID="103" To-ProfileID="101" RelationTypeID="15003" Former="true"/></ProfileRelationships>
<SanctionsEntries>
<SanctionsEntry ProfileID="101" ListID="1550"><EntryEvent LegalBasisID="1828"><Date><Year>2019</Year><Month>3</Month><Day>5</Day></Date></EntryEvent><EntryEvent><Date><Year>2018</Year><Month>1</Month><Day>2</Day></Date></EntryEvent>
<SanctionsMeasure SanctionsTypeID="1705"><Comment>all of it</Comment></SanctionsMeasure><SanctionsMeasure SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure><SanctionsMeasure SanctionsTypeID="1"><Comment>SYRIA</Comment></SanctionsMeasure></SanctionsEntry>
<SanctionsEntry ProfileID="888" ListID="1550"><SanctionsMeasure SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry>
</SanctionsEntries>
</Sanctions>
`;

const lineOf = (text: string): number => LIST.slice(0, LIST.indexOf(text)).split('\n').length;
const COMPANY_LINE = lineOf('<DistinctParty FixedRef="102">');

const file = (content = LIST) => listFile('sdn_advanced.xml', content);

test('a person has names in every script, the facts of its features and documents, and its listing', async () => {
  const { entries, reading, rows } = await readList(ofacSdnAdvanced, [file()]);
  expect(entries.length).toBe(3);
  // Three locations, three documents, three parties, two relationships, two sanctions entries.
  expect(rows).toBe(13);
  expect(reading).toEqual({
    publishedAt: '2026-09-04',
    recordsDeclared: null,
    orphans: { document: 1, sanctions_entry: 1 },
  });
  expect(entries[0]).toMatchObject({
    sourceId: '101',
    type: 'person',
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'THE HERON', kind: 'alias', quality: 'weak' },
      { name: 'EGRET', kind: 'former', quality: 'strong' },
      { name: 'КИЛОНЕС', kind: 'original_script', quality: 'strong' },
    ],
    birthDates: ['1968-04-12'],
    birthPlaces: ['Port Elsewhere, Bulgaria'],
    genders: ['male'],
    nationalities: ['BG'],
    countries: ['BG', 'MT'],
    addresses: [{ text: '1 Quay Road, Valletta, VLT 1010, Malta', country: 'MT' }],
    identifiers: [
      { kind: 'bitcoin', value: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h' },
      { kind: 'passport', value: 'K491821', country: 'BG' },
    ],
    programs: ['SDGT', 'SYRIA'],
    topics: ['sanction'],
    listedAt: '2018-01-02',
    relations: [{ kind: 'linked_to', name: 'NIMBUS' }],
    original: { title: 'Director', list: 'SDN List', legal_basis: 'Executive Order 13224 (Terrorism)' },
  });
});

test('vessels and companies have their types, numbers and owners', async () => {
  const { entries } = await readList(ofacSdnAdvanced, [file()]);
  expect(entries[1]).toMatchObject({ sourceId: '102', type: 'entity', listedAt: null });
  expect(entries[2]).toMatchObject({
    type: 'vessel',
    identifiers: [
      { kind: 'call_sign', value: 'UTQ77' },
      { kind: 'imo', value: '9000123' },
    ],
    countries: ['MT'],
    relations: [
      { kind: 'owner', name: 'Pelican Lines' },
      { kind: 'owned_or_controlled_by', name: 'NIMBUS FREIGHT', sourceId: '102' },
    ],
    original: { vessel_type: 'Bulk Cargo' },
  });
});

test.each([
  ['a day', period(day(1968, 4, 12), day(1968, 4, 12)), '1968-04-12'],
  ['a month', period(day(1968, 2, 1), day(1968, 2, 29)), '1968-02'],
  ['a year', period(day(1968, 1, 1), day(1968, 12, 31)), '1968'],
  ['a rough year', period(day(1968, 1, 1), day(1968, 12, 31), true), '1968~'],
  ['years', period(day(1968, 1, 1), day(1970, 12, 31)), '1968/1970'],
  ['days', period(day(1968, 4, 12), day(1970, 5, 6)), '1968-04-12/1970-05-06'],
  ['a start alone', '<DatePeriod><Start><From><Year>1971</Year></From></Start></DatePeriod>', '1971'],
  ['nothing', '<DatePeriod/>', null],
  ['no such day', period(day(1968, 2, 31), day(1968, 2, 31)), null],
])('a period that is %s', (_, xml, date) => {
  const [element] = headElements(listFile('p.xml', `<a>${xml}</a>`), ['DatePeriod']);
  expect(element && readPeriod(element)).toBe(date);
});

test('the entries at the end of a file tell which list it is', () => {
  const codesOf = (content: string) =>
    LIST_FORMATS.filter((format) => format.recognises([file(content)])).map((format) => format.list?.code);
  expect(codesOf(LIST)).toEqual(['us_ofac_sdn']);
  expect(codesOf(LIST.replaceAll('ListID="1550"', 'ListID="91512"'))).toEqual(['us_ofac_cons']);
  expect(codesOf('<Sanctions><Entry/></Sanctions>')).toEqual([]);
});

test.each([
  [
    'a party without a number',
    LIST.replace('<DistinctParty FixedRef="102"><Profile ID="102"', '<DistinctParty><Profile'),
    COMPANY_LINE,
  ],
  ['a party twice', LIST.replaceAll('"102"', '"101"'), COMPANY_LINE],
  ['a party without a name', LIST.replace('NIMBUS FREIGHT', ''), COMPANY_LINE],
  ['a file cut off', LIST.slice(0, LIST.indexOf('<ProfileRelationships')), lineOf('<ProfileRelationships')],
])('%s is refused with the line', async (_, content, line) => {
  expect(await refusalOf(readList(ofacSdnAdvanced, [file(content)]))).toContain(
    `list_invalid: sdn_advanced.xml, line ${line}: the `,
  );
});
