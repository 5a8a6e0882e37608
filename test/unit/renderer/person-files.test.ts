import { describe, expect, it, vi } from 'vitest';
import { COMPANY_DOCUMENT_TYPES as APPLIANCE_COMPANY_TYPES } from '../../../server/checks/kyb/types.ts';
import { documentTypeSchema } from '../../../server/contract/documents.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();

const { checkFile, FILE_BYTES_MAX, FILES_MAX } = await import('../../../renderer/parts/files/media.ts');
const { appendFiles, canSend, createPersonFiles, faultOf, PERSON_DOCUMENT_TYPES } = await import(
  '../../../renderer/parts/files/person-files.ts'
);
const { COMPANY_DOCUMENT_TYPES } = await import('../../../renderer/parts/files/company-documents.ts');

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const picture = (name: string, bytes: number[] = JPEG): File => new File([Uint8Array.from(bytes)], name);

/** Answers the check of each file by its name, when the test says so. */
function appliance(answers: Readonly<Record<string, object>>) {
  const asked: { name: string; consent: string; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: FormData }) => {
    const { name } = body.get('documents[]') as File;
    const said = { type: 'unknown', side: null, pages: 1, turn: 0, findings: [], ...answers[name] };
    const status = 'code' in said ? 400 : 200;
    return new Promise((resolve) => {
      const answer = () => resolve(new Response(JSON.stringify(said), { status }));
      asked.push({ name, consent: String(body.get('consent')), answer });
      if (!('wait' in said)) answer();
    });
  });
  return asked;
}

