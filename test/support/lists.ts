import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person on the small list, as an applicant would enter their data. */
export const LISTED_PERSON = {
  first_name: 'Zdravko',
  last_name: 'Quillonez',
  dob: '1968-04-12',
  nationality: 'BG',
  passport: 'UTO7714902',
} as const;

/** A person on the small list with only a year of birth. */
export const LISTED_PERSON_BY_YEAR = { first_name: 'Perpetua', last_name: 'Wolkenbruch', year: '1975' } as const;

export const LISTED_COMPANY = {
  legal_name: 'Brackwater Nimbus Freight Ltd',
  registration_number: 'UT-0099812',
} as const;

const SMALL_LIST = `id,name,type,aliases,birth_dates,nationalities,identifiers,programs,topics,listed_at,remarks
U-1,"QUILLONEZ, Zdravko",person,"Zdravko Kilonez;The Heron",1968-04-12,BG,passport:UTO7714902,TEST-A,sanction,2020-02-03,invented
U-2,"WOLKENBRUCH, Perpetua Irmgard",person,,1975,DE;AT,,TEST-A,sanction,2021-05-06,invented
U-3,Brackwater Nimbus Freight Ltd,entity,BNF Shipping,,MT,registration:UT-0099812,TEST-B,sanction,2022-07-08,invented
U-4,"ABDULQASIM, Farouk bin Tamir",person,Faruq Abd al-Qasim,1959;1961-09,,,TEST-B,sanction,2019-10-11,invented
`;

/**
 * Writes a plain CSV list of four invented entries into `dir` and returns its path: `LISTED_PERSON`,
 * `LISTED_PERSON_BY_YEAR`, `LISTED_COMPANY` and one more. `rows` are appended, in the same columns.
 */
export function writeSmallList(dir: string, rows: readonly string[] = []): string {
  const path = join(dir, 'small-list.csv');
  writeFileSync(path, SMALL_LIST + rows.map((row) => `${row}\n`).join(''));
  return path;
}
