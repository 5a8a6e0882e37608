import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter, PresenceFilter } from 'ldapts';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { type AccountRefusal, accountRefusal, STATE_ATTRIBUTES } from './account-state.ts';
import { type Entry, textOf } from './answers.ts';
import { type Dial, type LdapConnection, type LdapServer, openLdap } from './connection.ts';
import { faultOf, LdapFault, type LdapFaultCode } from './faults.ts';
import { comparableDn, fillName } from './names.ts';
import { filterForAnyone, loginAttributes, searchForLogin } from './templates.ts';

/** How to ask a directory about people. */
export interface LdapSettings {
  /** Tried in this order. */
  servers: readonly LdapServer[];
  /** The certificates of the site's authority, PEM. No other is trusted. */
  ca: string;
  /** Who searches. null: the person who logs in, after `directName` was accepted; then nobody can be read again later. */
  account: { name: string; password: string } | null;
  /** The name under which a person logs in directly, with `{login}`; null: the name of the entry that `userFilter` finds. */
  directName: string | null;
  userBase: string;
  /** With `{login}`, in values that are compared. */
  userFilter: string;
  nameAttribute: string;
  /** What identifies a person for good, even under a new name. */
  identity: 'objectGUID' | 'entryUUID' | 'dn';
  groups:
    | { by: 'memberOf' }
    | {
        by: 'search';
        base: string;
        /** Whether the group names the person by distinguished name, or by the attribute `uid`. */
        member: 'member' | 'uniqueMember' | 'memberUid';
        /** Groups in groups, as Active Directory resolves them. Only with `member`. */
        nested: boolean;
      };
}

/** A person as the directory knows them now. */
export interface LdapPerson {
  identity: string;
  /** As the directory writes it. */
  login: string;
  name: string;
  /** Distinguished names in the form of `comparableDn`. */
  groups: string[];
}

/** Why a person does not get in. Only for the tests and the log; every refused person gets the same answer. */
export type LdapRefusal = AccountRefusal | 'login_not_allowed' | 'not_found' | 'several_found' | 'wrong_password';

export type LdapOutcome = { is: 'person'; person: LdapPerson } | Refused | Unavailable;

interface Refused {
  is: 'refused';
  why: LdapRefusal;
}

interface Unavailable {
  is: 'unavailable';
  why: LdapFaultCode;
}

export interface LdapDeps {
  dial: Dial;
  clock: Clock;
  wait: (durationMs: number) => Promise<unknown>;
}

/** What a check of one server found; null: it can be used. */
export interface ServerCheck {
  server: LdapServer;
  fault: LdapFaultCode | null;
}

/** Every entry has this one. */
const ANYONE = new PresenceFilter({ attribute: 'objectClass' });
/** Resolves groups in groups (MS-ADTS 3.1.1.3.4.4.3). */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
const SUCCESS = 0;
const REFERRAL = 10;
const NO_SUCH_OBJECT = 32;
/** Results that say something about the server, not about the password: operations and protocol errors, limits, methods, busy, unavailable, other. */
const OF_SERVER = [1, 2, 3, 4, 7, 8, REFERRAL, 11, 12, 13, 14, 51, 52, 54, 80];
/** A second one shows that the person is not the only one. */
const ONE_AND_MORE = 2;

/**
 * Checks a login and its password. A login that no entry has takes as long as a wrong password: each refusal is rounded up to the next step of time.
 * Never rejects for what a server does.
 */
export async function authenticate(
  deps: LdapDeps,
  settings: LdapSettings,
  { login, password }: { login: string; password: string },
): Promise<LdapOutcome> {
  const beganMs = performance.now();
  const outcome = isAllowed(login, password)
    ? await withServer(deps, settings, (connection) => logIn(deps, connection, settings, login, password))
    : refuse('login_not_allowed');
  const stepMs = LIMITS.ldapRefusalStepMs;
  if (outcome.is === 'refused') await deps.wait(stepMs - ((performance.now() - beganMs) % stepMs));
  return outcome;
}

/** Reads a person again, by the identity from an earlier login. Needs an account; without one the answer is `account_refused`. */
export function readPerson(deps: LdapDeps, settings: LdapSettings, identity: string): Promise<LdapOutcome> {
  return withServer(deps, settings, async (connection) => {
    await bindAccount(connection, settings.account);
    const filter = filterForAnyone(settings.userFilter);
    const found = await findOne(connection, settings, searchByIdentity(settings, identity, filter));
    return 'is' in found ? found : personOf(deps, connection, settings, found);
  });
}

