/** Reads a table of letters written as pairs of words, `а a б b ь -`: what a letter or word becomes, a hyphen for nothing. */
export function readLetters(pairs: string): Readonly<Record<string, string>> {
  const words = pairs.trim().split(/\s+/);
  const table: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < words.length; i += 2) {
    const value = words[i + 1] as string;
    table[words[i] as string] = value === '-' ? '' : value;
  }
  return table;
}
