import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const SEED = testSeed();
const ROUNDS = 150;

const SDN_CSV = `101,"QUILLONEZ, Zdravko","individual","SDGT] [SYRIA","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Apr 1968; nationality Bulgaria; Passport K491821 (Bulgaria); a.k.a. 'THE HERON'."\r\n102,"NIMBUS",-0- ,"SYRIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\u001a`;
const SDN_XML = `<?xml version="1.0"?>
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

/** What a damaged disk, a broken download or somebody with bad intent could leave: bytes changed, cut, doubled, put in. */
function mutate(text: string, random: () => number): Buffer {
  let bytes = Buffer.from(text);
  const pieces = [
    '<',
    '>',
    '"',
    '&',
    '\u0000',
    '\u001a',
    ',',
    ';',
    '<!--',
    '<![CDATA[',
    '&#x0;',
    '\ud800',
    '-0-',
    '(',
    "'",
  ];
  for (let change = 0; change < 1 + random() * 4; change += 1) {
    const at = Math.floor(random() * bytes.length);
    const length = Math.floor(random() * 40);
    const piece = Buffer.from(pieces[Math.floor(random() * pieces.length)] ?? '');
    const inserts = [
      piece,
      Buffer.alloc(0),
      bytes.subarray(at, at + length),
      Buffer.from([Math.floor(random() * 256)]),
    ];
    const insert = inserts[Math.floor(random() * inserts.length)] ?? piece;
    bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(random() < 0.5 ? at : at + length)]);
  }
  return bytes;
}

test.each([
  ['sdn.csv', SDN_CSV],
  ['sdn.xml', SDN_XML],
  ['sdn_advanced.xml', ADVANCED],
  ['consolidated.csv', CSL],
])(
  `%s, damaged at random (seed ${SEED}), is read or refused with a line, and nothing else happens`,
  async (name, text) => {
    const format = LIST_FORMATS.find((candidate) => candidate.recognises([listFile(name, text)]));
    expect(format?.id).toBeDefined();
    const random = seededRandom(SEED);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = listFile(name, mutate(text, random));
      for (const candidate of LIST_FORMATS) candidate.recognises([file]);
      const outcome = format ? await refusalOf(readList(format, [file])) : '';
      if (outcome === 'it was read') continue;
      refused += 1;
      expect(outcome).toMatch(new RegExp(`^list_invalid: ${name.replace('.', '\\.')}, line \\d+: .+\\.$`));
    }
    expect(refused).toBeGreaterThan(ROUNDS / 10);
  },
);
