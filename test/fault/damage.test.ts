import { expect, it } from 'vitest';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

it('a record that cannot be opened any more goes to a person, and the line goes on', async () => {
  await using server = await startTestServer({ start: false });
  const { appliance } = server;
  const create = async (): Promise<string> => {
    const answer = await server.fetch('/v1/verifications', {
      method: 'POST',
      body: form({ files: cardAndSelfie(), applicant: ANNA }),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const damaged = await create();
  const whole = await create();
  appliance.db.prepare("UPDATE verifications SET sealed_submission = x'01' WHERE id = ?").run(damaged);
  // This leaves only its last attempt, so the test does not wait for the earlier ones.
  appliance.db.prepare('UPDATE jobs SET attempts = 2 WHERE verification_id = ?').run(damaged);
  appliance.runner.start();
  await appliance.runner.settle();
  const statusOf = appliance.db.prepare('SELECT status FROM verifications WHERE id = ?').pluck();
  expect(statusOf.get(damaged)).toBe('needs_review');
  expect(statusOf.get(whole)).toBe('completed');
  expect(appliance.queue.counts()).toMatchObject({ dead: 1, done: 1 });
});
