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

/** How this machine reaches others; tests replace it. */
export interface Outbound {
  lookup: Lookup;
  send: Send;
  random?: () => number;
}

export interface Webhooks extends Omit<Dispatcher, 'start'> {
  /** Starts sending. Deliveries never go to the appliance's own ports, once these are known. */
  start(ownPort: number | null): void;
  /** Returns the policy's verdict on a URL now. Resolves the name within a time limit. */
  judge(url: string): Promise<Verdict['is']>;
  /** Does the same for the `webhook_url` of a verification; never resolves the name of an unlisted origin. */
  judgeOwnUrl(url: string, livemode: boolean): Promise<Verdict['is']>;
}

export const systemOutbound: Outbound = {
  lookup: async (hostname) =>
    (await lookupDns(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  send: sendOnce,
};

/** Sends the deliveries that were written with the events. Sends nothing before `start`. */
export function openWebhooks(
  deps: Omit<AttemptDeps, 'policy' | 'send' | 'random'> & {
    events: Pick<EventLog, 'subscribe'>;
    /** The current rules of `CUSTOS_WEBHOOK_ALLOW`. */
    allow: () => readonly string[];
    outbound: Outbound;
    /** The ports for other machines of the office network, and for applicants. */
    officePorts(): readonly number[];
  },
): Webhooks {
  const { outbound, allow, events, officePorts } = deps;
  let port: number | null = null;
  const policy: DestinationPolicy = createDestinationPolicy({
    allow,
    lookup: outbound.lookup,
    ownAddresses: () => interfaceAddresses()?.map(({ address }) => address) ?? null,
    ownPorts: () => [port, ...officePorts()],
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
