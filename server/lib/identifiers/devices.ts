import { luhn, weightedSum } from './checksum.ts';
import { readCodes } from './codes.ts';
import { mod37And36 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';

/** Mobile country codes of ITU-T E.212, from-until or one alone. */
const MOBILE_COUNTRIES = readCodes(`
001 202 204 206 208 212-214 216 218-222 225-226 228 230-232 234-235 238 240 242 244 246-248 250
255 257 259 260 262 266 268 270 272 274 276 278 280 282-284 286 288-290 292-295 297 302 308 310-316 330 332 334 338 340 342
344 346 348 350 352 354 356 358 360 362-366 368 370 372 374 376 400-402 404-406 410 412-432 434-438 440-441 450 452 454-457
460-461 466-467 470 472 502 505 510 514-515 520 525 528 530 536-537 539-555 602-659 702 704 706 708 710 712 714 716 722 724
730 732 734 736 738 740 742 744 746 748 750 901-902`);

const HEXADECIMAL = '0123456789ABCDEF';

/** 14 hexadecimal or 18 decimal characters, perhaps with a Luhn digit over the same alphabet. */
function isMeid(text: string): boolean {
  if (text.length === 19) return luhn(text);
  if (text.length === 15) return luhn(text, /^\d+$/.test(text) ? '0123456789' : HEXADECIMAL);
  return true;
}

/** The letters of a container's number count 10 up, multiples of 11 left out. */
const CONTAINER_VALUES = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';

function isContainer(text: string): boolean {
  const sum = [...text.slice(0, 10)].reduce((total, character, place) => {
    return total + CONTAINER_VALUES.indexOf(character) * 2 ** place;
  }, 0);
  return (sum % 11) % 10 === Number(text.at(-1));
}

/** A European energy market participant's code: weights 16 to 2, modulo 37; a dash may not check. */
function isEic(text: string): boolean {
  const sum = [...text.slice(0, 15)].reduce((total, character, place) => {
    return total + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'.indexOf(character) * (16 - place);
  }, 0);
  return '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[36 - ((sum + 36) % 37)] === text.at(-1);
}

/** Telephones, network devices, containers, metering points, recordings. */
export const DEVICES: SchemeTable = {
  imei: {
    source:
      'International Mobile Equipment Identity, 3GPP TS 23.003: 14 digits, Luhn; IMEISV has 16 and no check digit.',
    form: /^(?:\d{14,15}|\d{16})$/,
    check: (text) => text.length !== 15 || luhn(text),
  },
  imsi: {
    formOnly: true,
    source: 'International Mobile Subscription Identity, ITU-T E.212: up to 15 digits from the mobile country code.',
    form: /^\d{14,15}$/,
    check: (text) => MOBILE_COUNTRIES.has(text.slice(0, 3)),
  },
  meid: {
    source: 'Mobile Equipment Identifier, 3GPP2 S.R0048.',
    form: /^(?:\d{18,19}|[0-9A-F]{14,15})$/,
    check: isMeid,
  },
  mac: {
    source: 'MAC address, IEEE 802: six bytes divided by colons or dashes.',
    written: /^[0-9A-F]{1,2}(?:([:-])[0-9A-F]{1,2})(?:\1[0-9A-F]{1,2}){4}$/,
    form: /^[0-9A-F]{6,12}$/,
  },
  iso6346: {
    source: 'Freight container, ISO 6346: owner, category U, J, Z or R, serial number, check digit modulo 11.',
    form: /^[A-Z]{3}[UJZR]\d{7}$/,
    check: isContainer,
  },
  'eu.eic': {
    source: 'Energy Identification Code, ENTSO-E reference manual.',
    separators: /\s/g,
    form: /^\d\d[0-9A-Z][0-9A-Z-]{12}[0-9A-Z]$/,
    check: isEic,
  },
  'eu.ecnumber': {
    source: 'European Community number of a substance: weights 1 to 6, modulo 11.',
    separators: /[\s-]/g,
    written: /^\d{3}-?\d{3}-?\d$/,
    form: /^\d{7}$/,
    check: (text) => weightedSum(text, [1, 2, 3, 4, 5, 6]) % 11 === Number(text[6]),
  },
  grid: {
    source: 'Global Release Identifier, IFPI GRid standard 2.1: A1, then ISO/IEC 7064 MOD 37,36.',
    prefix: /^GRID/,
    form: /^A1[0-9A-Z]{16}$/,
    check: mod37And36,
  },
};
