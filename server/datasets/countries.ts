import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { ownValue } from '../lib/own.ts';

countries.registerLocale(english);

/** Names that publishers use and the English list of ISO 3166 does not have. */
const NAMES_BY_CODE: Readonly<Record<string, readonly string[]>> = {
  MM: ['burma'],
  CV: ['cabo verde'],
  CI: ['cote d ivoire'],
  CD: [
    'congo, democratic republic of the',
    'congo (democratic republic)',
    'congo (democratic republic of the)',
    'democratic republic of (was zaire)',
  ],
  CG: ['congo, republic of the'],
  KP: [
    'korea, north',
    "democratic people's republic of korea",
    "democratic people's republic of korea (north korea)",
    "korea, democratic people's republic of",
    'dprk',
  ],
  KR: ['korea, south', 'korea, republic of'],
  BS: ['bahamas, the'],
  IM: ['man, isle of'],
  MK: ['north macedonia, the republic of'],
  UA: ['region: crimea'],
  PS: [
    'region: gaza',
    'region: west bank',
    'west bank',
    'palestinian',
    'occupied palestinian territories',
    'palestinian territory, occupied',
    'palestinian territory',
  ],
  VG: ['british virgin islands'],
  KN: ['st. kitts & nevis', 'st. kitts and nevis'],
  VC: ['st. vincent and the grenadines'],
  BN: ['brunei'],
  LA: ['laos'],
  MO: ['macau'],
  MD: ['moldova'],
  SY: ['syria'],
  IR: ['iran (islamic republic of)', 'iran, islamic republic of'],
  GB: ['united kingdom of great britain and northern ireland'],
  CN: ["people's republic of china"],
  VN: ['viet nam'],
  HK: ['china, hong kong special administrative region', 'hong kong sar'],
  SK: ['slovak republic'],
  BA: ['bosnia and herzegowina'],
  TZ: ['united republic of tanzania', 'tanzania, united republic of'],
};
const OTHER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NAMES_BY_CODE).flatMap(([code, names]) => names.map((name) => [name, code])),
);

/** A cache of answers: a search of all names takes 20 us, and lists repeat the same few countries. */
const found = new Map<string, string>();
/** More than there are countries, in all their spellings, so that a file of nonsense does not fill the memory. */
const FOUND_MAX = 4_096;

/** Returns the ISO 3166-1 alpha-2 code of a code or an English name. A name without one is returned unchanged. */
export function countryCode(text: string): string {
  const trimmed = text.trim();
  const known = found.get(trimmed);
  if (known !== undefined) return known;
  const code = findCode(trimmed);
  if (found.size < FOUND_MAX) found.set(trimmed, code);
  return code;
}

function findCode(trimmed: string): string {
  if (/^[A-Za-z]{2}$/.test(trimmed)) return trimmed.toUpperCase();
  if (/^[A-Z]{3}$/.test(trimmed)) return countries.alpha3ToAlpha2(trimmed) ?? trimmed;
  return ownValue(OTHER_NAMES, trimmed.toLowerCase()) ?? countries.getSimpleAlpha2Code(trimmed, 'en') ?? trimmed;
}
