import type { RequestListener } from 'node:http';
import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { type AppError, invalidField } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { oneAtATime } from '../lib/turns.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { factsOf } from './certificate.ts';
import { type ImportedCertificate, readImported } from './import.ts';
import type { LanService } from './listener.ts';
import { type Machine, ownNames } from './machine.ts';
import { makeCertificate } from './make.ts';
import { canonicalAddress, isAddress, namesHost, readName } from './names.ts';
import { createServing, type Served } from './serving.ts';
import { type LanState, renewsAtMs, stateOf } from './state.ts';
import { type LanSettings, openLanStore, type StoredCertificate } from './store.ts';
import { type LanWarning, lanWarnings } from './warnings.ts';

export interface LanChange {
  on: boolean;
  /** What is not given stays as it is. A port of 0 is any free one, which is then kept. */
  address?: string | null | undefined;
  port?: number | undefined;
}

/** Serves other machines of the office by TLS, beside the listener that serves this machine. Off until somebody switches it on. */
export interface Lan {
  state(): LanState;
  warnings(): LanWarning[];
  /** Whether a request through it may name this host: in small letters, IPv6 without brackets. */
  answersTo(host: string): boolean;
  /** The port that is listened on; null: none is. */
  port(): number | null;
  /**
   * Switches it on or off, or moves it. The first time a certificate is made. Throws `state_conflict` naming the field where it cannot
   * listen; then everything is as it was.
   */
  change(change: LanChange, actor: string): Promise<LanState>;
  /** A new certificate with a new key, in force at once. Throws `invalid_request` naming `names`. */
  make(names: readonly string[], actor: string): Promise<LanState>;
  /** Another's certificate, in force at once. Throws `invalid_request` naming the field. */
  import(imported: ImportedCertificate, actor: string): Promise<LanState>;
  /**
   * Serves requests while it is on, until `stop`. Never throws: what fails is warned of, and tried again. `dress` prepares each server before
   * it listens.
   */
  start(handler: RequestListener, ownPort: number, dress?: LanService['dress']): Promise<void>;
  /** Does what falls due with time: a certificate that ends is made anew, and where it could not listen it tries again. Never throws. */
  tick(): Promise<void>;
  /** Requests under way may end within this time. */
  stop(drainTimeoutMs: number): Promise<void>;
}

const TICK_MS = 60_000;
/** Connections that were refused since that was last told, by whose limit. */
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
  const keep = (settings: LanSettings, action: string, actor: string): void => {
    const { address, port, certificate } = settings;
    // A port is a name, not a number: people are not shown it with a comma.
    const place = { address: address ?? 'all', port: String(port) };
    const details = { ...place, fingerprint: certificate && factsOf(certificate).fingerprint };
    store.write(settings, { actor, action, details });
    names = namesOf(settings);
    log.info(action, details);
  };
  const useCertificate = async (certificate: StoredCertificate, action: string, actor: string): Promise<void> => {
    const settings = { ...store.read(), certificate };
    keep(settings, action, actor);
    serving.renew(certificate);
    if (settings.on) await serving.ensure(settings);
  };
  /** For the names that were given and the machine's own as they are now. */
  const newCertificate = async (givenNames: string[], key?: string): Promise<StoredCertificate> => {
    const all = [...new Set([...givenNames, ...ownNames(machine)])];
    if (all.length === 0)
      throw fieldFault('names', 'are required because this machine has no name or address of its own');
    return { ...(await makeCertificate(all, clock.now(), key)), origin: 'made', givenNames, renewed: null };
  };
  /**
   * One with the same key, for whoever knows the machine by that, in place of one that is about to end, or that was made while the clock was
   * ahead and is not valid yet; null: it is not time.
   */
  const renewed = async ({ certificate }: LanSettings): Promise<StoredCertificate | null> => {
    const dueMs = certificate && renewsAtMs(certificate);
    if (!certificate || dueMs === null) return null;
    const { fingerprint, notBeforeMs } = factsOf(certificate);
    if (clock.now() >= notBeforeMs && clock.now() < dueMs) return null;
    const next = await newCertificate(certificate.givenNames, certificate.key);
    return { ...next, renewed: { atMs: clock.now(), formerFingerprint: fingerprint } };
  };
  /** Once for all since the last time: whoever floods it must not fill the log. */
  const tellTooMany = (): void => {
    if (tooMany.address + tooMany.all > 0) log.warn('lan.connections_refused', { ...tooMany });
    Object.assign(tooMany, NONE);
  };
  const tick = async (): Promise<void> => {
    tellTooMany();
    try {
      if (!store.read().on) return;
      const certificate = await renewed(store.read());
      if (certificate) await useCertificate(certificate, 'lan.certificate_renewed', 'system');
      const place = servedOf(store.read());
      if (place) await serving.ensure(place);
    } catch (error) {
      log.error('lan.renewal_failed', {}, error);
    }
  };
  const change = async ({ on, ...place }: LanChange, actor: string): Promise<LanState> => {
    const former = store.read();
    const { address = former.address, port = former.port } = readPlace(place);
    const isSame = former.on === on && former.address === address && former.port === port;
    // Nothing to do and nothing to note: off, or listening, or kept for the next start.
    if (isSame && (!on || serving.port() !== null || !serving.hasBegun())) return state();
    const action = former.on === on ? 'lan.moved' : on ? 'lan.switched_on' : 'lan.switched_off';
    if (!on) {
      keep({ ...former, on, address, port }, action, actor);
      serving.leave();
      return state();
    }
    const certificate = (await renewed(former)) ?? former.certificate ?? (await newCertificate([]));
    const next = { on, address, port, certificate };
    await serving.move(next, servedOf(former), (listened) => keep({ ...next, port: listened }, action, actor));
    return state();
  };

  return {
    state,
    warnings: () => lanWarnings(store.read(), serving.problem(), clock.now()),
    answersTo: (host) => namesHost(names, host),
    port: serving.port,
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
      return inTurn(() => serving.end(drainTimeoutMs));
    },
  };
}

const namesOf = ({ certificate }: LanSettings): readonly string[] => (certificate ? factsOf(certificate).names : []);

/** Where it is listened by these settings; null: nowhere. */
function servedOf({ on, address, port, certificate }: LanSettings): Served | null {
  return on && certificate ? { address, port, certificate } : null;
}

/** A name would have to be asked for elsewhere. Throws `invalid_request`. */
function readPlace(place: Omit<LanChange, 'on'>): Omit<LanChange, 'on'> {
  if (place.address === undefined || place.address === null) return place;
  if (isAddress(place.address)) return { ...place, address: canonicalAddress(place.address) };
  throw fieldFault(
    'address',
    'is not an address; send an address of this machine, such as 192.168.1.10, or none for all addresses',
  );
}

/** As they stand in a certificate. Throws `invalid_request` naming the one that is no name. */
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