describe('what the console says of files before they are sent', () => {
  it('is what the appliance would', async () => {
    expect([FILE_BYTES_MAX, FILES_MAX]).toEqual([LIMITS.fileSizeBytesMax, LIMITS.filesMax]);
    expect([...PERSON_DOCUMENT_TYPES].sort()).toEqual([...documentTypeSchema.options].sort());
    expect([...COMPANY_DOCUMENT_TYPES].sort()).toEqual([...APPLIANCE_COMPANY_TYPES].sort());
    const pdf = [...new TextEncoder().encode('%PDF-1.7')];
    expect(await checkFile(picture('a.bin'))).toBe('image/jpeg');
    expect(await checkFile(picture('a.jpg', pdf))).toBe('application/pdf');
    expect(await checkFile(picture('a.jpg', [0x89, 0x50, 0x4e, 0x47, 13]))).toBe('image/png');
    expect(await checkFile(picture('a.jpg', [0, 0, 0, 24, 102, 116, 121, 112]))).toBe('unsupported_file_type');
    const startingWith = (start: string) => checkFile(picture('a.jpg', [...Buffer.from(start, 'latin1')]));
    expect(await startingWith('RIFF\n\0\0\0WEBPVP8 ')).toBe('image/webp');
    expect(await startingWith('RIFF\n\0\0\0WAVEfmt ')).toBe('unsupported_file_type');
    for (const start of ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']) expect(await startingWith(start)).toBe('image/tiff');
    for (const brand of ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'])
      expect(await startingWith(`\0\0\0\x18ftyp${brand}`)).toBe('heic_unsupported');
    expect(await startingWith('\0\0\0\x18ftypisom')).toBe('unsupported_file_type');
    expect(await checkFile(picture('a.jpg', []))).toBe('unreadable_file');
    const large = Object.defineProperty(picture('a.jpg'), 'size', { value: FILE_BYTES_MAX + 1 });
    expect(await checkFile(large)).toBe('file_too_large');
  });
});

describe('the files of a person', () => {
  it('are looked at one after the other, and take what they are guessed to be', async () => {
    const asked = appliance({ 'a.jpg': { type: 'national_id', side: 'back' }, 'b.jpg': { type: 'selfie' } });
    const files = createPersonFiles(() => false);
    await files.add([picture('a.jpg'), picture('b.jpg'), picture('c.jpg')]);
    await files.settled();
    expect(files.list.value.map(({ type, side }) => [type, side])).toEqual([
      ['national_id', 'back'],
      ['selfie', null],
      [null, null],
    ]);
    expect(asked.map(({ name, consent }) => [name, consent])).toEqual([
      ['a.jpg', 'false'],
      ['b.jpg', 'false'],
      ['c.jpg', 'false'],
    ]);
  });

  it('without consent the one picture of which nothing is known, beside an identity document, is taken for the selfie', async () => {
    appliance({ 'a.jpg': { type: 'national_id', side: 'front' }, 'b.jpg': { type: 'national_id', side: 'back' } });
    const typesOf = async (consent: boolean, ...names: string[]) => {
      const files = createPersonFiles(() => consent);
      await files.add(names.map((name) => picture(name)));
      await files.settled();
      return { types: files.list.value.map(({ type }) => type), start: canSend(files.list.value) };
    };
    const three = ['national_id', 'national_id', 'selfie'];
    expect(await typesOf(false, 'a.jpg', 'b.jpg', 'c.jpg')).toEqual({ types: three, start: true });
    // With consent the appliance searched for a face and found none.
    expect((await typesOf(true, 'a.jpg', 'b.jpg', 'c.jpg')).start).toBe(false);
    expect(await typesOf(false, 'c.jpg')).toEqual({ types: [null], start: false });
    expect((await typesOf(false, 'a.jpg', 'c.jpg', 'd.jpg')).types).toEqual(['national_id', null, null]);
  });

  it('keep what a person said of them, also where another picture takes their place', async () => {
    appliance({ 'a.jpg': { type: 'passport' }, 'b.jpg': { type: 'selfie' } });
    const files = createPersonFiles(() => true);
    await files.add([picture('a.jpg')]);
    const [{ key } = { key: '' }] = files.list.value;
    files.choose(key, { type: 'residence_permit', side: 'front' });
    await files.settled();
    await files.replace(key, picture('b.jpg'));
    await files.settled();
    expect(files.list.value).toMatchObject([{ type: 'residence_permit', side: 'front', look: { type: 'selfie' } }]);
    files.choose(key, { type: 'selfie', side: 'front' });
    expect(files.list.value[0]?.side).toBeNull();
  });

  it('drop what was seen of a picture that was replaced meanwhile', async () => {
    const asked = appliance({ 'slow.jpg': { type: 'passport', wait: true }, 'new.jpg': { type: 'national_id' } });
    const files = createPersonFiles(() => false);
    await files.add([picture('slow.jpg')]);
    await files.replace(files.list.value[0]?.key ?? '', picture('new.jpg'));
    asked[0]?.answer();
    await files.settled();
    expect(files.list.value).toMatchObject([{ type: 'national_id', file: { name: 'new.jpg' } }]);
  });

  it('are looked at again with consent where they were not recognised', async () => {
    let consent = false;
    const asked = appliance({ 'a.jpg': {}, 'b.jpg': { type: 'passport' } });
    const files = createPersonFiles(() => consent);
    await files.add([picture('a.jpg'), picture('b.jpg')]);
    await files.settled();
    consent = true;
    files.lookAgain();
    await files.settled();
    expect(asked.slice(2).map(({ name, consent: said }) => [name, said])).toEqual([['a.jpg', 'true']]);
  });

  it('tell what cannot be sent: of another type, too many, of several pages, or refused by the appliance', async () => {
    const refusal = { code: 'pdf_encrypted', message: 'documents[0] is encrypted.', document_index: 0 };
    appliance({
      'pages.pdf': { pages: 3 },
      'locked.pdf': { code: 'pdf_encrypted', detail: '', errors: [refusal] },
      'busy.jpg': { code: 'rate_limited', detail: '', errors: [] },
    });
    const files = createPersonFiles(() => false);
    await files.add([
      picture('letter.txt', [72, 105]),
      picture('pages.pdf'),
      picture('locked.pdf'),
      picture('busy.jpg'),
    ]);
    await files.settled();
    expect(files.refused.value).toEqual([{ name: 'letter.txt', code: 'unsupported_file_type' }]);
    expect(files.list.value.map((one) => faultOf(one)?.code)).toEqual(['pdf_page_count', 'pdf_encrypted', undefined]);
    expect(files.list.value[2]?.look).toBe('not_looked');
    await files.add(Array.from({ length: 8 }, (_, i) => picture(`${i}.jpg`)));
    expect(files.refused.value).toEqual([{ name: '7.jpg', code: 'too_many_documents' }]);
    files.mark(new Map([[4, { code: 'unreadable_file', message: '' }]]));
    expect(files.list.value[4]?.fault?.code).toBe('unreadable_file');
    await files.settled();
  });

  it('go with their description in their order', async () => {
    appliance({ 'a.jpg': { type: 'national_id', side: 'front' } });
    const files = createPersonFiles(() => false);
    await files.add([picture('a.jpg')]);
    await files.add([picture('me.jpg')], { type: 'selfie', side: null });
    await files.settled();
    const form = new FormData();
    appendFiles(form, files.list.value);
    expect(JSON.parse(String(form.get('documents_meta')))).toEqual({
      items: [
        { name: 'a.jpg', type: 'national_id', side: 'front' },
        { name: 'me.jpg', type: 'selfie' },
      ],
    });
    expect(form.getAll('documents[]').map((file) => (file as File).name)).toEqual(['a.jpg', 'me.jpg']);
  });
});

it('a PDF of two pages is sent to be split, of an identity document alone', async () => {
  appliance({
    'both.pdf': { type: 'national_id', side: 'front', pages: 2 },
    'three.pdf': { type: 'passport', pages: 3 },
  });
  const files = createPersonFiles(() => false);
  await files.add([picture('both.pdf')]);
  await files.settled();
  const [{ key } = { key: '' }] = files.list.value;
  const told = () => [canSend(files.list.value), files.list.value.map((one) => faultOf(one)?.code)];
  expect(told()).toEqual([true, [undefined]]);
  const form = new FormData();
  appendFiles(form, files.list.value);
  expect(JSON.parse(String(form.get('documents_meta'))).items).toEqual([
    { name: 'both.pdf', type: 'national_id', side: 'front', split: true },
  ]);
  for (const type of ['proof_of_address', 'selfie', 'other'] as const) {
    files.choose(key, { type, side: null });
    expect(told(), type).toEqual([false, ['pdf_page_count']]);
  }
  files.choose(key, { type: null, side: null });
  expect(told()).toEqual([false, [undefined]]);
  await files.add([picture('three.pdf')]);
  await files.settled();
  files.choose(key, { type: 'passport', side: null });
  expect(told()).toEqual([false, [undefined, 'pdf_page_count']]);
});

it('files can be sent once each has a type and none a fault', () => {
  const passport = { type: 'passport', look: 'not_looked', fault: null } as const;
  expect(canSend([])).toBe(false);
  expect(canSend([passport])).toBe(true);
  expect(canSend([passport, { ...passport, type: null }])).toBe(false);
  expect(canSend([passport, { ...passport, fault: { code: 'pdf_page_count', message: '' } }])).toBe(false);
});
