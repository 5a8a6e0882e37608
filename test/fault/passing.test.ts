import { expect, it } from 'vitest';
import { must } from '../../server/lib/assert.ts';
import { identityOfRecord } from '../../server/pipeline/duplicate-search.ts';
import { dropLostFaces } from '../../server/retention/erase.ts';
import { createFaceIndex } from '../../server/verifications/duplicate-faces.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { verify } from '../integration/drive.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

const failing = (code: string) => (): never => {
  throw Object.assign(new Error('the database failed'), { code });
};

it.each([
  ['SQLITE_BUSY', true],
  ['SQLITE_IOERR_READ', true],
  ['SQLITE_CORRUPT', false],
  ['ERR_OSSL_BAD_DECRYPT', false],
])('%s: what the database does not give for a moment (%s) is not taken for damaged', async (code, passes) => {
  await using server = await startTestServer({ config: { duplicateFaces: true } });
  const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
  const { appliance } = server;
  const { db, keys, log } = appliance;
  const vault = { ...appliance.vault, opener: failing(code), openJson: failing(code) };
  const marks = (): unknown => db.prepare('SELECT count(*) > 0 FROM face_marks').pluck().get();

  const identity = () => identityOfRecord({ ...appliance, vault }, id, true);
  const drop = () => dropLostFaces({ db, log, vault, keys: { ...keys, faceKeyIds: () => [] } });
  const record = must(getVerification(appliance, id, true), 'it was stored');
  const model = { name: 'any', version: '1' };
  const search = () =>
    createFaceIndex({ ...appliance, vault }).search(
      { ...record, id: 'ver_other' },
      [{ documentId: 'doc_other', embedding: [1], model }],
      () => 1,
      0.5,
    );
  expect(marks()).toBe(1);
  if (passes) {
    expect(identity).toThrow('the database failed');
    await expect(search()).rejects.toThrow('the database failed');
    expect(drop).toThrow('the database failed');
  } else {
    expect(identity().name).toBeNull();
    expect(await search()).toEqual([]);
    expect(drop()).toBe(1);
  }
  expect(marks()).toBe(Number(passes));
});
