import { countryCode } from '../../datasets/countries.ts';
import type { EntityType } from '../types.ts';
import { isOtherScript } from './fill.ts';
import { afterLabel, type LabelledName } from './name-labels.ts';
import { cutAtCommas, isLegalForm } from './name-lists.ts';

const OPENING: Record<string, string> = { '(': ')', '[': ']' };
/** Initials such as `SHIG` or `CPP/NPA`. */
const SHORT_FORM = /^[\p{Lu}\d][\p{Lu}\d&./ -]{1,9}$/u;
/** Words in capitals that distinguish companies with one name. */
const NO_INITIALS = /^(?:UAE|USA|PVT|PTE|PTY|OFFSHORE|PRIVATE|GROUP|BRANCH)$/;
const SEVERAL_WORDS = /\S+\s+\S+\s+\S/;
/** States the language or script of the name next to it. */
const LANGUAGE =
  /^(?:in )?(?:original script|arabic|amharic|belarusian|chinese|dari|farsi|georgian|hebrew|japanese|korean|kurdish|pashto|persian|russian|somali|tigrinya|turkish|ukrainian|urdu)$/i;
const LANGUAGE_BEFORE = /^[^:]{4,16}:\s*/;

/** A name with brackets, split. */
export interface Bracketed {
  /** The text around the brackets. */
  outside: string;
  /** The text in the brackets, if it is one or more names of the same entry. */
  inside: (LabelledName & { isShort?: true })[];
}

/**
 * Takes the first brackets out of a name: `Nimbus (a.k.a. Cumulus)`, `Zed (乙)`, `Grey Heron Group (GHG)`, `乙 (Zed; Zett)`. Other bracketed text, as
 * in `Zed (false identity)`, is not a name; the text without it is. The exception is a single word in a company's name, such as `Nimbus (Valletta)
 * Ltd`, which distinguishes the company from others. Returns null if nothing is gained.
 */
export function openBrackets(text: string, type: EntityType): Bracketed | null {
  const found = firstBrackets(text);
  if (!found) return null;
  const { before, inside, after } = found;
  const outside = `${before} ${after}`.replace(/\s+([,.;])/g, '$1').trim();
  if (!/\p{Letter}/u.test(outside)) return null;
  const names = namesInside(inside, outside);
  if (names.length > 0) return { outside, inside: names };
  const isPart = type !== 'person' && !/\s/.test(inside) && !SHORT_FORM.test(inside) && !LANGUAGE.test(inside);
  return isPart ? null : { outside, inside: [] };
}

function namesInside(inside: string, outside: string): Bracketed['inside'] {
  const labelled = afterLabel(inside);
  if (labelled) return listOf(labelled.name).map((name) => ({ name, kind: labelled.kind }));
  if (LANGUAGE.test(inside)) return [];
  const told = inside.replace(LANGUAGE_BEFORE, (label) => (LANGUAGE.test(label.replace(/:\s*$/, '')) ? '' : label));
  if (isOtherScript(told) && !isOtherScript(outside)) return [{ name: told, kind: 'original_script' }];
  if (isOtherScript(outside) || inside.includes(';')) {
    return told.split(/;\s*/).map((part) => ({ name: withoutLanguage(part), kind: 'alias' }));
  }
  if (isShortFor(inside, outside)) return [{ name: inside, kind: 'alias', isShort: true }];
  return isInitials(outside) && SEVERAL_WORDS.test(inside) ? [{ name: inside, kind: 'alias' }] : [];
}

/** Names after a label are separated by semicolons, or by commas if each has two words. */
function listOf(text: string): string[] {
  if (text.includes(';')) return text.split(/;\s*/);
  const parts = cutAtCommas(text);
  const isList = parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part));
  return isList ? [text, ...parts] : [text];
}

function withoutLanguage(text: string): string {
  return text.replace(/\s*\(([^()]*)\)$/, (brackets, inside: string) => (LANGUAGE.test(inside) ? '' : brackets)).trim();
}

/** If all text is in capitals, a bracketed word is short for the others only if its letters occur in them in order. */
function isShortFor(text: string, long: string): boolean {
  if (!isInitials(text)) return false;
  if (/\p{Ll}/u.test(long)) return true;
  let at = -1;
  return [...text.replace(/[^\p{Letter}]/gu, '')].every((letter) => {
    at = long.indexOf(letter, at + 1);
    return at >= 0;
  });
}

/** Initials, and not a number, a country or a legal form. */
function isInitials(text: string): boolean {
  const letters = text.replace(/[^\p{Letter}\p{Number}]/gu, '');
  if (!SHORT_FORM.test(text) || letters.length < 3 || /^\d+$/.test(letters)) return false;
  return (
    !isLegalForm(text) && !NO_INITIALS.test(letters) && (letters.length < 4 || !/^[A-Z]{2}$/.test(countryCode(text)))
  );
}

/** Brackets may be nested. Brackets that are never closed do not count. */
function firstBrackets(text: string): { before: string; inside: string; after: string } | null {
  const start = text.search(/[([]/);
  const open = text[start] ?? '';
  const close = OPENING[open];
  let depth = 0;
  for (let at = start; close !== undefined && at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth > 0) continue;
    return {
      before: text.slice(0, start).trim(),
      inside: text.slice(start + 1, at).trim(),
      after: text.slice(at + 1).trim(),
    };
  }
  return null;
}
