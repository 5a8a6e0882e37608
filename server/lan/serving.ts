import { AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyedCertificate } from './certificate.ts';
import { type LanListener, type LanPlace, type LanService, listenTls } from './listener.ts';
import type { Machine } from './machine.ts';

/** Where and with what certificate it is listened. */
export interface Served extends LanPlace {
  certificate: KeyedCertificate;
}

/** The listener of the office network while the process runs. */
export interface Serving {
  /** From here on requests are answered. Before, a place is tried and let go. */
  begin(service: LanService, ownPort: number): void;
  /** Whether requests are answered now, or would be if it could be listened. */
  hasBegun(): boolean;
  /** The port that is listened on; null: none is. */
  port(): number | null;
  /** Why it is not listened although it should be; null: it is, or should not be. */
  problem(): string | null;
  /**
   * Listens there in place of the former place, then calls `keep` with the port. Throws what either throws; the former place is then
   * listened on again.
   */
  move(to: Served, from: Served | null, keep: (port: number) => void): Promise<void>;
  /** Connections from now on are given this certificate. */
  renew(certificate: KeyedCertificate): void;
  /** Listens there unless it is listened already. Never throws: `problem` says what failed. */
  ensure(place: Served): Promise<void>;
  /** Listens no more, at once. */
  leave(): void;
  /** The same, and resolves when nothing is under way. */
  end(drainTimeoutMs: number): Promise<void>;
}

/** Of a place that is let go again. */
const TRIED: LanService = { handler: () => {} };

export function createServing(log: Logger, machine: Pick<Machine, 'isReachable'>): Serving {
  let handed: { service: LanService; ownPort: number } | null = null;
  let listener: LanListener | null = null;
  let problem: string | null = null;
  const closing = new Set<Promise<void>>();

  const open = async (place: Served): Promise<LanListener> => {
    // It could listen, and nobody would ever come through: the system drops what others send.
    if (!machine.isReachable() && !isLoopback(place.address)) throw unreachable();
    if (place.port !== 0 && place.port === handed?.ownPort) throw ownPortTaken(place.port);
    return listenTls(place, place.certificate, handed?.service ?? TRIED);
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
      // The former place first: the new one may be the same port at another address.
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
