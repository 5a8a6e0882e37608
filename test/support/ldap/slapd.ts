import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'ldapts';
import { pemOf, type TestCertificate } from '../certificates.ts';
import { tempFolder } from '../folder.ts';

const SLAPD = ['/usr/sbin/slapd', '/usr/local/libexec/slapd'].find((path) => existsSync(path)) ?? null;
const SCHEMA = '/etc/ldap/schema';
const MODULES = '/usr/lib/ldap';
const START_TRIES = 500;

/** The attributes of Active Directory and 389 Directory Server that matter, on a simpler class: Debian's `msuser.schema` cannot compare them. */
const attribute = (oid: string, name: string, syntax: number, equality: string): string =>
  `attributetype ( ${oid} NAME '${name}' EQUALITY ${equality} SYNTAX 1.3.6.1.4.1.1466.115.121.1.${syntax} SINGLE-VALUE )`;
const AD_SCHEMA = [
  attribute('1.2.840.113556.1.4.2', 'objectGUID', 40, 'octetStringMatch'),
  attribute('1.2.840.113556.1.4.221', 'sAMAccountName', 15, 'caseIgnoreMatch'),
  attribute('1.2.840.113556.1.4.656', 'userPrincipalName', 15, 'caseIgnoreMatch'),
  attribute('1.2.840.113556.1.4.8', 'userAccountControl', 27, 'integerMatch'),
  attribute('1.2.840.113556.1.4.1460', 'msDS-User-Account-Control-Computed', 27, 'integerMatch'),
  attribute('1.2.840.113556.1.4.159', 'accountExpires', 27, 'integerMatch'),
  attribute('1.2.840.113556.1.4.662', 'lockoutTime', 27, 'integerMatch'),
  attribute('2.16.840.1.113730.3.1.610', 'nsAccountLock', 15, 'caseIgnoreMatch'),
  `objectclass ( 1.3.6.1.4.1.4203.666.1 NAME 'adUser' SUP inetOrgPerson STRUCTURAL MAY ( objectGUID $ sAMAccountName $
    userPrincipalName $ userAccountControl $ msDS-User-Account-Control-Computed $ accountExpires $ lockoutTime $ nsAccountLock ) )`,
];

/** Whether Debian's package `slapd` is installed, as far as the tests need it. */
export const hasSlapd = SLAPD !== null && existsSync(`${SCHEMA}/nis.schema`) && existsSync(`${MODULES}/ppolicy.so`);
export const WHY_NO_SLAPD = 'needs the OpenLDAP server (Debian package slapd)';

export const SUFFIX = 'dc=bank,dc=example';
export const ROOT = `cn=root,${SUFFIX}`;
export const ROOT_PASSWORD = 'root of the tests';

/** A running OpenLDAP server on 127.0.0.1 with its own data. */
export interface Slapd {
  /** TLS from the first byte. */
  ldapsPort: number;
  /** Plain text, with StartTLS unless it was started without. */
  ldapPort: number;
  /** Changes entries as the administrator. */
  asRoot<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Suspends the process: connections are accepted, and nothing is answered. */
  hang(): void;
  goOn(): void;
  stop(): Promise<void>;
}

/**
 * Starts slapd with these entries (LDIF).
 * @param certificate null: it does not know TLS
 */
export async function startSlapd(ldif: string, certificate: (TestCertificate & { ca: string }) | null): Promise<Slapd> {
  const folder = tempFolder();
  const file = (name: string, text: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const tls = certificate
    ? [
        `TLSCACertificateFile ${file('ca.pem', certificate.ca)}`,
        `TLSCertificateFile ${file('cert.pem', certificate.cert)}`,
        `TLSCertificateKeyFile ${file('key.pem', pemOf(certificate.key))}`,
      ]
    : [];
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'];
  const config = file(
    'slapd.conf',
    [
      ...schemas.map((name) => `include ${SCHEMA}/${name}.schema`),
      ...AD_SCHEMA,
      `modulepath ${MODULES}`,
      'moduleload back_mdb',
      'moduleload memberof',
      'moduleload ppolicy',
      `pidfile ${join(folder.path, 'slapd.pid')}`,
      ...tls,
      'database mdb',
      'maxsize 33554432',
      `suffix "${SUFFIX}"`,
      `rootdn "${ROOT}"`,
      `rootpw "${ROOT_PASSWORD}"`,
      `directory ${data}`,
      'dbnosync',
      'access to attrs=userPassword by anonymous auth by * none',
      'access to * by users read by * none',
      'overlay memberof',
      'overlay ppolicy',
      '',
    ].join('\n'),
  );
  const added = spawnSync('/usr/sbin/slapadd', ['-q', '-f', config, '-l', file('data.ldif', ldif)], {
    encoding: 'utf8',
  });
  if (added.status !== 0) throw new Error(`slapadd: ${added.stderr}`);
  const [ldapPort, ldapsPort] = [await freePort(), await freePort()];
  const urls = [`ldap://127.0.0.1:${ldapPort}`, ...(certificate ? [`ldaps://127.0.0.1:${ldapsPort}`] : [])];
  const child = spawn(SLAPD ?? '', ['-d', '0', '-f', config, '-h', urls.join(' ')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  await accepts(child, ldapPort, () => said);
  return {
    ldapPort,
    ldapsPort,
    async asRoot(work) {
      const client = new Client({ url: `ldap://127.0.0.1:${ldapPort}` });
      try {
        await client.bind(ROOT, ROOT_PASSWORD);
        return await work(client);
      } finally {
        await client.unbind();
      }
    },
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      folder[Symbol.dispose]();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (child.exitCode !== null) throw new Error(`slapd ended: ${said()}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(10);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`slapd does not listen: ${said()}`);
}
