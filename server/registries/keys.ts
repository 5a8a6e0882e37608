/** How companies are identified across registers: a key is the same text wherever the same number is meant. */

const GB_NUMBER_CHARS = 8;
/** Greece's VAT numbers begin with EL. */
const VAT_PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' };

/**
 * Returns the key of a company by its number in the register of its country (ISO 3166-1 alpha-2): `GB:01234567`. It has only capitals, letters and
 * digits. Leading zeros of a number, also after its letters, are dropped (`HRB 00123` is `HRB 123`, `5520176` is the SIREN `005520176`). A number of
 * the United Kingdom is written with eight characters (`SC123` as `SC000123`). Null if nothing is left.
 */
export function companyKey(country: string, number: string): string | null {
  const folded = stripZeros(fold(number));
  if (folded === '') return null;
  return `${country.toUpperCase()}:${country.toUpperCase() === 'GB' ? padded(folded) : folded}`;
}

/** Returns the key of a Legal Entity Identifier (ISO 17442), `LEI:` and its 20 characters. Null if it has another length. */
export function leiKey(lei: string): string | null {
  const folded = fold(lei);
  return folded.length === 20 ? `LEI:${folded}` : null;
}

/**
 * Returns the key of a country's tax or VAT number, `TAX:FR:40303265045`. It is made like `companyKey`, and the country's letters
 * before the number are dropped (`FR40303265045`, `EL` for Greece). Null if nothing is left.
 */
export function taxKey(country: string, number: string): string | null {
  const code = country.toUpperCase();
  const whole = fold(number);
  const prefix = [code, VAT_PREFIXES[code]].find((each) => each !== undefined && whole.startsWith(each));
  const folded = stripZeros(prefix === undefined ? whole : whole.slice(prefix.length));
  return folded === '' ? null : `TAX:${code}:${folded}`;
}

/**
 * Returns the key of a number that a register assigns itself and that is no country's, such as the `recordId` of a BODS
 * statement: `ID:<register>:<number>`.
 * @param scope whose numbers they are (the format's id), so that no other's are the same
 */
export function recordKey(scope: string, number: string): string {
  return `ID:${scope}:${number}`;
}

function fold(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]+/g, '');
}

/** `00123` is `123`, `HRB00123` is `HRB123`, `000` is `0`. */
function stripZeros(folded: string): string {
  return folded.replace(/^([A-Z]*)0+(?=\d)/, '$1');
}

function padded(folded: string): string {
  const letters = /^[A-Z]*/.exec(folded)?.[0] ?? '';
  return letters + folded.slice(letters.length).padStart(GB_NUMBER_CHARS - letters.length, '0');
}
