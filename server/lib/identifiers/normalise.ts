import { ownValue } from '../own.ts';
import { foldText } from './scheme.ts';
import { schemeKind, schemeOf } from './validate.ts';

/** Characters of a label before its number: `INN: `, `Passport No. `, `IMO#`. */
const LABEL = /^[\p{L}][\p{L} .]*?(?:\bNO\.?|\bNUMBER|[:#№])+[\s:.#]*(?=\S)/u;

/**
 * The comparable form of a number: capitals, digits of any script as ASCII, without separators and without the label that some
 * publishers write before it (`IMO 9187629`, `INN: 7707083893`); leading zeros that a list lost are put back where the kind
 * has a fixed length. Addresses in Bitcoin keep small letters. It does not ask whether the number is valid.
 */
export function normaliseIdentifier(kind: string, value: string): string {
  const scheme = schemeOf(kind);
  const folded = foldText(value);
  if (scheme?.caseCounts) return folded.replace(/\s/g, '');
  const upper = withoutLabel(kind, folded.toUpperCase());
  const bare = upper.replace(/[^\p{L}\p{N}*@+]+/gu, '');
  return /^\d+$/.test(bare) ? bare.padStart(padTo(kind), '0') : bare;
}

/** Lengths of numbers that lists keep as numerals, and so without their leading zeros. */
const LENGTHS: Readonly<Record<string, number>> = { 'br.cpf': 11, 'br.cnpj': 14, imo: 7 };

function padTo(kind: string): number {
  return ownValue(LENGTHS, schemeKind(kind)) ?? 0;
}

function withoutLabel(kind: string, text: string): string {
  const unlabelled = text.replace(LABEL, '');
  const own = (schemeKind(kind).split('.').at(-1) ?? '').toUpperCase();
  return own.length < 3 ? unlabelled : unlabelled.replace(new RegExp(`^${own}(?:[\\s:.#-]+|(?=\\d))(?=.{4})`), '');
}
