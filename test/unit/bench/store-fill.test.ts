import { expect, it } from 'vitest';
import { openAppliance } from '../../../server/context.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { getVerification } from '../../../server/verifications/store.ts';
import { cutText, fillIn } from '../../bench/store/copy-rows.ts';
import { fillStore, referenceOf } from '../../bench/store/fill.ts';
import { TEMPLATE_NAMES } from '../../bench/store/templates.ts';
import { verify } from '../../integration/drive.ts';
import { fakeEngines } from '../../support/fake-engines.ts';
import { tempFolder } from '../../support/folder.ts';
import { ANNA, cardAndSelfie } from '../../support/form.ts';
import { assertInvariants } from '../../support/invariants.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { startTestServer, testConfig } from '../../support/server.ts';

const COUNT = 25;

it(
  'clones of what the product made are records as it makes them, each with ids, names, keys and files of its own',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    const server = await startTestServer({ folder: folder.path });
    const metadata = { internal_ref: TEMPLATE_NAMES.reference };
    const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA, metadata });
    await server.stop();
    const { ids } = await fillStore({ folder: folder.path, templates: [{ id, weight: 1 }], count: COUNT, seed: 3 });
    const log = createLogger(systemClock, () => {});
    const appliance = await openAppliance(testConfig(folder.path), { clock: systemClock, log, engines: fakeEngines() });
    try {
      await assertInvariants(appliance);
      const records = ids.map((one) => getVerification(appliance, one, true));
      expect(new Set(records.map((record) => record?.submission.metadata?.['internal_ref']))).toEqual(
        new Set(ids.map((_, at) => referenceOf(at))),
      );
      expect(records.every((record) => record?.status === 'completed' && record.documents.length === 2)).toBe(true);
      expect(new Set(records.flatMap((record) => record?.documents.map((document) => document.id) ?? [])).size).toBe(
        2 * COUNT,
      );
      expect(records.some((record) => record?.submission.applicant.last_name === ANNA.last_name)).toBe(false);
      const rows = appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'verification.completed'").pluck();
      expect(rows.get()).toBe(COUNT + 1);
      await appliance.queueIndex.settled();
      expect([...appliance.queueIndex.groups()].map(({ entries }) => entries.length)).toEqual([COUNT + 1]);
    } finally {
      await appliance.close(0);
    }
  },
);

it('a text is cut at ids of its own and at the names that are given, and filled again', () => {
  const id = 'ver_01h455vb4pex5vsknk084sn02q';
  const cut = cutText(`{"id":"${id}","key":"key_01h455vb4pex5vsknk084sn02q","name":"Anna, ANNA"}`, ['Anna']);
  expect(cut.names).toEqual([id, 'Anna', 'ANNA']);
  const of = new Map([
    [id, 'ver_x'],
    ['Anna', 'Zoë'],
    ['ANNA', 'ZOË'],
  ]);
  expect(fillIn(cut, of)).toBe('{"id":"ver_x","key":"key_01h455vb4pex5vsknk084sn02q","name":"Zoë, ZOË"}');
  expect(fillIn(cutText('nothing of it', ['Anna']), of)).toBe('nothing of it');
});
