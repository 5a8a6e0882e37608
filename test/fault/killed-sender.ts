import { openAppliance } from '../../server/context.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { sendTest } from '../../server/webhooks/deliveries.ts';
import { createEndpoint, listEndpoints } from '../../server/webhooks/endpoints.ts';
import { systemOutbound } from '../../server/webhooks/webhooks.ts';
import { fakeEngines } from '../support/fake-engines.ts';

/**
 * An appliance that appends one event for the receiver `RECEIVER`, sends what is due, and is killed at the step
 * `DIE_AT`. Without a step it ends when everything is sent. Prints the secret when it makes the endpoint.
 */
const step = process.env['DIE_AT'] ?? '';
const who = { livemode: true, actor: 'system' };
const dieAt = (name: string): void => {
  if (step === name) process.kill(process.pid, 'SIGKILL');
};
const appliance = await openAppliance(readHostConfig(), {
  clock: systemClock,
  log: createLogger(systemClock, () => {}),
  engines: fakeEngines(),
  outbound: {
    async lookup() {
      dieAt('resolving');
      return ['127.0.0.1'];
    },
    async send(sending) {
      dieAt('before it is sent');
      const answer = await systemOutbound.send(sending);
      dieAt('before it is recorded');
      // The rest runs to its end before any timer.
      setTimeout(dieAt, 0, 'after it was recorded');
      return answer;
    },
    random: () => 0,
  },
});
const [known] = listEndpoints(appliance, { livemode: true, limit: 1 }).data;
let id = known?.id;
if (id === undefined) {
  const url = process.env['RECEIVER'] ?? '';
  const made = createEndpoint(appliance, {
    url,
    description: '',
    kinds: null,
    enabled: true,
    keepAnswers: false,
    ...who,
  });
  process.stdout.write(`${made.secret}\n`);
  id = made.endpoint.id;
}
if (step !== '') sendTest(appliance, id, who);
dieAt('before anything is sent');
appliance.webhooks.start(null);
await appliance.webhooks.settle();
await appliance.close();
