import { describe, expect, test } from 'vitest';
import type { EngineFailure, Engines } from '../../../models/ports.ts';
import { EngineError } from '../../../models/ports.ts';
import type { Company, CompanyDocumentReading, KybResults, RegistryRecord } from '../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { documentsStep } from '../../../server/pipeline/kyb/documents.ts';
import { readStep } from '../../../server/pipeline/kyb/read.ts';
import type { KybStepContext } from '../../../server/pipeline/kyb/step.ts';
import type { CompanyDocument } from '../../../server/verifications/types.ts';
import { fakeEngines, fakeFile } from '../../support/fake-engines.ts';

const PAGE = ['Novatrade Asia Limited', 'x'.repeat(100)];

interface File {
  bytes: Buffer;
  mediaType: CompanyDocument['mediaType'];
}
const pdf = (content: Parameters<typeof fakeFile>[0]): File => ({
  bytes: fakeFile(content, 'pdf'),
  mediaType: 'application/pdf',
});
const jpeg = (content: Parameters<typeof fakeFile>[0]): File => ({ bytes: fakeFile(content), mediaType: 'image/jpeg' });

/** What the context was told could not be read. */
type Unread = [verification: string, document: string, failure: EngineFailure][];

function contextOf(files: File[], engines: Engines = fakeEngines(), unread: Unread = []): KybStepContext {
  const documents = files.map(({ mediaType }, at) => ({ id: `doc_${at}`, mediaType, type: 'other', descriptor: null }));
  const readFile = async (id: string): Promise<Buffer> => files[Number(id.slice(4))]?.bytes ?? Buffer.alloc(0);
  const onUnread = (verification: string, document: string, { failure }: EngineError): void =>
    void unread.push([verification, document, failure]);
  const verification = { id: 'kyb_1', documents };
  return { verification, results: {}, engines, readFile, onUnread, policy: POLICY_V1 } as unknown as KybStepContext;
}

async function readOf(...args: Parameters<typeof contextOf>): Promise<CompanyDocumentReading[]> {
  return (await readStep.run(contextOf(...args))).documents;
}

describe('reading', () => {
  test('a PDF with text of its own is read without a picture', async () => {
    const calls: string[] = [];
    const engines = fakeEngines({ before: (call) => void calls.push(call) });
    expect(await readOf([pdf({ ownText: [PAGE] })], engines)).toEqual([
      {
        document_id: 'doc_0',
        decoded: true,
        pages: 1,
        unread_pages: 0,
        source: 'text',
        lines: PAGE,
        picture_lines: 0,
        text_confidence: 1,
        engine: null,
      },
    ]);
    expect(calls).toEqual(['pdf']);
  });

  test('a picture is decoded and read', async () => {
    const [reading] = await readOf([jpeg({ lines: ['Novatrade Asia'] })]);
    expect(reading).toMatchObject({
      decoded: true,
      source: 'picture',
      lines: ['Novatrade Asia'],
      text_confidence: 0.95,
    });
    expect(reading?.engine).toMatchObject({ name: 'fake text' });
  });

  test('pages of a PDF without text are read from their pictures, those with little text as well', async () => {
    const [reading] = await readOf([pdf({ pages: 3, ownText: [PAGE, ['Page 2 of 3']], lines: ['scanned'] })]);
    expect(reading).toMatchObject({ pages: 3, unread_pages: 0, source: 'picture' });
    expect(reading?.lines).toEqual([...PAGE, 'Page 2 of 3', 'scanned', 'scanned']);
    expect(reading?.picture_lines).toBe(2);
    expect(reading?.text_confidence).toBeGreaterThan(0.95);
    expect(reading?.text_confidence).toBeLessThan(1);
  });

  test('only five pictures of one file are read, and twenty pages', async () => {
    const [scan, long] = await readOf([
      pdf({ pages: 9, lines: ['scanned'] }),
      pdf({ pages: 25, ownText: Array(25).fill(PAGE) }),
    ]);
    expect(scan).toMatchObject({ pages: 9, unread_pages: 4, lines: Array(5).fill('scanned') });
    expect(long).toMatchObject({ pages: 25, unread_pages: 5, source: 'text' });
    expect(long?.lines.length).toBe(20 * PAGE.length);
  });

  test('what a picture holds more than a page of print is left out', async () => {
    const [reading] = await readOf([jpeg({ lines: ['x'.repeat(29_000), 'y'.repeat(2_000), 'z'] })]);
    expect(reading?.lines.map((line) => line[0])).toEqual(['x']);
  });

  test.each([
    ['damaged picture', jpeg({ undecodable: true })],
    ['damaged PDF', pdf({ undecodable: true })],
    ['PDF with a password', pdf({ encrypted: true })],
  ])('a %s gives nothing, and the other file is read', async (_, file) => {
    const [bad, good] = await readOf([file, pdf({ ownText: [PAGE] })]);
    expect(bad).toMatchObject({ decoded: false, source: null, lines: [] });
    expect(good).toMatchObject({ decoded: true, lines: PAGE });
  });

  test('what was read before is kept, and only the new file is read', async () => {
    const files = [pdf({ ownText: [PAGE] }), jpeg({ lines: ['second'] })];
    const [first] = await readOf(files.slice(0, 1));
    const opened: string[] = [];
    const results: KybResults = { read: { documents: first ? [first] : [] } };
    const context = { ...contextOf(files, fakeEngines({ before: (call) => void opened.push(call) })), results };
    expect(readStep.isDone?.(context)).toBe(false);
    const read = await readStep.run(context);
    expect(read.documents.map(({ document_id }) => document_id)).toEqual(['doc_0', 'doc_1']);
    expect(opened).toEqual(['image', 'text']);
    expect(readStep.isDone?.({ ...context, results: { read } })).toBe(true);
  });
});

