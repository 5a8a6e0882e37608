import { afterEach, expect, test, vi } from 'vitest';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inspectFile } from '../../../server/pipeline/inspect.ts';
import { testClock } from '../../support/clock.ts';
import { fakeEngines, fakeFile } from '../../support/fake-engines.ts';

afterEach(() => void vi.useRealTimers());

test('what an engine does not tell in time is left out, and the engine is waited for before the next file', async () => {
  vi.useFakeTimers();
  const gate = Promise.withResolvers<void>();
  const calls: string[] = [];
  const engines = fakeEngines({
    before(call) {
      calls.push(call);
      return call === 'mrz' ? gate.promise : undefined;
    },
  });
  const deps = { engines, clock: testClock(), policies: { current: () => POLICY_V1 } };
  const bytes = fakeFile({ lines: ['PASSPORT'], quality: { sharpness: 1 } });
  let ended = false;
  const inspecting = inspectFile(deps, { bytes, mediaType: 'image/jpeg', faces: true });
  await vi.advanceTimersByTimeAsync(LIMITS.inspectionTimeoutMs - 1);
  const early = await Promise.race([inspecting, Promise.resolve(null)]);
  expect(early).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  const { answer, ended: end } = await inspecting;
  void end.then(() => {
    ended = true;
  });
  expect(answer).toMatchObject({ type: 'unknown', sure: 0, complete: false, findings: [{ code: 'image_blurred' }] });
  expect(calls, 'nothing is begun after the time').not.toContain('text');
  await vi.advanceTimersByTimeAsync(LIMITS.inspectionTimeoutMs);
  expect(ended).toBe(false);
  gate.resolve();
  await end;
});
