import { expect } from 'vitest';
import { create, holdings, read } from '../integration/drive.ts';
import { ANNA } from '../support/form.ts';
import type { TestServer } from '../support/server.ts';

/** Status and code pairs that may refuse a single file. */
const REFUSALS = [
  '400 unreadable_file',
  '400 picture_page_count',
  '400 pdf_page_count',
  '400 pdf_encrypted',
  '415 unsupported_file_type',
  '415 heic_unsupported',
  '413 file_too_large',
];

/** Creates a verification of this one file. Returns its id, or null if the contract's refusal left nothing behind. */
export async function sendFile(server: TestServer, bytes: Buffer, hint: string): Promise<string | null> {
  const before = await holdings(server);
  const { status, body, text } = await create(server, {
    applicant: ANNA,
    files: [{ bytes, type: 'passport', name: 'a.jpg' }],
  });
  if (status === 201) return body.id;
  expect(REFUSALS, `${hint}: ${text}`).toContain(`${status} ${body.code}`);
  expect(body.errors[0], `${hint}: ${text}`).toMatchObject({ field: 'documents[0]', document_index: 0 });
  const { verifications, documents, keys } = await holdings(server);
  expect({ verifications, documents, keys }, hint).toEqual({
    verifications: before['verifications'],
    documents: before['documents'],
    keys: before['keys'],
  });
  return null;
}

/** Each record has ended, never as verified and never because of an appliance fault. */
export async function expectEnded(server: TestServer, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, errors } = await read(server, id);
    expect(['failed', 'needs_review'], id).toContain(status);
    const codes = errors.map(({ code }) => code);
    for (const fault of ['appliance_fault', 'engine_unavailable']) expect(codes, id).not.toContain(fault);
  }
}
