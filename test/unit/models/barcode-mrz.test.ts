import { expect, test } from 'vitest';
import { mrzInPayload } from '../../../models/barcode/mrz.ts';
import { td1Lines, td3Lines } from '../../support/specimens/mrz.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const TODAY = '2026-03-01';
const TD1 = td1Lines(PEOPLE.clean);
const TD3 = td3Lines(PEOPLE.clean);

test.each([
  ['three lines', TD1.join('\n')],
  ['three lines of another system', TD1.join('\r\n')],
  ['lines in one', TD1.join('')],
  ['lines after what the issuer wrote', `CARD 7\n${TD1.join('\n')}\nEND`],
  ['two lines', TD3.join('\n')],
  ['two lines in one', TD3.join('')],
])('a zone is found: %s', (_, text) => {
  expect(mrzInPayload(text, TODAY)).toMatchObject({
    valid: true,
    last_name: 'LEMARCHAL',
    date_of_birth: PEOPLE.clean.dob,
    document_number: PEOPLE.clean.documentNumber,
  });
});

test.each([
  ['nothing', ''],
  ['an address of the web', 'https://example.org/card/1'],
  ['a wrong check digit', TD1.join('\n').replace('K7412853L', 'K7412858L')],
  ['a line that is missing', TD1.slice(0, 2).join('\n')],
  ['more than any issuer writes', `${'\n'.repeat(3_000)}${TD1.join('\n')}`],
])('no zone: %s', (_, text) => {
  expect(mrzInPayload(text, TODAY)).toBeNull();
});
