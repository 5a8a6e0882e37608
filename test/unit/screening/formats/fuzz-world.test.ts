import { describe, expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { openDocument, workbook } from './spreadsheets.ts';

const SEED = testSeed();
const ROUNDS = 120;

const TEXTS: Record<string, string> = {
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
  'own.json': `{"id":"1","name":"Zed","aliases":["Heron"],"roles":[{"role":"member"}]}\n{"id":"2","name":"Nimbus"}\n`,
};

/** Changes, cuts, doubles and puts in bytes, a few at a time. */
function damage(bytes: Buffer, random: () => number): Buffer {
  const pieces = [
    '<',
    '>',
    '"',
    '&#0;',
    '\u0000',
    ',',
    ';',
    '\n',
    '{',
    '}',
    '[',
    ']',
    'null',
    ':',
    '/',
    '|',
    '=',
    '-',
    '9999999999',
    ']]>',
  ];
  let damaged = bytes;
  for (let change = 0; change < 1 + random() * 3; change += 1) {
    const at = Math.floor(random() * damaged.length);
    const until = at + Math.floor(random() * 30);
    const piece = Buffer.from(pieces[Math.floor(random() * pieces.length)] ?? '');
    const put = [piece, Buffer.alloc(0), damaged.subarray(at, until), Buffer.from([Math.floor(random() * 256)])];
    const insert = put[Math.floor(random() * put.length)] ?? piece;
    const rest = random() < 0.1 ? damaged.length : random() < 0.5 ? at : until;
    damaged = Buffer.concat([damaged.subarray(0, at), insert, damaged.subarray(rest)]);
  }
  return damaged;
}

/** How many of `ROUNDS` damaged copies are refused; every refusal is to match, and anything else than ours is thrown. */
async function countRefusals(name: string, bytes: Buffer, refusal: RegExp): Promise<number> {
  const format = LIST_FORMATS.find((candidate) => candidate.recognises([listFile(name, bytes)]));
  expect(format?.id).toBeDefined();
  const random = seededRandom(SEED);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = listFile(name, damage(bytes, random));
    for (const candidate of LIST_FORMATS) candidate.recognises([file]);
    const outcome = format ? await refusalOf(readList(format, [file])) : '';
    if (outcome === 'it was read') continue;
    refused += 1;
    expect(outcome).toMatch(refusal);
  }
  return refused;
}

describe(`a list that was damaged at random (seed ${SEED}) is read or refused, and nothing else happens`, () => {
  test.each(Object.keys(TEXTS))('%s', async (name) => {
    const refusal = new RegExp(`^list_invalid: ${name.replaceAll('.', '\\.')}, line \\d+: .{10}`);
    expect(await countRefusals(name, Buffer.from(TEXTS[name] ?? ''), refusal)).toBeGreaterThan(ROUNDS / 20);
  });

  test('dfat.xlsx', async () => {
    const rows = [
      ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type'],
      [1, 'Zed', 'Individual', 'Primary Name'],
      ['1a', 'Heron', 'Individual', 'Alias'],
    ];
    expect(await countRefusals('dfat.xlsx', await workbook(rows), /^list_invalid: dfat\.xlsx/)).toBeGreaterThan(
      ROUNDS / 4,
    );
  });

  test('uk.ods', async () => {
    const rows = [
      ['Unique ID', 'Name', 'Regime Name', 'Type'],
      ['E1', 'Zed', 'Elsewhere', 'Individual'],
    ];
    expect(await countRefusals('uk.ods', await openDocument(rows), /^list_invalid: uk\.ods/)).toBeGreaterThan(
      ROUNDS / 4,
    );
  });
});