/** Tries each server: connection, certificate, account, and the places where people and groups are searched. */
export function checkServers(deps: LdapDeps, settings: LdapSettings): Promise<ServerCheck[]> {
  const { account, groups, userBase } = settings;
  const bases = [userBase, ...(groups.by === 'search' ? [groups.base] : [])];
  const check = async (server: LdapServer): Promise<ServerCheck> => {
    const outcome = await withServer(deps, { ...settings, servers: [server] }, async (connection) => {
      // Without an account nothing can be asked before a person logs in.
      if (account === null) return null;
      await bindAccount(connection, account);
      for (const base of bases) {
        const asked = { base, scope: 'base' as const, filter: ANYONE, attributes: ['1.1'], entriesMax: 1 };
        if ((await search(connection, asked)).entries.length === 0) throw new LdapFault('base_unknown');
      }
      return null;
    });
    return { server, fault: outcome?.why ?? null };
  };
  return Promise.all(settings.servers.map(check));
}

/**
 * An empty password would be an anonymous login, which servers accept. A server in C may read a password with NUL as an empty one. Space and control
 * characters in a login match other logins after the preparation of texts (RFC 4518).
 */
function isAllowed(login: string, password: string): boolean {
  if (password === '' || password.includes('\0') || password.length > LIMITS.passwordCharsMax) return false;
  return login !== '' && login.length <= LIMITS.ldapLoginCharsMax && !/[\p{C}\p{Z}]/u.test(login);
}

async function logIn(
  deps: LdapDeps,
  connection: LdapConnection,
  settings: LdapSettings,
  login: string,
  password: string,
): Promise<LdapOutcome> {
  const { directName, account } = settings;
  if (directName === null) await bindAccount(connection, account);
  else {
    const name = fillName(directName, login);
    if (name === null) return refuse('login_not_allowed');
    if (!(await bindPerson(connection, name, password))) return refuse('wrong_password');
  }
  const entry = await findByLogin(connection, settings, login);
  if ('is' in entry) return entry;
  // Also after a direct login: two names of one text may belong to two people, so the password must be that of this entry.
  if (!(await bindPerson(connection, entry.dn, password))) return refuse('wrong_password');
  // State and groups are read after that, because a right password can end a lock.
  if (account !== null) await bindAccount(connection, account);
  return personOf(deps, connection, settings, entry);
}

/** Finds the one entry that has exactly this login, apart from case. */
async function findByLogin(
  connection: LdapConnection,
  settings: LdapSettings,
  login: string,
): Promise<Entry | Refused> {
  const { filter, typed } = searchForLogin(settings.userFilter, login);
  const attributes = [...typed.map(({ attribute }) => attribute), ...identityAttributes(settings)];
  const found = await findOne(connection, settings, { base: settings.userBase, scope: 'sub', filter, attributes });
  if ('is' in found) return found;
  // A directory may ignore accents, widths or spaces. Each such spelling would have its own count of failed logins.
  const has = ({ attribute, value }: (typeof typed)[number]): boolean =>
    textsOf(found, attribute).some((text) => foldCase(text) === foldCase(value));
  return typed.some(has) ? found : refuse('not_found');
}

type OneSearch = Pick<Parameters<LdapConnection['search']>[0], 'base' | 'scope' | 'filter' | 'attributes'>;

async function findOne(connection: LdapConnection, settings: LdapSettings, one: OneSearch): Promise<Entry | Refused> {
  const { entries, more } = await search(connection, { ...one, entriesMax: ONE_AND_MORE });
  const [entry] = entries;
  if (more || entries.length > 1) return refuse('several_found');
  if (!entry) return refuse('not_found');
  return identityOf(settings, entry) === null ? refuse('not_found') : entry;
}

/** Reads state, name and groups of an entry that was found. */
async function personOf(
  deps: LdapDeps,
  connection: LdapConnection,
  settings: LdapSettings,
  found: Entry,
): Promise<LdapOutcome> {
  const ofLogin = loginAttributes(settings.userFilter);
  const attributes = [
    settings.nameAttribute,
    ...ofLogin,
    'uid',
    'memberOf',
    ...STATE_ATTRIBUTES,
    ...identityAttributes(settings),
  ];
  const { entries } = await search(connection, {
    base: found.dn,
    scope: 'base',
    filter: ANYONE,
    attributes,
    entriesMax: 1,
  });
  const [entry] = entries;
  const identity = entry ? identityOf(settings, entry) : null;
  // Another entry may have got the name meanwhile.
  if (!entry || identity === null || identity !== identityOf(settings, found)) return refuse('not_found');
  const why = accountRefusal(entry.attributes, deps.clock.now());
  if (why !== null) return refuse(why);
  const [name = ''] = textsOf(entry, settings.nameAttribute.toLowerCase());
  const [login = ''] = ofLogin.flatMap((attribute) => textsOf(entry, attribute));
  return { is: 'person', person: { identity, login, name, groups: await groupsOf(connection, settings, entry) } };
}

