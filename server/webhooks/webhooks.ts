import { lookup as lookupDns } from 'node:dns/promises';
import type { EventLog } from '../events/log.ts';
import { interfaceAddresses } from '../lib/interfaces.ts';
import { LIMITS } from '../lib/limits.ts';
import { within } from '../lib/within.ts';
import { type AttemptDeps, attemptDelivery } from './attempt.ts';
import { unblockDeliveries } from './deliveries.ts';
import { createDestinationPolicy, type DestinationPolicy, type Lookup, type Verdict } from './destination.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { isListedOrigin } from './origins.ts';
import { type Send, sendOnce } from './send.ts';

/** How this machine reaches others; tests put their own in its place. */
export interface Outbound {
  lookup: Lookup;
  send: Send;
  random?: () => number;
}

export interface Webhooks extends Omit<Dispatcher, 'start'> {
  /** Begins to send. The appliance's own ports, once they are known, are never sent to. */
  start(ownPort: number | null): void;
  /** What the policy says of a URL now. A name is resolved, within a limit of time. */
  judge(url: string): Promise<Verdict['is']>;
  /** Likewise of the `webhook_url` of a verification; the name of an origin that is not listed is asked of nobody. */
  judgeOwnUrl(url: string, livemode: boolean): Promise<Verdict['is']>;
}

export const systemOutbound: Outbound = {
  lookup: async (hostname) =>
    (await lookupDns(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  send: sendOnce,
};

/** Sends what is written beside the events. Nothing is sent before `start`. */
export function openWebhooks(
  deps: Omit<AttemptDeps, 'policy' | 'send' | 'random'> & {
    events: Pick<EventLog, 'subscribe'>;
    /** The rules of `CUSTOS_WEBHOOK_ALLOW`, as they are now. */
    allow: () => readonly string[];
    outbound: Outbound;
    /** The port that other machines of the office are served on; null: none is. */
    officePort(): number | null;
  },
): Webhooks {
  const { outbound, allow, events, officePort } = deps;
  let port: number | null = null;
  const policy: DestinationPolicy = createDestinationPolicy({
    allow,
    lookup: outbound.lookup,
    ownAddresses: () => interfaceAddresses()?.map(({ address }) => address) ?? null,
    ownPorts: () => [port, officePort()],
  });
  const { lookup: _lookup, ...sender } = outbound;
  const dispatcher = createDispatcher({
    ...deps,
    unblock: () => unblockDeliveries(deps),
    attempt: (id) => attemptDelivery({ ...deps, policy, ...sender }, id),
  });
  const unsubscribe = events.subscribe(dispatcher.wake);
  const judge = async (url: string): Promise<Verdict['is']> =>
    (await within(policy.judge(url), LIMITS.webhookLookupTimeoutMs))?.is ?? 'unresolved';
  return {
    ...dispatcher,
    start(ownPort) {
      port = ownPort;
      dispatcher.start();
    },
    stop(timeoutMs) {
      unsubscribe();
      return dispatcher.stop(timeoutMs);
    },
    judge,
    judgeOwnUrl: async (url, livemode) => (isListedOrigin(deps, url, livemode) ? judge(url) : 'refused'),
  };
}
