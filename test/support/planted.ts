import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every form that a word can have in bytes: unchanged, in capitals or in lower case; in UTF-8, UTF-16, hexadecimal or
 * base64. Base64 has three forms, one for each position of the first byte in a group.
 */
export function formsOf(word: string): Buffer[] {
  return [word, word.toUpperCase(), word.toLowerCase()].flatMap((text) => {
    const bytes = Buffer.from(text);
    const encoded = [0, 1, 2].map((shift) => {
      const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
      const whole = Math.floor(shifted.length / 3) * 3;
      return shifted
        .subarray(0, whole)
        .toString('base64')
        .slice(shift === 0 ? 0 : 4);
    });
    return [
      bytes,
      Buffer.from(text, 'utf16le'),
      Buffer.from(bytes.toString('hex')),
      ...encoded.map((it) => Buffer.from(it)),
    ];
  });
}

/** Every file below a folder. */
export function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
}