async function groupsOf(connection: LdapConnection, { groups }: LdapSettings, entry: Entry): Promise<string[]> {
  if (groups.by === 'memberOf') {
    // Active Directory cuts very many values into ranges.
    if ([...entry.attributes.keys()].some((name) => name.startsWith('memberof;range=')))
      throw new LdapFault('answer_too_large');
    return textsOf(entry, 'memberof').map(comparableDn);
  }
  const { base, member, nested } = groups;
  const [value] = member === 'memberUid' ? textsOf(entry, 'uid') : [entry.dn];
  if (value === undefined) return [];
  const filter = nested
    ? new ExtensibleFilter({ matchType: member, rule: IN_CHAIN, value })
    : new EqualityFilter({ attribute: member, value });
  const found = await search(connection, {
    base,
    scope: 'sub',
    filter,
    attributes: ['1.1'],
    entriesMax: LIMITS.ldapGroupsMax,
  });
  // A missing group could be the one that says no.
  if (found.more) throw new LdapFault('answer_too_large');
  return found.entries.map(({ dn }) => comparableDn(dn));
}

const identityAttributes = ({ identity }: LdapSettings): string[] => (identity === 'dn' ? [] : [identity]);

/** Returns what identifies the entry: 32 hexadecimal digits, a UUID, or its distinguished name. null: it has none. */
function identityOf({ identity }: LdapSettings, entry: Entry): string | null {
  if (identity === 'dn') return comparableDn(entry.dn);
  const [value, ...more] = entry.attributes.get(identity.toLowerCase()) ?? [];
  if (value === undefined || value.length === 0 || more.length > 0) return null;
  return identity === 'objectGUID' ? value.toString('hex') : textOf(value);
}

function searchByIdentity({ identity, userBase }: LdapSettings, value: string, filter: Filter): OneSearch {
  if (identity === 'dn') return { base: value, scope: 'base', filter, attributes: [] };
  const octets = identity === 'objectGUID' ? Buffer.from(value, 'hex') : value;
  const has = new EqualityFilter({ attribute: identity, value: octets });
  return { base: userBase, scope: 'sub', filter: new AndFilter({ filters: [has, filter] }), attributes: [identity] };
}

/** A result that says nothing about the one who asks becomes a fault. A missing base of one entry means that the entry is gone. */
async function search(
  connection: LdapConnection,
  asked: Parameters<LdapConnection['search']>[0],
): Promise<{ entries: Entry[]; more: boolean }> {
  const { code, entries, more } = await connection.search(asked);
  if (code === SUCCESS) return { entries, more };
  if (code === NO_SUCH_OBJECT && asked.scope === 'base') return { entries: [], more: false };
  throw new LdapFault(code === NO_SUCH_OBJECT ? 'base_unknown' : code === REFERRAL ? 'referral' : 'server_error');
}

async function bindAccount(connection: LdapConnection, account: LdapSettings['account']): Promise<void> {
  if (account === null) throw new LdapFault('account_refused');
  const code = await connection.bind(account.name, account.password);
  if (code !== SUCCESS) throw new LdapFault(OF_SERVER.includes(code) ? 'server_error' : 'account_refused');
}

async function bindPerson(connection: LdapConnection, name: string, password: string): Promise<boolean> {
  const code = await connection.bind(name, password);
  if (OF_SERVER.includes(code)) throw new LdapFault(code === REFERRAL ? 'referral' : 'server_error');
  return code === SUCCESS;
}

/** Asks the first server that answers. A refused account is not tried elsewhere: each attempt may count towards its lock. */
async function withServer<T>(
  { dial }: LdapDeps,
  { servers, ca }: LdapSettings,
  ask: (connection: LdapConnection) => Promise<T>,
): Promise<T | Unavailable> {
  const endsAtMs = performance.now() + LIMITS.ldapTotalTimeoutMs;
  let why: LdapFaultCode = 'connection_failed';
  for (const server of servers) {
    let connection: LdapConnection | undefined;
    try {
      connection = await openLdap(dial, server, ca, endsAtMs);
      return await ask(connection);
    } catch (error) {
      why = faultOf(error).code;
      if (why === 'account_refused') break;
    } finally {
      connection?.close();
    }
  }
  return { is: 'unavailable', why };
}

const refuse = (why: LdapRefusal): Refused => ({ is: 'refused', why });

function textsOf(entry: Entry, attribute: string): string[] {
  return (entry.attributes.get(attribute) ?? []).map(textOf).filter((text) => text !== null);
}

const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
