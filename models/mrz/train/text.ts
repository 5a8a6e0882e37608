import { CHARACTERS } from '../net/shape.ts';
import type { Random } from './random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const LENGTHS = [30, 36, 44];

/** Returns one line of characters that an MRZ may hold: names, numbers, or anything, so that every character occurs often. */
export function randomLine(random: Random): string {
  const length = random.pick(LENGTHS);
  const way = random.next();
  if (way < 0.25) return fill(`${random.pick('PIVAC')}<${word(LETTERS, 3, 3, random)}${names(random)}`, length);
  if (way < 0.4) return fill(names(random), length);
  if (way < 0.6) return fill(numbers(random), length);
  return anything(length, random);
}

function names(random: Random): string {
  const first = `${word(LETTERS, 2, 10, random)}${random.chance(0.3) ? `<${word(LETTERS, 2, 8, random)}` : ''}`;
  return `${word(LETTERS, 2, 12, random)}<<${first}`;
}

function numbers(random: Random): string {
  const parts = [word(`${LETTERS}${DIGITS}`, 8, 10, random), word(DIGITS, 1, 1, random), word(LETTERS, 3, 3, random)];
  return `${parts.join('')}${word(DIGITS, 7, 7, random)}${random.pick('MF<')}${word(DIGITS, 7, 16, random)}`;
}

/** Returns mostly single characters, sometimes runs of fillers as between fields. */
function anything(length: number, random: Random): string {
  let line = '';
  while (line.length < length)
    line += random.chance(0.06) ? '<'.repeat(1 + Math.floor(random.next() * 4)) : random.pick(CHARACTERS);
  return line.slice(0, length);
}

function word(of: string, from: number, to: number, random: Random): string {
  const length = Math.floor(random.between(from, to + 1));
  return Array.from({ length }, () => random.pick(of)).join('');
}

function fill(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}
