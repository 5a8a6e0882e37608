import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { makeCsca, makeListOf, makeListSigner } from '../../../support/authenticity/trust-files.ts';
import type { Call } from '../caller.ts';
import type { Scenario } from '../scenario.ts';

/** Each turn's list holds one certificate more. */
const CERTIFICATES = 20;
const SIGNED_AT = '20250301120000Z';

/**
 * Each turn confirms an anchor by its fingerprint, activates another version, and is killed. Either all of it holds, or nothing is trusted: never an anchor
 * without its list, or a list without its anchor.
 */
export const trustList: Scenario = {
  name: 'trust a list',
  kills: { share: 1, whole: 12 },
  momentsMin: 4,
  begin(world) {
    const root = makeCsca({ country: 'AT' });
    const signer = makeListSigner(root);
    const listed = [root];
    const fingerprints = [root.certificate.sha256];
    const file = 'list.ml';
    const write = (turn: number): void => {
      while (listed.length < CERTIFICATES + turn)
        listed.push(makeCsca({ country: 'BE', name: `CSCA ${listed.length}` }));
      writeFileSync(world.at('lists', file), makeListOf(listed, signer, SIGNED_AT));
    };
    const trust = async (call: Call): Promise<string> => {
      const { id } = await call<{ id: string }>('/v1/trust-lists', { body: { paths: [file] } });
      await call(`/v1/trust-lists/${id}/activate`, { body: { fingerprints } });
      return id;
    };
    const activeOnes = async (): Promise<string[]> => {
      const { data } = await world.call<{ data: { id: string }[] }>('/v1/trust-lists?active=true');
      return data.map(({ id }) => id);
    };
    const expectWhole = async (turn: number): Promise<string | null> => {
      const [active = null, ...others] = await activeOnes();
      expect(others).toEqual([]);
      const { trustAnchors } = world.server.appliance;
      const { anchors } = trustAnchors.activeAnchors('csca_master_list');
      expect([...anchors.all()]).toHaveLength(active === null ? 0 : CERTIFICATES + turn);
      expect(trustAnchors.problem).toBeNull();
      const count = (sql: string): unknown => world.value(`SELECT count(*) FROM ${sql}`);
      expect(count('trust_anchors'), 'what was confirmed belongs to a list').toBe(active === null ? 0 : 1);
      const entries = 'trust_entries WHERE version NOT IN (SELECT seq FROM trust_versions)';
      const items = `trust_items WHERE sha256 NOT IN (SELECT item FROM trust_entries)`;
      expect([count(entries), count(items)], 'nothing is left of a version that is gone').toEqual([0, 0]);
      return active;
    };
    let told: string | null = null;
    return {
      async prepare(turn) {
        write(turn);
        for (const id of await activeOnes()) await world.call(`/v1/trust-lists/${id}/deactivate`, { method: 'POST' });
        told = null;
      },
      async operate(call) {
        told = await trust(call);
      },
      async check(turn, answered) {
        const active = await expectWhole(turn);
        if (answered) expect(active).toBe(told);
        await trust(world.call);
        expect(await expectWhole(turn)).not.toBeNull();
      },
    };
  },
};
