/** A part of a text cut at commas that is only the legal form of the name before. */
const LEGAL_FORM =
  /^(?:ltd|limited|inc|llc|l\.l\.c|co|corp|s\.?a|s\.?r\.?l|a\.?g|gmbh|plc|b\.?v|jsc|ojsc|pjsc|ooo|oao|ao|zao|pao|оао|ооо|ао|зао|пао)\.?$/i;
const OPENING = '«“„';
const CLOSING = '»”';

/** Whether a text is only a legal form, such as `LLC`. */
export function isLegalForm(text: string): boolean {
  return LEGAL_FORM.test(text);
}

/** Returns the names of a text separated by commas. Commas in quotation marks and before a legal form separate nothing. */
export function cutAtCommas(text: string): string[] {
  const names: string[] = [];
  for (const part of outsideQuotes(text)) {
    const last = names.at(-1);
    if (last !== undefined && isLegalForm(part)) names[names.length - 1] = `${last}, ${part}`;
    else if (part !== '') names.push(part);
  }
  return names;
}

function outsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let [from, depth, straight] = [0, 0, false];
  for (const [at, sign] of [...text].entries()) {
    if (sign === '"') straight = !straight;
    else if (OPENING.includes(sign)) depth += 1;
    else if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
    else if (/[,،]/.test(sign) && depth === 0 && !straight) {
      parts.push([...text].slice(from, at).join(''));
      from = at + 1;
    }
  }
  // A mark that is never closed does not count, so every comma separates.
  if (depth > 0 || straight) return text.split(/[,،]/).map((part) => part.trim());
  return [...parts, [...text].slice(from).join('')].map((part) => part.trim());
}

/** Returns the names that a text lists: `A; B`, `A / B`, `One A or One B`. Empty if it is one name. */
export function divide(text: string): string[] {
  if (/[([]/.test(text)) return [];
  const outer = text.split(/;\s*|\s+\/\s+|\s[a-z]\)\s/).filter((part) => part.trim() !== '');
  const names = outer.flatMap((part) => {
    const inner = part.split(/\/| or /);
    return inner.every((name) => /\S\s+\S/.test(name.trim())) ? inner : [part];
  });
  return names.length > 1 ? names.map((name) => name.trim()) : [];
}
