import type { RequestListener } from 'node:http';
import type { Audit, AuditEntry } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { type AppError, invalidField } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { oneAtATime } from '../lib/turns.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import { type CaptureListener, openCaptureListener } from './capture.ts';
import { factsOf } from './certificate.ts';
import { type ImportedCertificate, readImported } from './import.ts';
import type { LanService } from './listener.ts';
import { type Machine, ownNames } from './machine.ts';
import { makeCertificate } from './make.ts';
import { canonicalAddress, isAddress, namesHost, readName } from './names.ts';
import { createServing, type Served } from './serving.ts';
import { type LanState, renewsAtMs, stateOf } from './state.ts';
import { type LanSettings, openLanStore, type StoredCertificate } from './store.ts';
import { captureWarnings, type LanWarning, lanWarnings } from './warnings.ts';

export interface LanChange {
  on: boolean;
  /** Omitted values stay unchanged. Port 0 means any free port, which is then stored. */
  address?: string | null | undefined;
  port?: number | undefined;
}

/** Serves other machines of the office network over TLS, in addition to the listener for this machine. Off until an administrator switches it on. */
export interface Lan {
  state(): LanState;
  warnings(): LanWarning[];
  /** Whether a request through it may name this host, given in lower case and IPv6 without brackets. */
  answersTo(host: string): boolean;
  /** The ports in use, with those for applicants. */
  ports(): number[];
  /** The listener for applicants. */
  capture: CaptureListener;
  /**
   * Switches it on or off, or moves it. The first time a certificate is made. Throws `state_conflict` naming the field if it cannot listen; then
   * everything is unchanged.
   */
  change(change: LanChange, actor: string): Promise<LanState>;
  /** Makes a new certificate with a new key, in force at once. Throws `invalid_request` naming `names`. */
  make(names: readonly string[], actor: string): Promise<LanState>;
  /** Imports a certificate, in force at once. Throws `invalid_request` naming the field. */
  import(imported: ImportedCertificate, actor: string): Promise<LanState>;
  /**
   * Serves requests while it is on, until `stop`. Never throws: failures become warnings and are retried. `dress` prepares each server before it
   * listens.
   */
  start(handler: RequestListener, ownPort: number, dress?: LanService['dress']): Promise<void>;
  /** Does periodic work: renews a certificate that is about to end, and retries if it could not listen. Never throws. */
  tick(): Promise<void>;
  /** Lets running requests finish within this time. */
  stop(drainTimeoutMs: number): Promise<void>;
}

const TICK_MS = 60_000;
/** Connections refused since the last report, by the limit that they exceeded. */
const NONE = { address: 0, all: 0 };

