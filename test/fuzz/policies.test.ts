import { expect, it } from 'vitest';
import type { PolicySettingAnswer } from '../../server/contract/policies.ts';
import { codesOf, send, sendJson, submit } from '../integration/drive.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { submitCompany } from '../support/kyb.ts';
import { ODD_VALUES } from '../support/mutate.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { between, fuzzRun, pick } from './run.ts';

/** After each group of this many policies, and after the last one, the policy in force decides a person and a company. */
const POLICIES_A_RECORD = 15;
/** In a run of fewer cases, chance may refuse most of them. */
const TAKEN_OF_MIN = 100;

it('whatever is set in a policy, it is refused or records are still decided by it', async () => {
  const run = fuzzRun('Policies', { share: 8, whole: 1_500 });
  await using server = await startTestServer({
    config: { requestsPerMinute: 1_000_000, createsPerMinute: 1_000_000 },
  });
  const { settings } = (await send(server, '/v1/policies/settings')).body as { settings: PolicySettingAnswer[] };
  let taken = 0;
  for (const { at, random, hint } of run.cases) {
    const some = Array.from({ length: between(random, 1, 3) }, () => pick(random, settings));
    const changes = Object.fromEntries(some.map((setting) => [setting.path, drawn(setting, random)]));
    const based_on = server.appliance.policies.current().version;
    const { status, text } = await sendJson(server, '/v1/policies', { based_on, note: 'x', changes });
    expect([201, 400], `${hint}: ${text} for ${JSON.stringify(changes)}`).toContain(status);
    taken += Number(status === 201);
    if (at % POLICIES_A_RECORD === POLICIES_A_RECORD - 1) await expectDecided(server, hint);
  }
  await expectDecided(server, 'after the last one');
  if (run.count >= TAKEN_OF_MIN) expect(taken).toBeGreaterThan(run.count / 4);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** A value that the setting may have, or rarely one that it may not. */
function drawn(setting: PolicySettingAnswer, random: () => number): unknown {
  const { kind, min, max, step, options, always, nullable } = setting;
  if (random() < 0.02) return pick(random, ODD_VALUES);
  if (nullable && random() < 0.2) return null;
  if (kind === 'boolean') return random() < 0.5;
  if (kind === 'enum') return pick(random, options ?? []);
  if (kind === 'list') return [...new Set([...(always ?? []), pick(random, options ?? ['FR', 'DE'])])];
  const value = pick(random, [min ?? 0, max ?? 0, (min ?? 0) + random() * ((max ?? 0) - (min ?? 0))]);
  return step === 1 ? Math.round(value) : value;
}

async function expectDecided(server: TestServer, hint: string): Promise<void> {
  const before = server.appliance.policies.current().version;
  const id = await submit(server, { applicant: ANNA, files: cardAndSelfie() });
  const companyId = await submitCompany(server);
  await server.settle();
  const record = (await send(server, `/v1/verifications/${id}`)).body;
  const company = (await send(server, `/v1/kyb/verifications/${companyId}`)).body;
  for (const { errors, policy_version, status } of [record, company]) {
    expect(['completed', 'failed', 'needs_review'], hint).toContain(status);
    expect(policy_version, hint).toBe(before);
    for (const fault of ['appliance_fault', 'processing_failed']) expect(codesOf(errors), hint).not.toContain(fault);
  }
}
