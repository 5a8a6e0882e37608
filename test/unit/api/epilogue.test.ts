import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { dropEpilogue } from '../../../server/api/epilogue.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

/** The pieces of a form: its boundary is `bo`, and many pieces almost end it. */
const PIECES = ['\r\n', '--', 'bo', 'b', '\r', '-', '--bo--', '\r\n--bo--', '\r\n--bo', 'x', '\r\n--b'];
const END = '\r\n--bo--';
const FORMS = 5_000;

/** What the parser receives from a form that arrives in pieces of `lengthOf` bytes. */
function parsed(form: string, lengthOf: () => number): string {
  const taken: Buffer[] = [];
  const parser = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk);
      done();
    },
  });
  dropEpilogue(parser, 'multipart/form-data; boundary="bo"');
  const bytes = Buffer.from(form);
  for (let at = 0, length = 0; at < bytes.length; at += length) {
    length = lengthOf();
    parser.write(bytes.subarray(at, at + length));
  }
  return Buffer.concat(taken).toString();
}

test('a form ends with its last boundary, wherever the pieces are cut in which it comes', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let ended = 0;
  for (let i = 0; i < FORMS; i++) {
    const form = Array.from({ length: below(14) }, () => PIECES[below(PIECES.length)]).join('');
    // A form may begin with its end, so a line break is assumed before the form.
    const end = `\r\n${form}`.indexOf(END);
    const whole = end < 0 ? form : form.slice(0, end - 2 + END.length);
    if (whole !== form) ended += 1;
    expect(
      parsed(form, () => 1 + below(12)),
      `seed ${seed}: ${JSON.stringify(form)}`,
    ).toBe(whole);
  }
  expect(ended).toBeGreaterThan(FORMS / 4);
});
