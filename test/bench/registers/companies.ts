import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../../support/random.ts';

/** The heading of Companies House's Free Company Data Product: 55 columns, some with a space before their name. */
const HEADING =
  'CompanyName, CompanyNumber,RegAddress.CareOf,RegAddress.POBox,RegAddress.AddressLine1, RegAddress.AddressLine2,RegAddress.PostTown,RegAddress.County,RegAddress.Country,RegAddress.PostCode,CompanyCategory,CompanyStatus,CountryOfOrigin,DissolutionDate,IncorporationDate,Accounts.AccountRefDay,Accounts.AccountRefMonth,Accounts.NextDueDate,Accounts.LastMadeUpDate,Accounts.AccountCategory,Returns.NextDueDate,Returns.LastMadeUpDate,Mortgages.NumMortCharges,Mortgages.NumMortOutstanding,Mortgages.NumMortPartSatisfied,Mortgages.NumMortSatisfied,SICCode.SicText_1,SICCode.SicText_2,SICCode.SicText_3,SICCode.SicText_4,LimitedPartnerships.NumGenPartners,LimitedPartnerships.NumLimPartners,URI,PreviousName_1.CONDATE, PreviousName_1.CompanyName, PreviousName_2.CONDATE, PreviousName_2.CompanyName,PreviousName_3.CONDATE, PreviousName_3.CompanyName,PreviousName_4.CONDATE, PreviousName_4.CompanyName,PreviousName_5.CONDATE, PreviousName_5.CompanyName,PreviousName_6.CONDATE, PreviousName_6.CompanyName,PreviousName_7.CONDATE, PreviousName_7.CompanyName,PreviousName_8.CONDATE, PreviousName_8.CompanyName,PreviousName_9.CONDATE, PreviousName_9.CompanyName,PreviousName_10.CONDATE, PreviousName_10.CompanyName,ConfStmtNextDueDate, ConfStmtLastMadeUpDate';
const PREVIOUS_NAMES = 10;

/** Words in the names of very many companies, the most frequent first. */
const COMMON =
  'SERVICES MANAGEMENT PROPERTIES HOLDINGS CONSULTING SOLUTIONS GROUP PROPERTY CONSTRUCTION TRADING DEVELOPMENTS INVESTMENTS ENGINEERING HOMES BUILDING DESIGN LONDON TRANSPORT MEDIA CARE COURT HOUSE TECHNOLOGIES CAPITAL HEALTH FOOD INTERNATIONAL ESTATES LOGISTICS PARTNERS CLEANING SYSTEMS DIGITAL UK ROAD GLOBAL STUDIO TRAINING ENERGY BEAUTY SUPPORT EVENTS SECURITY FINANCE MARKETING EXPRESS GARDENS AUTOS FREEHOLD RESIDENTS'.split(
    ' ',
  );
const SYLLABLES =
  'BA BRO CAR DEL DRA EL FEN GAR GLEN HAR HOL IN JO KEL KIN LAN LEX MAR MOR NOR OAK PEN QUIN RA RO SAN SHER STA TEL TRI UL VAN VER WAL WIN XAN YOR ZEL'.split(
    ' ',
  );
const RARE_WORDS = 400_000;
const LOT_ROWS = 2_000;

export interface MadeCompany {
  number: string;
  /** The name without its legal form. */
  words: string[];
}

/** A function that returns the company of a row; the same seed gives the same companies. */
export function companyMaker(seed: number): (row: number) => MadeCompany {
  return (row) => {
    const random = seededRandom(seed * 1_000_003 + row);
    const below = (bound: number): number => Math.floor(random() * bound);
    // By Zipf's law the word of rank r is r times as rare as the first.
    const common = (): string => COMMON[Math.floor(COMMON.length ** random()) - 1] as string;
    const rare = (): string => rareWord(below(RARE_WORDS));
    const shapes = [
      [rare, common],
      [rare, rare],
      [rare, common, common],
      [rare, rare, common],
      [rare],
      [common, common, rare],
    ];
    return {
      number: String(row + 1).padStart(8, '0'),
      words: (shapes[below(shapes.length)] as (() => string)[]).map((word) => word()),
    };
  };
}

/** A word of two to four syllables and a letter or two, computed from its number alone. */
function rareWord(number: number): string {
  let rest = number;
  let word = '';
  for (let syllable = 0; syllable < 2 || rest > 0; syllable++) {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word + (number % 3 === 0 ? 'S' : '');
}

/** Writes this many companies in the form of Companies House. */
export function writeCompanies(path: string, rows: number, seed: number): void {
  const make = companyMaker(seed);
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, `${HEADING}\n`);
    for (let row = 0; row < rows; ) {
      let lot = '';
      for (const end = Math.min(rows, row + LOT_ROWS); row < end; row++) lot += rowOf(make(row), row);
      writeSync(file, lot);
    }
  } finally {
    closeSync(file);
  }
}

function rowOf({ number, words }: MadeCompany, row: number): string {
  const previous = Array.from({ length: PREVIOUS_NAMES }, (_, at) =>
    at === 0 && row % 10 === 0 ? ['04/05/2012', `${words.join(' ')} OF OLD LTD`] : ['', ''],
  );
  const fields = [
    `${words.join(' ')} LIMITED`,
    number,
    ...['', '', `${(row % 200) + 1} HIGH STREET`, '', 'LONDON', '', 'ENGLAND', `N${row % 20} ${row % 9}AB`],
    ...['Private Limited Company', row % 30 === 0 ? 'Liquidation' : 'Active', 'United Kingdom', '', '01/02/2003'],
    ...['31', '3', '31/12/2026', '31/03/2025', 'MICRO ENTITY', '01/03/2017', '', '0', '0', '0', '0'],
    ...['68209 - Other letting and operating of own or leased real estate', '', '', '', '0', '0'],
    `http://business.data.gov.uk/id/company/${number}`,
    ...previous.flat(),
    ...['15/02/2027', '01/02/2026'],
  ];
  return `${fields.map((field) => `"${field}"`).join(',')}\n`;
}
