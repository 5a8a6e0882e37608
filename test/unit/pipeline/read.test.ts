import { expect, test } from 'vitest';
import { EngineError, type TextHint } from '../../../models/ports.ts';
import { readPicture } from '../../../server/pipeline/read.ts';
import { fakeEngines, fakeFile } from '../../support/fake-engines.ts';
import { td1Lines } from '../../support/specimens/mrz.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const DECLARED = {
  document_id: 'doc_1',
  declaredType: 'national_id',
  declaredSide: 'back',
  today: '2026-03-01',
} as const;

/** The hint that the text recogniser receives for a picture with these lines. */
async function hintFor(lines: readonly string[]): Promise<TextHint | undefined> {
  const engines = fakeEngines({});
  const { image } = await engines.image.decode(fakeFile({ lines: [...lines] }));
  let told: TextHint | undefined;
  const text: typeof engines.text = {
    read(picture, hint) {
      told = hint;
      return engines.text.read(picture, hint);
    },
  };
  await readPicture({ ...engines, text }, { ...DECLARED, image });
  return told;
}

test('the lines of a whole zone are not read again as print', async () => {
  const hint = await hintFor(td1Lines(PEOPLE.clean));
  expect(hint?.turn).toBe(0);
  expect(hint?.omitted).toHaveLength(3);
});

test('a zone whose check digits are wrong is read as print too, and so is a page without one', async () => {
  const [first = '', second = '', third = ''] = td1Lines(PEOPLE.clean);
  const wrong = [first, second.replace(/^(.{6})./, (_, before) => `${before}${second[6] === '1' ? '2' : '1'}`), third];
  expect(await hintFor(wrong)).toEqual({ turn: 0, omitted: [] });
  expect(await hintFor(['Surname', 'MILLER'])).toEqual({});
});

test('print is read while barcodes are still looked for', async () => {
  const engines = fakeEngines({});
  const { image } = await engines.image.decode(fakeFile({ lines: ['Surname', 'MILLER'] }));
  const printIsRead = Promise.withResolvers<void>();
  const text: typeof engines.text = {
    read(picture, hint) {
      printIsRead.resolve();
      return engines.text.read(picture, hint);
    },
  };
  const barcode: typeof engines.barcode = {
    read: (picture) => printIsRead.promise.then(() => engines.barcode.read(picture)),
  };
  const { words } = await readPicture({ ...engines, text, barcode }, { ...DECLARED, image });
  expect(words).toBe(2);
});

test('if the first engine leaves fields open, the second one reads too; if it cannot, the first reading counts', async () => {
  const engines = fakeEngines({});
  const { image } = await engines.image.decode(
    fakeFile({ lines: ['Surname', 'MILLER'], secondLines: ['Surname', 'MILLER', 'Given names', 'ADA'] }),
  );
  const { fields, engine } = await readPicture(engines, { ...DECLARED, image });
  expect(fields.first_name?.value).toBe('ADA');
  expect(engine?.name).toContain('fake second text');
  const broken = { read: () => Promise.reject(new EngineError('unavailable', 'no net')) };
  const alone = await readPicture({ ...engines, secondText: broken }, { ...DECLARED, image });
  expect([alone.fields.last_name?.value, alone.fields.first_name]).toEqual(['MILLER', undefined]);
  expect(alone.engine?.name).not.toContain('second');
  const defect = { read: () => Promise.reject(new TypeError('a defect')) };
  await expect(readPicture({ ...engines, secondText: defect }, { ...DECLARED, image })).rejects.toThrow('a defect');
});
