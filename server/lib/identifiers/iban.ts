import { luhn, mod97Radix10, remainderBy97, weightedSum } from './checksum.ts';
import type { Scheme } from './scheme.ts';

/**
 * The national part (BBAN) by country, in the notation of the ISO 13616-2 registry: n digits, a letters, c both, each
 * with its length. Of the registry's experimental part, only countries that publish one structure are included.
 */
const STRUCTURES = `AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n
CY8n16c CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n
GR7n16c GT4c20c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c
LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD2c18c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n
NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n
SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c
DZ22n AO21n BF2c22n BJ2c22n CF23n CG23n CI2c22n CM23n CV21n GA23n GQ23n GW2c19n IR22n KM23n MA24n MG23n ML2c22n MZ21n
NE2c22n SN2c22n TD23n TG2c22n`;

const CLASSES: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[0-9A-Z]' };

const FORMS = new Map(
  STRUCTURES.split(/\s+/).map((entry) => {
    const pattern = entry.slice(2).replace(/(\d+)([nac])/g, (_, length, type) => `${CLASSES[type]}{${length}}`);
    return [entry.slice(0, 2), new RegExp(`^${pattern}$`)];
  }),
);

/** Check digits inside the national part, for countries whose banks always use them. */
const NATIONAL: Readonly<Record<string, (bban: string) => boolean>> = {
  BE: (bban) => (remainderBy97(bban.slice(0, 10)) || 97) === Number(bban.slice(10)),
  ES: isSpanishAccount,
  ME: (bban) => remainderBy97(bban) === 1,
  NO: isNorwegianAccount,
};

/** A Spanish account (CCC): one digit over bank and branch, one over the account, weights 1, 2, 4, 8, 5, 10, 9, 7, 3, 6. */
export function isSpanishAccount(number: string): boolean {
  const digit = (ten: string) => {
    const rest = 11 - (weightedSum(ten, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
    return rest === 11 ? 0 : rest === 10 ? 1 : rest;
  };
  return number.slice(8, 10) === `${digit(`00${number.slice(0, 8)}`)}${digit(number.slice(10))}`;
}

/** A Norwegian account, modulo 11; accounts of the old postal bank begin with 0000 and have a Luhn digit. */
function isNorwegianAccount(number: string): boolean {
  if (number.startsWith('0000')) return luhn(number.slice(4));
  return weightedSum(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

function isIban(text: string): boolean {
  const country = text.slice(0, 2);
  const bban = text.slice(4);
  if (!FORMS.get(country)?.test(bban) || /^(?:00|01|99)/.test(text.slice(2))) return false;
  return mod97Radix10(bban + text.slice(0, 4)) && (NATIONAL[country]?.(bban) ?? true);
}

export const IBAN: Scheme = {
  source: 'International Bank Account Number, ISO 13616-1: ISO/IEC 7064 MOD 97-10, national structure by the registry.',
  prefix: /^IBAN/,
  form: /^[A-Z]{2}\d\d[0-9A-Z]{11,30}$/,
  check: isIban,
};