export function openLan(deps: {
  db: Db;
  keys: Pick<KeyStore, 'db' | 'lanKey'>;
  audit: Audit;
  clock: Clock;
  log: Logger;
  machine: Machine;
}): Lan {
  const { clock, log, machine } = deps;
  const store = openLanStore(deps);
  const serving = createServing(log, machine);
  let names: readonly string[] = namesOf(store.read());
  let timer: NodeJS.Timeout | undefined;
  const tooMany = { ...NONE };
  const inTurn = oneAtATime();
  const state = (): LanState =>
    stateOf(store.read(), { listening: serving.port() !== null, problem: serving.problem() }, machine);
  const write = (
    settings: LanSettings,
    action: AuditAction,
    actor: string,
    details: AuditEntry['details'] & {},
  ): void => {
    store.write(settings, { actor, action, details });
    names = namesOf(settings);
    log.info(action, details);
  };
  const keep = (settings: LanSettings, action: AuditAction, actor: string): void => {
    const { address, port, certificate } = settings;
    // A port is a name, not a number, so it is shown without a thousands separator.
    const place = { address: address ?? 'all', port: String(port) };
    write(settings, action, actor, { ...place, fingerprint: certificate && factsOf(certificate).fingerprint });
  };
  const capture = openCaptureListener({ store, write, log, machine, inTurn });
  const useCertificate = async (certificate: StoredCertificate, action: AuditAction, actor: string): Promise<void> => {
    const settings = { ...store.read(), certificate };
    keep(settings, action, actor);
    serving.renew(certificate);
    if (settings.on) await serving.ensure({ ...settings, certificate });
    await capture.follow();
  };
  /** Makes a certificate for the given names and the machine's current names. */
  const newCertificate = async (givenNames: string[], key?: string): Promise<StoredCertificate> => {
    const all = [...new Set([...givenNames, ...ownNames(machine)])];
    if (all.length === 0)
      throw fieldFault('names', 'are required because this machine has no name or address of its own');
    return { ...(await makeCertificate(all, clock.now(), key)), origin: 'made', givenNames, renewed: null };
  };
  /**
   * Returns a certificate with the same key, which other machines may already trust, to replace one that is about to end or that was made while the
   * clock was ahead and is not valid yet; null if it is not time.
   */
  const renewed = async ({ certificate }: LanSettings): Promise<StoredCertificate | null> => {
    const dueMs = certificate && renewsAtMs(certificate);
    if (!certificate || dueMs === null) return null;
    const { fingerprint, notBeforeMs } = factsOf(certificate);
    if (clock.now() >= notBeforeMs && clock.now() < dueMs) return null;
    const next = await newCertificate(certificate.givenNames, certificate.key);
    return { ...next, renewed: { atMs: clock.now(), formerFingerprint: fingerprint } };
  };
  /** Logs one line for all refusals since the last one: a flood of connections must not fill the log. */
  const tellTooMany = (): void => {
    if (tooMany.address + tooMany.all > 0) log.warn('lan.connections_refused', { ...tooMany });
    Object.assign(tooMany, NONE);
  };
  const tick = async (): Promise<void> => {
    tellTooMany();
    try {
      if (!store.read().on) return await capture.follow();
      const certificate = await renewed(store.read());
      if (certificate) await useCertificate(certificate, 'lan.certificate_renewed', 'system');
      const place = servedOf(store.read());
      if (place) await serving.ensure(place);
      await capture.follow();
    } catch (error) {
      log.error('lan.renewal_failed', {}, error);
    }
  };
  const change = async ({ on, ...place }: LanChange, actor: string): Promise<LanState> => {
    const former = store.read();
    const { address = former.address, port = former.port } = readPlace(place);
    const isSame = former.on === on && former.address === address && former.port === port;
    // Nothing to do and nothing to record: off, or listening, or stored for the next start.
    if (isSame && (!on || serving.port() !== null || !serving.hasBegun())) return state();
    const action = former.on === on ? 'lan.moved' : on ? 'lan.switched_on' : 'lan.switched_off';
    if (!on) {
      keep({ ...former, on, address, port }, action, actor);
      serving.leave();
      await capture.follow();
      return state();
    }
    const certificate = (await renewed(former)) ?? former.certificate ?? (await newCertificate([]));
    const next = { ...former, on, address, port, certificate };
    await serving.move({ address, port, certificate }, servedOf(former), (listened) =>
      keep({ ...next, port: listened }, action, actor),
    );
    await capture.follow();
    return state();
  };

  return {
    state,
    warnings: () => [
      ...lanWarnings(store.read(), serving.problem(), clock.now()),
      ...captureWarnings(capture.state().problem),
    ],
    answersTo: (host) => namesHost(names, host),
    ports: () => [serving.port() ?? [], capture.ports()].flat(),
    capture,
    change: (what, actor) => inTurn(() => change(what, actor)),
    make: (typed, actor) =>
      inTurn(async () => {
        await useCertificate(await newCertificate(readNames(typed)), 'lan.certificate_made', actor);
        return state();
      }),
    import: (imported, actor) =>
      inTurn(async () => {
        const read = readImported(imported, clock.now());
        const certificate: StoredCertificate = { ...read, origin: 'imported', givenNames: [], renewed: null };
        await useCertificate(certificate, 'lan.certificate_imported', actor);
        return state();
      }),
    async start(handler, ownPort, dress) {
      const onTooMany: LanService['onTooMany'] = (of) => {
        tooMany[of] += 1;
      };
      serving.begin({ handler, onTooMany, ...(dress && { dress }) }, ownPort);
      await inTurn(tick);
      clearInterval(timer);
      timer = setInterval(() => void inTurn(tick), TICK_MS);
      timer.unref();
    },
    tick: () => inTurn(tick),
    stop(drainTimeoutMs) {
      clearInterval(timer);
      return inTurn(async () => void (await Promise.all([serving.end(drainTimeoutMs), capture.end(drainTimeoutMs)])));
    },
  };
}

const namesOf = ({ certificate }: LanSettings): readonly string[] => (certificate ? factsOf(certificate).names : []);

/** Returns where to listen by these settings; null: nowhere. */
function servedOf({ on, address, port, certificate }: LanSettings): Served | null {
  return on && certificate ? { address, port, certificate } : null;
}

/** Only addresses are accepted: resolving a name would need another machine. Throws `invalid_request`. */
function readPlace(place: Omit<LanChange, 'on'>): Omit<LanChange, 'on'> {
  if (place.address === undefined || place.address === null) return place;
  if (isAddress(place.address)) return { ...place, address: canonicalAddress(place.address) };
  throw fieldFault(
    'address',
    'is not an address; send an address of this machine, such as 192.168.1.10, or none for all addresses',
  );
}

/** Returns the names as they appear in a certificate. Throws `invalid_request` naming the first invalid one. */
function readNames(typed: readonly string[]): string[] {
  return typed.map((text, i) => {
    const name = readName(text);
    if (name === null) {
      throw fieldFault(`names[${i}]`, 'is not a host name or address; send one such as front-desk.example.org');
    }
    return name;
  });
}

function fieldFault(field: string, text: string): AppError {
  return invalidField(field, `${field} ${text}.`);
}
