import { describe, expect, it } from 'vitest';
import type { InspectionAnswer } from '../../server/contract/inspect.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { type FakeContent, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { CARD_LINES } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, holdings, NOTHING, postForm, type RawPart } from './drive.ts';

const PATH = '/v1/documents/inspect';
/** MRZs of ICAO Doc 9303's specimens. */
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];

const file = (value: Buffer): RawPart => ({ name: 'documents[]', value, fileName: 'a.jpg' });
const consent: RawPart = { name: 'consent', value: 'true' };

async function inspect(
  server: TestServer,
  content: FakeContent,
  parts: RawPart[] = [consent],
): Promise<InspectionAnswer> {
  const { status, body, text } = await postForm(server, PATH, [file(fakeFile(content)), ...parts], bearer(server.key));
  if (status !== 200) throw new Error(`inspecting was answered with ${status}: ${text}`);
  return body;
}

describe('a file that is looked at before it is sent', () => {
  it('is recognised by its zone, its words or its face, with what is wrong with its picture', async () => {
    await using server = await startTestServer({ start: false });
    const sound = {
      object: 'document_inspection',
      media_type: 'image/jpeg',
      pages: 1,
      width: 1200,
      height: 800,
      turn: 0,
    };
    expect(await inspect(server, { lines: TD3, faces: [0] })).toEqual({
      ...sound,
      bytes: expect.any(Number),
      type: 'passport',
      side: null,
      sure: 0.97,
      findings: [],
      complete: true,
    });
    expect(await inspect(server, { lines: TD1 })).toMatchObject({ type: 'national_id', side: 'back', sure: 0.485 });
    const front = await inspect(server, { lines: CARD_LINES, faces: [0], quality: { sharpness: 1 } });
    expect(front).toMatchObject({ type: 'national_id', side: 'front', sure: 0.5 });
    expect(front.findings).toMatchObject([{ code: 'image_blurred' }]);
    expect(front.findings[0]).not.toHaveProperty('document_id');
    expect(await inspect(server, { faces: [0] })).toMatchObject({ type: 'selfie', side: null, sure: 0.8 });
    expect(await inspect(server, {})).toMatchObject({ type: 'unknown', side: null, sure: 0, complete: true });
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('is searched for a face only with consent, and its words are not read where a zone or a large face tells its kind', async () => {
    const calls: string[] = [];
    const engines = fakeEngines({ before: (call) => void calls.push(call) });
    await using server = await startTestServer({ engines, start: false });
    for (const parts of [[], [{ name: 'consent', value: 'false' }]]) {
      expect(await inspect(server, { faces: [0] }, parts)).toMatchObject({ type: 'unknown' });
    }
    expect(calls).not.toContain('face');
    calls.length = 0;
    // The fake engine's face has 300 x 300 pixels.
    const portrait = await inspect(server, { faces: [0], width: 700, height: 640 });
    expect(portrait).toMatchObject({ type: 'selfie', sure: 0.8 });
    expect(calls).not.toContain('text');
    await inspect(server, { faces: [0], width: 700, height: 650 });
    expect(calls).toContain('text');
    calls.length = 0;
    await inspect(server, { lines: TD3, faces: [0] });
    expect(calls.sort()).toEqual(['barcode', 'image', 'mrz', 'quality']);
  });

  it('that is damaged is called so; what an engine could not tell leaves it incomplete', async () => {
    await using server = await startTestServer({ start: false });
    expect(await inspect(server, { undecodable: true })).toMatchObject({
      width: null,
      type: 'unknown',
      findings: [{ code: 'file_unreadable' }],
      complete: true,
    });
    const failed = await inspect(server, { faces: [0], textFailure: 'crashed' });
    expect(failed).toMatchObject({ type: 'unknown', sure: 0, findings: [], complete: false });
  });

  it('may be a PDF of some pages', async () => {
    await using server = await startTestServer({ start: false });
    const bytes = fakeFile({ pages: 3, lines: CARD_LINES }, 'pdf');
    const { body } = await postForm(server, PATH, [file(bytes)], bearer(server.key));
    expect(body).toMatchObject({ media_type: 'application/pdf', pages: 3, type: 'national_id', complete: true });
  });

  it('is refused as a create would refuse it, and so are none and several', async () => {
    await using server = await startTestServer({ start: false });
    const post = async (parts: RawPart[], key = server.key) => {
      const { status, body } = await postForm(server, PATH, parts, bearer(key));
      return [status, body.code];
    };
    const sound = file(fakeFile());
    expect(await post([])).toEqual([400, 'documents_missing']);
    expect(await post([sound, sound])).toEqual([400, 'too_many_documents']);
    expect(await post([file(Buffer.from('GIF89a'))])).toEqual([415, 'unsupported_file_type']);
    expect(await post([file(Buffer.from('\0\0\0\x18ftypheic'))])).toEqual([415, 'heic_unsupported']);
    expect(await post([file(fakeFile({ pages: 2 }, 'webp'))])).toEqual([400, 'picture_page_count']);
    expect(await post([file(fakeFile({ encrypted: true }, 'pdf'))])).toEqual([400, 'pdf_encrypted']);
    expect(await post([sound, { name: 'consent', value: 'perhaps' }])).toEqual([400, 'invalid_request']);
    expect(await post([sound], server.makeKey({ scopes: ['kyc:read'] }))).toEqual([403, 'forbidden']);
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('is limited per minute and key', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer({ start: false });
    const key = server.makeKey();
    const statuses: number[] = [];
    for (let i = 0; i <= LIMITS.inspectionsPerMinute; i++) {
      statuses.push((await postForm(server, PATH, [], bearer(key))).status);
    }
    expect(statuses.filter((status) => status === 429)).toEqual([429]);
    expect(statuses.at(-1)).toBe(429);
    expect((await postForm(server, PATH, [file(fakeFile())], bearer(server.key))).status).toBe(200);
  });
});
