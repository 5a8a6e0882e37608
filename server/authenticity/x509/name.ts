import countries from 'i18n-iso-countries/index.js';
import { childrenOf, type Der, fieldsOf, TAG } from '../der/reader.ts';
import { oidOf } from '../der/values.ts';

/** A distinguished name. */
export interface Name {
  /** As encoded. Compare keys, not names: names of the field differ in spelling from certificate to certificate. */
  raw: Uint8Array;
  /** For people to read, such as `C=UT, O=Ministry, CN=Signer 1`. */
  text: string;
  /** ISO 3166-1 alpha-2 in capitals, or what stands in its place; null if there is none. */
  country: string | null;
}

const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
};

const TEXT_CHARS_MAX = 256;

/** Reads a Name (RFC 5280, 4.1.2.4). Throws `malformed`. */
export function readName(element: Der): Name {
  const parts = childrenOf(element).flatMap((set) =>
    childrenOf(set).map((pair) => {
      const fields = fieldsOf(pair);
      const oid = oidOf(fields.take(TAG.oid));
      return { type: SHORT[oid] ?? oid, value: textOf(fields.any()) };
    }),
  );
  const country = parts.find(({ type }) => type === 'C')?.value ?? null;
  return {
    raw: element.raw,
    text: parts
      .map(({ type, value }) => `${type}=${value}`)
      .join(', ')
      .slice(0, TEXT_CHARS_MAX),
    country: country && toCountry(country),
  };
}

/** Signers of the field also write small letters, blanks and three letters. */
function toCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{2,3}$/.test(code)) return null;
  return code.length === 3 ? (countries.alpha3ToAlpha2(code) ?? code) : code;
}

const BMP_STRING = 0x1e;

/** The text of a string type; the string types of one byte a character are read as UTF-8. */
function textOf({ tag, content }: Der): string {
  if (tag !== BMP_STRING || content.length % 2 === 1) return Buffer.from(content).toString('utf8');
  return Buffer.from(content).swap16().toString('utf16le');
}
