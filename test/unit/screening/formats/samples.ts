import { openDocument, workbook } from './spreadsheets.ts';

const SDN_CSV = `101,"QUILLONEZ, Zdravko","individual","SDGT] [SYRIA","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Apr 1968; nationality Bulgaria; Passport K491821 (Bulgaria); a.k.a. 'THE HERON'."\r\n102,"NIMBUS",-0- ,"SYRIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\u001a`;
const SDN_XML = `<?xml version="1.0" encoding="UTF-8"?>
<sdnList xmlns="x"><publshInformation><Publish_Date>03/28/2025</Publish_Date><Record_Count>1</Record_Count></publshInformation>
<sdnEntry><uid>101</uid><lastName>QUILLONEZ &amp; Söhne</lastName><sdnType>Entity</sdnType><programList><program>SDGT</program></programList>
<dateOfBirthList><dateOfBirthItem><dateOfBirth>12 Apr 1968</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry></sdnList>`;
const ADVANCED = `<Sanctions xmlns="x"><DateOfIssue Year="2026" Month="3" Day="4"/><ReferenceValueSets><FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType></FeatureTypeValues></ReferenceValueSets>
<Locations><Location ID="1"><LocationPart LocPartTypeID="1"><LocationPartValue Primary="true"><Value>Sofia</Value></LocationPartValue></LocationPart></Location></Locations>
<DistinctParties><DistinctParty FixedRef="7"><Profile ID="7"><Identity ID="9"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>HERON</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
<Feature FeatureTypeID="8"><FeatureVersion><DatePeriod><Start><From><Year>1968</Year><Month>2</Month><Day>3</Day></From></Start></DatePeriod></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties>
<SanctionsEntries><SanctionsEntry ProfileID="7" ListID="1550"><EntryEvent><Date><Year>2020</Year><Month>1</Month><Day>2</Day></Date></EntryEvent></SanctionsEntry></SanctionsEntries></Sanctions>`;
const CSL = `source,entity_number,type,programs,name,alt_names,dates_of_birth,addresses,source_list_url,ids
"Specially Designated Nationals (SDN) - Treasury",1,Individual,SDGT,"QUILLONEZ, Zdravko",HERON; EGRET,1968-04-12,"Sofia, BG",http://example.test,"BG, K491821, Passport; Male, Gender"
`;

/** Small invented lists in OFAC's formats and that of the Consolidated Screening List, by file name. */
export const US_TEXTS: Record<string, string> = {
  'sdn.csv': SDN_CSV,
  'sdn.xml': SDN_XML,
  'sdn_advanced.xml': ADVANCED,
  'consolidated.csv': CSL,
};

/** The same for every other format that is text. */
export const WORLD_TEXTS: Record<string, string> = {
  'un.xml': `<?xml version="1.0"?>
<CONSOLIDATED_LIST dateGenerated="2026-08-01T23:00:03Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>ZED &amp; Ö</FIRST_NAME><LISTED_ON>2012-12-31</LISTED_ON>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Heron</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1964</FROM_YEAR><TO_YEAR>1966</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>K1</NUMBER></INDIVIDUAL_DOCUMENT></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
  'eu.xml': `<export generationDate="2024-10-08T16:14:31Z"><sanctionEntity designationDate="2014-06-30" euReferenceNumber="EU.1.1" logicalId="13"><subjectType code="person"/>
<nameAlias wholeName="Zdravko Quillonez" gender="M" strong="true"/><birthdate circa="true" year="1963" countryIso2Code="BG"/><address street="1 Quay Road" city="Valletta" countryIso2Code="MT"/></sanctionEntity></export>`,
  'eu.csv': `fileGenerationDate;Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_Year;Citizenship_CountryIso2Code\n08/10/2024;13;P;"Zed ""K""";1961;BG\n08/10/2024;14;E;Nimbus;;\n`,
  'uk.xml': `<Designations><DateGenerated>11/08/2025</DateGenerated><Designation><UniqueID>E1</UniqueID><Names><Name><Name6>Quillonez</Name6><NameType>Primary Name</NameType></Name></Names>
<IndividualEntityShip>Individual</IndividualEntityShip><IndividualDetails><Individual><DOBs><DOB>dd/mm/1961</DOB></DOBs></Individual></IndividualDetails></Designation></Designations>`,
  'uk.csv': `Report Date: 11-Aug-2025\nUnique ID,Name 6,Name 1,Name type,Designation Type,D.O.B\nE1,Quillonez,Zed,Primary Name,Individual,17/02/1962\nE2,Nimbus,,Primary Name,Entity,\n`,
  'sema.xml': `<data-set><record><Country>Belarus / Bélarus</Country><LastName>Quillonez</LastName><GivenName>Zed</GivenName><DateOfBirthOrShipBuildDate>1963</DateOfBirthOrShipBuildDate><Item>7</Item><Aliases>A B, C D; E</Aliases></record></data-set>`,
  'entities.ftm.json': `{"id":"Q1","schema":"Person","target":true,"properties":{"name":["Zed"],"birthDate":["1961"],"topics":["sanction"],"addressEntity":["a"]}}\n{"id":"s","schema":"Sanction","properties":{"entity":["Q1"],"startDate":["2022-03-04"]}}\n{"id":"a","schema":"Address","properties":{"full":["Quay"]}}\n`,
  'targets.simple.csv': `id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,last_seen\nQ1,Person,Zed,"Heron;""A;B""",1961,bg,Quay,K1,x,2026-04-29\n`,
  'own.csv': `id,name,type,aliases,birth_dates,roles\n1,Zed,person,Heron;Kay,1961~,Minister|BG|2010\n2,Nimbus,entity,,,\n`,
  'reports.csv': `name,text,source,date\nZed,Zed was fined.,The Quay,2020-02-03\nZed,Zed appealed.,Herald,\nNimbus,Fog.,The Quay,2021\n`,
  'reports.json': `{"name":"Zed","text":"Zed was fined.","source":"The Quay","date":"2020-02-03","url":"https://quay.example/1"}\n`,
  'own.json': `{"id":"1","name":"Zed","aliases":["Heron"],"roles":[{"role":"member"}]}\n{"id":"2","name":"Nimbus"}\n`,
};

/** The same for the formats that are archives. */
export async function archives(): Promise<Record<string, Buffer>> {
  const xlsx = await workbook([
    ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type'],
    [1, 'Zed', 'Individual', 'Primary Name'],
    ['1a', 'Heron', 'Individual', 'Alias'],
  ]);
  const ods = await openDocument([
    ['Unique ID', 'Name', 'Regime Name', 'Type'],
    ['E1', 'Zed', 'Elsewhere', 'Individual'],
  ]);
  return { 'dfat.xlsx': xlsx, 'uk.ods': ods };
}
