import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { ownValue } from '../lib/own.ts';

countries.registerLocale(english);

/** Names that publishers use and the English list of ISO 3166 does not have. */
const OTHER_NAMES: Record<string, string> = {
  burma: 'MM',
  'cabo verde': 'CV',
  'cote d ivoire': 'CI',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  'korea, north': 'KP',
  'korea, south': 'KR',
  'bahamas, the': 'BS',
  'man, isle of': 'IM',
  'north macedonia, the republic of': 'MK',
  'region: crimea': 'UA',
  'region: gaza': 'PS',
  'region: west bank': 'PS',
  'west bank': 'PS',
  palestinian: 'PS',
  'british virgin islands': 'VG',
  "democratic people's republic of korea": 'KP',
  'st. kitts & nevis': 'KN',
  'st. kitts and nevis': 'KN',
  'st. vincent and the grenadines': 'VC',
  brunei: 'BN',
  laos: 'LA',
  macau: 'MO',
  moldova: 'MD',
  syria: 'SY',
  'iran (islamic republic of)': 'IR',
  'iran, islamic republic of': 'IR',
  "democratic people's republic of korea (north korea)": 'KP',
  "korea, democratic people's republic of": 'KP',
  dprk: 'KP',
  'korea, republic of': 'KR',
  'united kingdom of great britain and northern ireland': 'GB',
  'congo (democratic republic)': 'CD',
  'congo (democratic republic of the)': 'CD',
  'democratic republic of (was zaire)': 'CD',
  'occupied palestinian territories': 'PS',
  'palestinian territory, occupied': 'PS',
  'palestinian territory': 'PS',
  "people's republic of china": 'CN',
  'viet nam': 'VN',
  'china, hong kong special administrative region': 'HK',
  'hong kong sar': 'HK',
  'slovak republic': 'SK',
  'bosnia and herzegowina': 'BA',
  'united republic of tanzania': 'TZ',
  'tanzania, united republic of': 'TZ',
};

/** Answers already found: a search among all names takes 20 us, and lists name the same few countries all the time. */
const found = new Map<string, string>();
/** More than there are countries, in all their spellings; a file full of nonsense fills no memory. */
const FOUND_MAX = 4_096;

/** The ISO 3166-1 alpha-2 code of a code or an English name; a name that has none comes back as it is. */
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
