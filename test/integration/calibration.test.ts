import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engines } from '../../models/ports.ts';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { FAKE_FACE_MODEL, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { cardAndSelfie } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sendBody, verify } from './drive.ts';

interface Ran {
  exit: number;
  out: string;
  err: string;
}

async function calibrate({ appliance }: TestServer, args: string[], cwd = '/'): Promise<Ran> {
  const said = { out: '', err: '' };
  const out = (text: string): void => {
    said.out += text;
  };
  const err = (text: string): void => {
    said.err += text;
  };
  return { exit: await runCommand(appliance, ['faces', 'calibrate', ...args], { out, err, cwd }), ...said };
}

/** Enough people to resolve one false match in ten thousand. */
const MANY = 300;
const SPARE_PICTURE = fakeFile({ faces: [] });

/** `count` people with two pictures each, and one picture without a face. */
function writePeople(folder: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const person = join(folder, 'people', `person-${i}`);
    mkdirSync(person, { recursive: true });
    for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(person, name), fakeFile({ faces: [i] }));
  }
  writeFileSync(join(folder, 'people', 'person-0', 'empty.jpg'), SPARE_PICTURE);
}

/** Engines that find different people dissimilar, and the two pictures of one person almost the same. */
function enginesOfStrangers(): Engines {
  const engines = fakeEngines();
  let calls = 0;
  return {
    ...engines,
    face: {
      model: FAKE_FACE_MODEL,
      async recognise(image, search) {
        const reading = await engines.face.recognise(image, search);
        const { faces: [person] = [] } = JSON.parse(Buffer.from(image.pixels).toString());
        const embedding = new Array<number>(1024).fill(0);
        embedding[person] = 1;
        embedding[1023] = calls++ % 2 === 0 ? 0 : 0.5;
        return { ...reading, faces: reading.faces.map((face) => ({ ...face, embedding })) };
      },
    },
  };
}

const faceLimits = ({ appliance }: TestServer) => {
  const { version, face } = appliance.policies.current();
  return { version, match_from: face.match_from, review_from: face.review_from };
};
const auditActions = ({ appliance }: TestServer): string[] =>
  appliance.db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all() as string[];

describe('custos faces calibrate', () => {
  it('measures the limits on the people of a folder, writes the report, and makes what it proposes a version', async () => {
    using folder = tempFolder();
    writePeople(folder.path, MANY);
    await using server = await startTestServer({ engines: enginesOfStrangers() });
    const before = faceLimits(server);
    const measured = await calibrate(server, ['people', '--report', 'faces.pdf'], folder.path);
    expect(measured).toMatchObject({ exit: 0 });
    expect(measured.out).toContain(`${2 * MANY} pictures of ${MANY} people, compared with fake face; 1 left out.`);
    const strangers = (2 * MANY * (2 * MANY - 2)) / 2;
    expect(measured.out).toContain(`strangers that match: 0 % (0 to 0.009 %), 0 of ${strangers}`);
    expect(measured.err).toContain(`${2 * MANY + 1} of ${2 * MANY + 1} pictures`);
    const report = join(folder.path, 'faces.pdf');
    expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-');
    expect(statSync(report).mode & 0o077).toBe(0);
    expect(faceLimits(server)).toEqual(before);
    expect(auditActions(server)).toContain('faces.calibrated');

    const applied = await calibrate(server, ['people', '--apply'], folder.path);
    expect(applied.exit).toBe(0);
    const proposed = must(/Proposed:\n {2}match from (\S+), review from (\S+)\n/.exec(applied.out), 'it proposes');
    const now = faceLimits(server);
    expect(now).toEqual({
      version: before.version + 1,
      match_from: Number(proposed[1]),
      review_from: Number(proposed[2]),
    });
    expect(now.match_from).toBeLessThan(before.match_from);
    expect(auditActions(server)).toContain('policy.changed');
  });

  it('proposes and changes nothing by few people', async () => {
    using folder = tempFolder();
    writePeople(folder.path, 3);
    await using server = await startTestServer({ engines: enginesOfStrangers() });
    const before = faceLimits(server);
    const { exit, out, err } = await calibrate(server, ['people', '--apply'], folder.path);
    expect({ exit, err: err.includes('Nothing was changed') }).toEqual({ exit: 1, err: true });
    expect(out).toContain('No limits are proposed');
    expect(faceLimits(server)).toEqual(before);
  });

  it('says what is wrong with a folder, and with the command', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    mkdirSync(join(folder.path, 'people', 'one'), { recursive: true });
    writeFileSync(join(folder.path, 'people', 'one', 'a.jpg'), SPARE_PICTURE);
    expect(await calibrate(server, ['people'], folder.path)).toMatchObject({
      exit: 2,
      err: 'The folder must contain one subfolder with pictures for each person, and at least two people.\n',
    });
    expect((await calibrate(server, ['none'], folder.path)).err).toContain('The folder cannot be read.');
    mkdirSync(join(folder.path, 'people', 'two'));
    expect((await calibrate(server, ['people'], folder.path)).err).toContain('Faces of 0 people were found.');
    expect((await calibrate(server, ['people', '--records'], folder.path)).err).toContain('Use one of:');
    expect((await calibrate(server, ['--records'])).err).toContain('This appliance keeps no face templates.');
    for (let i = 0; i <= LIMITS.calibrationPicturesMax; i++)
      writeFileSync(join(folder.path, 'people', 'two', `${i}`), '');
    expect((await calibrate(server, ['people'], folder.path)).err).toContain(
      `Use at most ${LIMITS.calibrationPicturesMax}.`,
    );
    expect(existsSync(join(folder.path, 'faces.pdf'))).toBe(false);
  });

  it('takes from the records those that a person approved, with consent, and nobody twice', async () => {
    await using server = await startTestServer({ config: { duplicateFaces: true } });
    const person = async (dob: string, angle: number, { consent = true, approved = true } = {}): Promise<void> => {
      const applicant = { first_name: 'Anna', last_name: 'Muster', dob };
      const files = cardAndSelfie({ card: { faces: [angle] }, selfie: { faces: [angle + 0.1] } });
      const { id, status } = await verify(server, { applicant, files, consent });
      expect(status).toBe('needs_review');
      if (!approved) return;
      const review = { decision: 'approve', reason: 'same_person', note: 'seen' };
      expect((await sendBody(server, `/v1/verifications/${id}/review`, review)).status).toBe(200);
    };
    await person('1980-01-01', 0);
    await person('1980-01-02', 1.5);
    await person('1980-01-02', 1.5);
    await person('1980-01-03', 3, { approved: false });
    const { exit, out } = await calibrate(server, ['--records']);
    expect(exit).toBe(0);
    expect(out).toContain('4 pictures of 2 people, compared with fake face; 4 left out.');
  });
});
