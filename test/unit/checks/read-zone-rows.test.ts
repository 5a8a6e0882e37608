import { expect, test } from 'vitest';
import { showsZone } from '../../../server/checks/read/document.ts';
import { pageOf } from '../../support/text/page.ts';

const shows = (...texts: string[]): boolean =>
  showsZone(pageOf(...texts.map((text, row): [string, number, number] => [text, 40, 40 + 40 * row])));

test.each([
  ['one row with its fillers', ['7408122F1204159UTO<<<<<<<<<<<6']],
  ['fillers read as guillemets', ['ERIKSSON««ANNA«MARIA«««««««']],
  ['two rows whose fillers became letters', ['IDFRAX4RTBPFW46ccccccccccccccc', '9007138F3002119FRAcccccccccccc6']],
])('a zone: %s', (_, texts) => expect(shows('Adresse', ...texts)).toBe(true));

test.each([
  ['print', ['Surname: ERIKSSON', 'CARTE NATIONALE D IDENTITE', 'REPUBLIQUE FRANCAISE 2019']],
  ['capitals without an end', ['BUNDESREPUBLIK DEUTSCHLAND', 'AUFENTHALTSTITEL ABC12']],
  ['one long number', ['FR7630006000011234567890189']],
  ['one arrow', ['Valid until << 2031-01-01 at the latest']],
  ['nothing', []],
])('no zone: %s', (_, texts) => expect(shows(...texts)).toBe(false));
