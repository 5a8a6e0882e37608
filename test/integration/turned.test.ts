import { expect, it } from 'vitest';
import type { Engines, Turn } from '../../models/ports.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { CARD_LINES, type FormFile } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';
import { verify } from './drive.ts';

const CARD: FormFile = { bytes: fakeFile({ lines: CARD_LINES, faces: [0] }), type: 'national_id', side: 'front' };
const ANNA = { first_name: 'Anna Lucia', last_name: 'Martello', dob: '1986-08-12' };
const selfie = (angle: number): FormFile => ({ bytes: fakeFile({ faces: [angle] }), type: 'selfie' });

/** Engines that see a different face in a selfie, unless it is turned upright. */
function lyingSelfies(upright: Turn): { engines: Engines; turns: Turn[] } {
  const engines = fakeEngines();
  const turns: Turn[] = [];
  const { recognise } = engines.face;
  engines.face.recognise = async (image, search) => {
    const reading = await recognise(image);
    if (search?.within !== 'whole') return reading;
    turns.push(search.turn ?? 0);
    if (search.turn === upright) return reading;
    return {
      ...reading,
      faces: reading.faces.map((face) => ({ ...face, embedding: face.embedding.map((_, i) => Number(i === 2)) })),
    };
  };
  return { engines, turns };
}

it('a selfie upside down is turned before it speaks against its owner', async () => {
  const { engines, turns } = lyingSelfies(180);
  await using server = await startTestServer({ engines });
  const record = await verify(server, { files: [CARD, selfie(0.1)], applicant: ANNA });
  expect(record).toMatchObject({ status: 'completed', face_match: { passed: true } });
  expect(record.face_match.findings).toMatchObject([{ code: 'selfie_turned' }]);
  expect(turns).toEqual([0, 180]);
  expect(record.documents.map(({ turn, boxes }) => [turn, boxes.faces.length])).toEqual([
    [0, 1],
    [180, 1],
  ]);
});

it("a stranger's selfie fails however it is turned, and one that is alike is not turned", async () => {
  const { engines, turns } = lyingSelfies(0);
  await using server = await startTestServer({ engines });
  const stranger = await verify(server, { files: [CARD, selfie(1.5)], applicant: ANNA });
  expect(stranger).toMatchObject({ status: 'failed', errors: [{ code: 'faces_differ' }] });
  expect(turns.splice(0)).toEqual([0, 180, 90, 270]);
  await verify(server, { files: [CARD, selfie(0.1)], applicant: ANNA });
  expect(turns).toEqual([0]);
});
