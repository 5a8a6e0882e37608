import { expect, test } from 'vitest';
import { outputsOf, printable } from '../../../server/commands/io.ts';

function outputs(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { io: outputsOf({ stdout: stream, stderr: stream }, '/'), written };
}

test.each([
  ['a title that is set', 'Anna\u001b]0;root\u0007 Muster', 'Anna\\u001b]0;root\\u0007 Muster'],
  ['a screen that is cleared by one sign', 'Anna\u009b2J', 'Anna\\u009b2J'],
  ['a line that is written over', 'no hit\rhit   ', 'no hit\\u000dhit   '],
  ['a name that is shown from behind', 'Anna \u202enoma', 'Anna \\u202enoma'],
])('%s stays in no text for a terminal', (_what, text, shown) => {
  const { io, written } = outputs(true);
  io.out(`${text}\n`);
  io.err(`${text}\n`);
  expect(written).toEqual([`${shown}\n`, `${shown}\n`]);
});

test('lines, columns and names of every script stay as they are, and JSON says what it said', () => {
  const plain = 'name\tof list\nŁukasz Nguyễn محمد 金正恩 \u{1f600}\n';
  expect(printable(plain)).toBe(plain);
  const name = { name: 'Anna\u009b2J\u202e\u007f' };
  expect(JSON.parse(printable(JSON.stringify(name)))).toEqual(name);
});

test('progress rewrites its line on a terminal, and a file gets none of it', () => {
  const [terminal, file] = [outputs(true), outputs(false)];
  for (const { io } of [terminal, file]) io.err('\r10 of 20 \u001b[31m');
  expect([terminal.written, file.written]).toEqual([['\r10 of 20 \\u001b[31m'], []]);
});
