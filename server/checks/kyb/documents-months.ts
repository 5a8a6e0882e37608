import { isNear } from '../read/near.ts';

/** The months in English, French, German, Spanish, Italian, Dutch and Portuguese, with the usual short writings; no accents. */
const MONTHS: readonly (readonly string[])[] = [
  'january janvier januar janner enero gennaio januari janeiro jan janv ene gen',
  'february fevrier februar febrero febbraio februari fevereiro feb fev fevr',
  'march mars marz maerz marzo maart marco mar mrz mrt',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio mei maio mag',
  'june juin juni junio giugno junho jun giu',
  'july juillet juli julio luglio julho jul juil lug',
  'august aout agosto augustus aug ago',
  'september septembre septiembre settembre setembro sep sept set',
  'october octobre oktober octubre ottobre outubro oct okt ott out',
  'november novembre noviembre novembro nov',
  'december decembre dezember diciembre dicembre dezembro dec dez dic',
].map((row) => row.split(' '));
/** A shorter name with a wrong letter may be another month's: `juin` and `juni`. */
const MISREAD_FROM = 6;

/** The number of a month, 1..12, by its name in small letters without accents; with `tolerant` one letter may be wrong. 0: none. */
export function monthOf(name: string, tolerant: boolean): number {
  const exact = MONTHS.findIndex((names) => names.includes(name));
  if (exact >= 0 || !tolerant || name.length < MISREAD_FROM) return exact + 1;
  return MONTHS.findIndex((names) => names.some((known) => known.length >= MISREAD_FROM && isNear(name, known, 1))) + 1;
}
