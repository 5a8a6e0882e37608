import { expect } from 'vitest';
import { create, createCompany, KYB, LEAST_COMPANY, send } from '../../../integration/drive.ts';
import { fakeFile } from '../../../support/fake-engines.ts';
import { ANNA, cardAndSelfie, form } from '../../../support/form.ts';
import { aside } from '../gate.ts';
import { type Act, finishLine, type Operation, type Rig, runLine } from '../rig.ts';

/** The number of failures in a row: more than a job has attempts. */
const LASTING = 5;
/** If the appliance itself fails in all attempts, the record needs review. If an engine fails because of the file, the record has failed. */
const GIVEN_UP = ['needs_review', 'failed'];
/** After one of these the step is not retried. */
const HOPELESS = ['unavailable', 'bad_input'];
/** How each line ends without a failure. */
const ends = new Map<string, string>();

const COMPANY = {
  company: { ...LEAST_COMPANY, registration_number: 'HRB 12345' },
  representatives: [{ first_name: 'Anna Lucia', last_name: 'Martello', role: 'director' }],
  ubos: [{ first_name: 'Zdravko', last_name: 'Quillonez', ownership_percent: 100 }],
};
const FILES = [
  { bytes: fakeFile({ ownText: [['NORDLICHT HANDELS GMBH', 'HRB 12345']] }, 'pdf'), type: 'license' },
  { bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' },
];

/** Runs the line over all waiting jobs, to its end; no record stays in `processing`. */
function throughLine(rig: Rig, path: string): Act {
  const statusNow = async (): Promise<string> => (await send(rig.server, path)).body.status;
  return {
    async run() {
      await runLine(rig);
      return 'done';
    },
    async verify({ struck, code }) {
      // If the last write failed, the line itself or the next start repeats it.
      await finishLine(rig);
      const status = await statusNow();
      const kind = path.startsWith(KYB) ? 'company' : 'person';
      if (struck === 0) ends.set(kind, status);
      const usual = ends.get(kind);
      // One transient failure does not change the outcome.
      if (struck > 1 || HOPELESS.includes(code)) expect([usual, ...GIVEN_UP]).toContain(status);
      else expect(status).toBe(usual);
      const { queued, running } = aside(rig.server.appliance.queue.counts);
      expect([queued, running]).toEqual([0, 0]);
    },
  };
}

export const LINES: readonly Operation[] = [
  {
    name: 'the line of a person',
    // The same woman with the same files exists already.
    world: 'one',
    alone: true,
    silent: true,
    lasting: LASTING,
    options: () => ({ config: { duplicateFaces: true } }),
    async prepare(rig) {
      const { body } = await create(rig.server, { files: cardAndSelfie(), applicant: ANNA });
      return throughLine(rig, `/v1/verifications/${body.id}`);
    },
  },
  {
    name: 'the line of a company',
    alone: true,
    silent: true,
    lasting: LASTING,
    async prepare(rig) {
      const { body } = await createCompany(rig.server, COMPANY);
      const path = `${KYB}/${body.id}`;
      const sent = await send(rig.server, `${path}/documents`, { method: 'POST', body: form({ files: FILES }) });
      expect(sent.status, sent.text).toBe(201);
      return throughLine(rig, path);
    },
  },
];