describe('engines that fail', () => {
  /** Each call of the PDF engine fails, for at most `times` calls. */
  function failing(failure: EngineFailure, times = Infinity): Engines {
    let left = times;
    return fakeEngines({
      before: (call) => {
        if (call === 'pdf' && left-- > 0) throw new EngineError(failure, 'as the test asked for');
      },
    });
  }

  test.each(['timeout', 'crashed'] as const)(
    'a %s is tried again once, and then the file is to blame',
    async (failure) => {
      const files = [pdf({ ownText: [PAGE] }), jpeg({ lines: ['other'] })];
      expect((await readOf(files, failing(failure, 1)))[0]).toMatchObject({ decoded: true });
      const unread: Unread = [];
      const [bad, good] = await readOf(files, failing(failure), unread);
      expect(bad).toMatchObject({ decoded: false });
      expect(good).toMatchObject({ decoded: true });
      expect(unread).toEqual([['kyb_1', 'doc_0', failure]]);
    },
  );

  test('an engine that is missing is no fault of the file', async () => {
    await expect(readOf([pdf({ ownText: [PAGE] })], failing('unavailable'))).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });
});

describe('comparing', () => {
  const company: Company = {
    legal_name: 'SARL Novatrade Asie',
    country: 'FR',
    registration_number: '552 120 222 00013',
    address: { country: 'FR' },
  };

  async function matchesOn(lines: string[], record: RegistryRecord | null = null) {
    const context = contextOf([pdf({ ownText: [[...lines, 'x'.repeat(100)]] })]);
    const { documents } = await readStep.run(context);
    const verification = { ...context.verification, submission: { company, documents: [] } };
    const results = { read: { documents }, registry: { record } };
    const step = { ...context, verification, results, today: '2026-06-15' } as unknown as KybStepContext;
    return (await documentsStep.run(step)).documents[0]?.matches;
  }

  test('the number that the register gives is found in the one that was submitted', async () => {
    expect(await matchesOn(['NOVATRADE ASIE', 'RCS Paris 552 120 222'])).toMatchObject({
      name: true,
      registration_number: true,
    });
    expect(await matchesOn(['RCS Paris 652 014 051'])).toMatchObject({ name: false, registration_number: false });
  });

  test('names and numbers of the register count, trading names do not', async () => {
    const record = {
      number: 'B 7654321',
      name: 'Selkirk Groupe SA',
      other_names: [
        { name: 'Ancien Nom SA', kind: 'former' },
        { name: 'Bonne Affaire', kind: 'trading' },
      ],
    } as RegistryRecord;
    expect(await matchesOn(['Selkirk Groupe', 'B7654321'], record)).toMatchObject({
      name: true,
      registration_number: true,
    });
    expect(await matchesOn(['Ancien Nom'], record)).toMatchObject({ name: true });
    expect(await matchesOn(['Bonne Affaire'], record)).toMatchObject({ name: false });
  });
});
