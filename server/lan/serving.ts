import { AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyedCertificate } from './certificate.ts';
import { type LanListener, type LanPlace, type LanService, listenAt } from './listener.ts';
import type { Machine } from './machine.ts';

/** Where to listen, and with which certificate; null: without TLS, on this machine's own address. */
export interface Served extends LanPlace {
  certificate: KeyedCertificate | null;
}

/** The listener of the office network while the process runs. */
export interface Serving {
  /** Starts answering requests. Before this, a place is only tried and released. */
  begin(service: LanService, ownPort: number): void;
  /** Whether requests are answered now, or would be if it could listen. */
  hasBegun(): boolean;
  /** The port in use; null if it does not listen. */
  port(): number | null;
  /** Why it does not listen although it should; null if it listens or should not. */
  problem(): string | null;
  /**
   * Listens at the new place instead of the old one, then calls `keep` with the port. Throws the error of either; then it listens at the old place
   * again.
   */
  move(to: Served, from: Served | null, keep: (port: number) => void): Promise<void>;
  /** New connections get this certificate. */
  renew(certificate: KeyedCertificate): void;
  /** Listens at the place, unless it already does. Never throws: `problem` returns the failure. */
  ensure(place: Served): Promise<void>;
  /** Stops listening at once. */
  leave(): void;
  /** The same, and resolves when no request is running. */
  end(drainTimeoutMs: number): Promise<void>;
}

/** The service of a place that is only tried. */
const TRIED: LanService = { handler: () => {} };

export function createServing(log: Logger, machine: Pick<Machine, 'isReachable'>): Serving {
  let handed: { service: LanService; ownPort: number } | null = null;
  let listener: LanListener | null = null;
  let problem: string | null = null;
  const closing = new Set<Promise<void>>();

  const open = async (place: Served): Promise<LanListener> => {
    // It could listen, but the system drops what other machines send, so nobody could reach it.
    if (!machine.isReachable() && !isLoopback(place.address)) throw unreachable();
    if (place.port !== 0 && place.port === handed?.ownPort) throw ownPortTaken(place.port);
    return listenAt(place, place.certificate, handed?.service ?? TRIED);
  };
  const leave = (drainTimeoutMs: number): void => {
    if (!listener) return;
    const end = listener.close(drainTimeoutMs).finally(() => closing.delete(end));
    closing.add(end);
    listener = null;
  };
  const ensure = async (place: Served): Promise<void> => {
    if (listener || !handed) return;
    try {
      listener = await open(place);
      problem = null;
    } catch (error) {
      const said = error instanceof AppError ? error.message : 'See the log for the cause.';
      if (said !== problem) log.error('lan.failed', {}, error);
      problem = said;
    }
  };
  return {
    begin(service, ownPort) {
      handed = { service, ownPort };
    },
    hasBegun: () => handed !== null,
    port: () => listener?.place.port ?? null,
    problem: () => problem,
    async move(to, from, keep) {
      // Release the old place first: the new one may be the same port at another address.
      leave(LIMITS.lanDrainTimeoutMs);
      let opened: LanListener | null = null;
      try {
        opened = await open(to);
        keep(opened.place.port);
      } catch (error) {
        await opened?.close(0);
        if (from) await ensure(from);
        throw error;
      }
      problem = null;
      if (handed) listener = opened;
      else await opened.close(0);
    },
    renew: (certificate) => listener?.renew(certificate),
    ensure,
    leave() {
      leave(LIMITS.lanDrainTimeoutMs);
      problem = null;
    },
    async end(drainTimeoutMs) {
      handed = null;
      leave(drainTimeoutMs);
      await Promise.all(closing);
    },
  };
}

const isLoopback = (address: string | null): boolean => address === '::1' || (address?.startsWith('127.') ?? false);

function unreachable(): AppError {
  const message =
    'address: the service accepts connections from this machine only. As root run: custos service install --network local (or any, if machines here have public addresses). Then switch on the office network.';
  return itemError('state_conflict', { code: 'unavailable', message, field: 'address' });
}

function ownPortTaken(port: number): AppError {
  const message = `port: this machine already uses port ${port} for its own address. Choose another port.`;
  return itemError('state_conflict', { code: 'unavailable', message, field: 'port' });
}
