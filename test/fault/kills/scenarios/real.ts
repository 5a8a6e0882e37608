import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { DEMO_CASES } from '../../../demo/cases.ts';
import { form } from '../../../support/form.ts';
import type { CreateRequest } from '../../../support/verification-client.ts';
import { type Call, callerOf, untilResult } from '../caller.ts';
import { REAL_SERVER, startChild } from '../killed-child.ts';
import type { Play, Scenario } from '../scenario.ts';
import { createKeys, PEOPLE_PATH } from './records.ts';

/** The server as installed, with its engines, and a drawn card: from the upload to the result. */
export const realProcess: Scenario = {
  name: 'the real process',
  kills: { share: 0, whole: 6 },
  momentsMin: 40,
  script: REAL_SERVER,
  begin(world): Play {
    const keyOf = createKeys();
    let request: CreateRequest | undefined;
    let first: unknown;
    let id = '';
    const verify = async (call: Call, at: number): Promise<void> => {
      request ??= await DEMO_CASES[0]?.draw();
      if (!request) throw new Error('there is a case');
      const { uploads, applicant } = request;
      const files = uploads.map(({ name, file, type, side }) => ({
        name,
        bytes: file,
        type,
        ...(side ? { side } : {}),
      }));
      const body = form({ files, applicant, consent: true });
      ({ id } = await call<{ id: string }>(PEOPLE_PATH, { body, key: keyOf(at, 'create') }));
      await untilResult(call, `${PEOPLE_PATH}/${id}`);
    };
    return {
      operate: verify,
      /** The next process has the engines, so it finishes what the killed one left. */
      async between(at) {
        world.starts += 1;
        const child = startChild(REAL_SERVER, world.env);
        try {
          await verify(callerOf(await child.listening()), at);
        } catch (error) {
          await child.kill();
          throw error;
        }
        await child.stop();
        expect(readdirSync(world.at('tmp')), 'nothing is left among the temporary files').toEqual([]);
      },
      async check(at) {
        const outcome = {
          status: world.value('SELECT status FROM verifications WHERE id = ?', id),
          events: world.rows('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq', id),
          steps: world.rows('SELECT step FROM step_results WHERE verification_id = ? ORDER BY step', id),
          attempts: world.value('SELECT count(*) FROM former_attempts WHERE verification_id = ?', id),
        };
        first ??= outcome;
        expect(outcome).toEqual(first);
        expect(world.value('SELECT count(*) FROM verifications')).toBe(at + 1);
      },
    };
  },
};
