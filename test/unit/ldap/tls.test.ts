import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../../server/ldap/directory.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import {
  type Authority,
  deps,
  HOST,
  ldaps,
  newAuthority,
  PASSWORD,
  settingsFor,
  startBank,
  startTls,
} from '../../support/ldap/people.ts';
import { hasSlapd, type Slapd, WHY_NO_SLAPD } from '../../support/ldap/slapd.ts';
import { skipUnless } from '../../support/skip.ts';

const DAY_MS = 24 * 3600 * 1000;
const limits = LIMITS as { ldapConnectTimeoutMs: number };
const { ldapConnectTimeoutMs } = limits;

describe('with slapd', skipUnless(hasSlapd, WHY_NO_SLAPD), () => {
  let site: Authority;
  const running: Slapd[] = [];
  beforeAll(async () => {
    site = await newAuthority();
  });
  afterEach(() => {
    limits.ldapConnectTimeoutMs = ldapConnectTimeoutMs;
  });
  afterAll(() => Promise.all(running.map((slapd) => slapd.stop())));

  async function start(certificate: Parameters<typeof startBank>[0]): Promise<Slapd> {
    const slapd = await startBank(certificate);
    running.push(slapd);
    return slapd;
  }

  const enter = (ca: string, server: ReturnType<typeof ldaps>) =>
    authenticate(deps, settingsFor(ca, [server]), { login: 'alice', password: PASSWORD });

  it('refuses a certificate of another authority, an expired one and one for another host, over both kinds of TLS', async () => {
    const now = Date.now();
    const other = await newAuthority('CN=other authority');
    const cases = [
      ['certificate_untrusted', await other.issue()],
      // The name of the authority is right, its key is not.
      ['certificate_untrusted', await (await newAuthority()).issue()],
      ['certificate_expired', await site.issue({ notBeforeMs: now - 9 * DAY_MS, notAfterMs: now - DAY_MS })],
      ['certificate_expired', await site.issue({ notBeforeMs: now + DAY_MS, notAfterMs: now + 9 * DAY_MS })],
      ['certificate_other_host', await site.issue({ names: ['other.bank.example'] })],
      ['certificate_other_host', await site.issue({ names: null, subject: `CN=not ${HOST}` })],
    ] as const;
    for (const [why, certificate] of cases) {
      const slapd = await start(certificate);
      for (const server of [ldaps(slapd.ldapsPort), startTls(slapd.ldapPort)]) {
        expect(await enter(site.cert, server)).toEqual({ is: 'unavailable', why });
      }
    }
  });

  it('checks an address against the addresses in the certificate', async () => {
    for (const [names, outcome] of [
      [['127.0.0.1'], { is: 'person' }],
      [[HOST], { is: 'unavailable', why: 'certificate_other_host' }],
    ] as const) {
      const slapd = await start(await site.issue({ names }));
      const server = { ...ldaps(slapd.ldapsPort), host: '127.0.0.1' };
      expect(await enter(site.cert, server)).toMatchObject(outcome);
    }
  });

  it('checks the certificate even where the environment of the process says not to', async () => {
    const slapd = await start(await (await newAuthority('CN=other authority')).issue());
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await enter(site.cert, ldaps(slapd.ldapsPort))).toEqual({
        is: 'unavailable',
        why: 'certificate_untrusted',
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('refuses a server without TLS', async () => {
    const slapd = await start(null);
    expect(await enter(site.cert, startTls(slapd.ldapPort))).toEqual({ is: 'unavailable', why: 'starttls_refused' });
    // It closes the connection on bytes that are not LDAP.
    expect(await enter(site.cert, ldaps(slapd.ldapPort))).toEqual({ is: 'unavailable', why: 'connection_failed' });
  });

  it('gives up on a server that hangs, uses the next one, and the first one again when it goes on', async () => {
    limits.ldapConnectTimeoutMs = 300;
    const [first, second] = [await start(await site.issue()), await start(await site.issue())];
    const servers = [first, second].map(({ ldapsPort }) => ldaps(ldapsPort));
    first.hang();
    expect(await enter(site.cert, ldaps(first.ldapsPort))).toEqual({ is: 'unavailable', why: 'timeout' });
    const both = settingsFor(site.cert, servers);
    expect(await authenticate(deps, both, { login: 'alice', password: PASSWORD })).toMatchObject({ is: 'person' });
    first.goOn();
    expect(await enter(site.cert, ldaps(first.ldapsPort))).toMatchObject({ is: 'person' });
  });
});
