import type { RequestListener } from 'node:http';
import type { AuditEntry } from '../audit/log.ts';
import { conflict } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { InTurn } from '../lib/turns.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import type { LanService } from './listener.ts';
import type { Machine } from './machine.ts';
import { createServing, type Served } from './serving.ts';
import { stateOf } from './state.ts';
import { type CaptureSettings, captureOf, type LanSettings, type LanStore } from './store.ts';

export interface CaptureListenerState extends CaptureSettings {
  listening: boolean;
  officeListening: boolean;
  /** Why it does not listen although it should. */
  problem: string | null;
  /** The addresses of the applicant's pages, without a path: this machine's, then those of the office network. */
  urls: string[];
  /** Whether it serves the office network with an imported certificate, which other devices may trust. */
  phones: boolean;
}

/** Serves applicants on ports of its own: on this machine's own address, and where the office network is served if that is wanted. */
export interface CaptureListener {
  state(): CaptureListenerState;
  /** Switches it on or off, or moves it. Throws `state_conflict` if it cannot listen; then everything is as before. */
  change(change: Partial<CaptureSettings> & { on: boolean }, actor: string): Promise<CaptureListenerState>;
  /** Serves requests while it is on. Never throws: failures are retried. */
  start(handler: RequestListener, ownPort: number, dress?: LanService['dress']): Promise<void>;
  /** Listens where the settings and the office network say by now. Never throws. */
  follow(): Promise<void>;
  ports(): number[];
  end(drainTimeoutMs: number): Promise<void>;
}

/** Browsers treat it as secure without TLS (W3C Secure Contexts, section 3.1). */
const OWN_ADDRESS = '127.0.0.1';

export function openCaptureListener(deps: {
  store: LanStore;
  /** Stores the settings with an audit entry. */
  write(settings: LanSettings, action: AuditAction, actor: string, details: AuditEntry['details'] & {}): void;
  log: Logger;
  machine: Machine;
  inTurn: InTurn;
}): CaptureListener {
  const { store, log, machine, inTurn } = deps;
  const here = createServing(log, machine);
  const office = createServing(log, machine);
  /** Where the office part listens now: a moved office network needs another listener. */
  let officeAt: string | null = null;

  const state = (): CaptureListenerState => {
    const lan = store.read();
    const settings = captureOf(lan);
    const officeListening = office.port() !== null;
    const { urls } = stateOf({ ...lan, port: settings.officePort }, { listening: false, problem: null }, machine);
    return {
      ...settings,
      listening: here.port() !== null,
      officeListening,
      problem: settings.on ? (here.problem() ?? office.problem()) : null,
      urls: settings.on ? [`http://localhost:${settings.port}`, ...(officeListening ? urls : [])] : [],
      phones: officeListening && lan.certificate?.origin === 'imported',
    };
  };
  const follow = async (): Promise<void> => {
    const lan = store.read();
    const settings = captureOf(lan);
    if (settings.on) await here.ensure(hereOf(settings));
    else here.leave();
    const place = officeOf(lan, settings);
    const at = place && `${place.address} ${place.port}`;
    if (at !== officeAt || !place) office.leave();
    officeAt = at;
    if (!place) return;
    if (office.port() === null) await office.ensure(place);
    else if (place.certificate) office.renew(place.certificate);
  };
  const change = async (
    wanted: Parameters<CaptureListener['change']>[0],
    actor: string,
  ): Promise<CaptureListenerState> => {
    const lan = store.read();
    const former = captureOf(lan);
    const next = { ...former, ...wanted };
    const isSame = (Object.keys(next) as (keyof CaptureSettings)[]).every((key) => next[key] === former[key]);
    if (isSame && (!next.on || here.port() !== null || !here.hasBegun())) return state();
    const action = former.on === next.on ? 'capture.moved' : next.on ? 'capture.switched_on' : 'capture.switched_off';
    if (next.on && next.office && !officeOf(lan, next))
      throw conflict('Tablets and phones use the office network. Switch it on first.');
    if (next.on) await moveBoth(lan, former, next);
    const details = { port: String(next.port), office: next.office, office_port: String(next.officePort) };
    deps.write({ ...store.read(), capture: next }, action, actor, details);
    await follow();
    return state();
  };
  /** Listens at the new places, and writes free ports that were chosen to `next`. */
  const moveBoth = async (lan: LanSettings, former: CaptureSettings, next: CaptureSettings): Promise<void> => {
    const wasHere = former.on ? hereOf(former) : null;
    if (here.port() !== next.port || !former.on)
      await here.move(hereOf(next), wasHere, (port) => {
        next.port = port;
      });
    try {
      const place = officeOf(lan, next);
      if (place && office.port() !== next.officePort)
        await office.move(place, officeOf(lan, former), (port) => {
          next.officePort = port;
          officeAt = `${place.address} ${port}`;
        });
    } catch (error) {
      here.leave();
      await follow();
      throw error;
    }
  };

  return {
    state,
    change: (wanted, actor) => inTurn(() => change(wanted, actor)),
    async start(handler, ownPort, dress) {
      const service: LanService = { handler, ...(dress && { dress }) };
      here.begin(service, ownPort);
      office.begin(service, ownPort);
      await inTurn(follow);
    },
    follow,
    ports: () => [here.port() ?? [], office.port() ?? []].flat(),
    async end(drainTimeoutMs) {
      await Promise.all([here.end(drainTimeoutMs), office.end(drainTimeoutMs)]);
    },
  };
}

const hereOf = ({ port }: CaptureSettings): Served => ({ address: OWN_ADDRESS, port, certificate: null });

/** Returns where it listens in the office network; null: nowhere. */
function officeOf({ on, address, certificate }: LanSettings, settings: CaptureSettings): Served | null {
  const isWanted = settings.on && settings.office && on && certificate !== null;
  return isWanted ? { address, port: settings.officePort, certificate } : null;
}

/** Returns the address by which other devices reach the applicant's pages; null: they do not trust the certificate, or are not served. */
export const anyDeviceUrl = ({ phones, urls }: CaptureListenerState): string | null =>
  phones ? (urls[1] ?? null) : null;
