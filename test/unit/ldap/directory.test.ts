import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLdap } from '../../../server/ldap/connection.ts';
import { authenticate, checkServers, type LdapSettings, readPerson } from '../../../server/ldap/directory.ts';
import { searchForLogin } from '../../../server/ldap/templates.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import {
  ACCOUNT,
  type Authority,
  deps,
  dialHere,
  GROUPS,
  GUID,
  ldaps,
  newAuthority,
  PASSWORD,
  PEOPLE,
  settingsFor,
  startBank,
  startTls,
  waits,
} from '../../support/ldap/people.ts';
import { hasSlapd, type Slapd, SUFFIX, WHY_NO_SLAPD } from '../../support/ldap/slapd.ts';
import { skipUnless } from '../../support/skip.ts';

const AD = `cn=ad,${PEOPLE}`;
const ALICE = `uid=alice,${PEOPLE}`;

describe('with slapd', skipUnless(hasSlapd, WHY_NO_SLAPD), () => {
  let site: Authority;
  let slapd: Slapd;
  let settings: LdapSettings;
  let adSettings: LdapSettings;
  beforeAll(async () => {
    site = await newAuthority();
    slapd = await startBank(await site.issue());
    settings = settingsFor(site.cert, [ldaps(slapd.ldapsPort)]);
    adSettings = {
      ...settings,
      userFilter: '(|(sAMAccountName={login})(userPrincipalName={login}@bank.example))',
      identity: 'objectGUID',
      nameAttribute: 'displayName',
    };
  });
  afterAll(() => slapd?.stop());

  const enter = (login: string, password = PASSWORD, change: Partial<LdapSettings> = {}) =>
    authenticate(deps, { ...settings, ...change }, { login, password });
  const set = (dn: string, values: Record<string, string[]>): Promise<void> =>
    slapd.asRoot((client) =>
      client.modify(
        dn,
        Object.entries(values).map(
          ([type, texts]) => new Change({ operation: 'replace', modification: new Attribute({ type, values: texts }) }),
        ),
      ),
    );

  it('lets in a person with the right password over both kinds of TLS, with identity, name and groups', async () => {
    for (const server of [ldaps(slapd.ldapsPort), startTls(slapd.ldapPort)]) {
      expect(await enter('alice', PASSWORD, { servers: [server] })).toEqual({
        is: 'person',
        person: {
          identity: expect.stringMatching(/^[\da-f-]{36}$/),
          login: 'alice',
          name: 'Alice Martin',
          groups: [`cn=reviewers,${GROUPS}`],
        },
      });
    }
    expect(await enter('ALICE')).toMatchObject({ is: 'person', person: { name: 'Alice Martin' } });
  });

  it('refuses a wrong password and an unknown login after the same time', async () => {
    waits.length = 0;
    const began = performance.now();
    expect(await enter('alice', 'wrong')).toEqual({ is: 'refused', why: 'wrong_password' });
    const wrongMs = performance.now() - began;
    expect(await enter('nobody', 'wrong')).toEqual({ is: 'refused', why: 'not_found' });
    const unknownMs = performance.now() - began - wrongMs;
    const [first = 0, second = 0] = waits;
    expect(waits).toHaveLength(2);
    expect(wrongMs).toBeLessThan(LIMITS.ldapRefusalStepMs);
    expect(Math.abs(first + wrongMs - (second + unknownMs))).toBeLessThan(20);
    expect(first + wrongMs).toBeGreaterThan(LIMITS.ldapRefusalStepMs - 20);
  });

  it('refuses two entries with the same value', async () => {
    const outcome = await enter('twin@bank.example', PASSWORD, { userFilter: '(mail={login})' });
    expect(outcome).toEqual({ is: 'refused', why: 'several_found' });
  });

  it('refuses a disabled, expired or locked account at the login and when it is read again', async () => {
    const usual = { userAccountControl: ['512'], accountExpires: ['0'], lockoutTime: ['0'] };
    const before = await authenticate(deps, adSettings, { login: 'ad', password: PASSWORD });
    expect(before).toMatchObject({ is: 'person', person: { identity: GUID.toString('hex'), name: 'Ada Directory' } });
    const cases: [Record<string, string[]>, string][] = [
      [{ userAccountControl: ['514'] }, 'disabled'],
      [{ nsAccountLock: ['TRUE'] }, 'disabled'],
      [{ accountExpires: ['133000000000000000'] }, 'expired'],
      [{ lockoutTime: ['133000000000000000'] }, 'locked'],
      [{ 'msDS-User-Account-Control-Computed': ['16'] }, 'locked'],
    ];
    for (const [values, why] of cases) {
      await set(AD, values);
      const refused = { is: 'refused', why };
      expect(await authenticate(deps, adSettings, { login: 'ad', password: PASSWORD })).toEqual(refused);
      expect(await readPerson(deps, adSettings, GUID.toString('hex'))).toEqual(refused);
      await set(AD, { ...Object.fromEntries(Object.keys(values).map((name) => [name, []])), ...usual });
    }
    expect(await readPerson(deps, adSettings, GUID.toString('hex'))).toEqual(before);
  });

  it('refuses accounts that shadow or the password policy of OpenLDAP closed', async () => {
    const { person } = (await enter('bob')) as { person: { identity: string } };
    await set(`uid=bob,${PEOPLE}`, { shadowExpire: ['19000'] });
    expect(await enter('bob')).toEqual({ is: 'refused', why: 'expired' });
    await set(`uid=bob,${PEOPLE}`, { shadowExpire: [], pwdAccountLockedTime: ['000001010000Z'] });
    expect(await enter('bob')).toEqual({ is: 'refused', why: 'locked' });
    expect(await readPerson(deps, settings, person.identity)).toEqual({ is: 'refused', why: 'locked' });
    await set(`uid=bob,${PEOPLE}`, { pwdAccountLockedTime: [] });
    expect(await enter('bob')).toMatchObject({ is: 'person' });
  });

  it('sees changed groups, a new name and a removed person under the same identity', async () => {
    await slapd.asRoot((client) =>
      client.add(`uid=carol,${PEOPLE}`, {
        objectClass: 'inetOrgPerson',
        uid: 'carol',
        cn: 'Carol',
        sn: 'C',
        userPassword: PASSWORD,
      }),
    );
    const { person } = (await enter('carol')) as { person: { identity: string; groups: string[] } };
    expect(person.groups).toEqual([]);
    await slapd.asRoot((client) =>
      client.modify(
        `cn=reviewers,${GROUPS}`,
        new Change({
          operation: 'add',
          modification: new Attribute({ type: 'member', values: [`uid=carol,${PEOPLE}`] }),
        }),
      ),
    );
    await set(`uid=carol,${PEOPLE}`, { cn: ['Carol New'] });
    expect(await readPerson(deps, settings, person.identity)).toEqual({
      is: 'person',
      person: { identity: person.identity, login: 'carol', name: 'Carol New', groups: [`cn=reviewers,${GROUPS}`] },
    });
    await slapd.asRoot((client) => client.del(`uid=carol,${PEOPLE}`));
    expect(await readPerson(deps, settings, person.identity)).toEqual({ is: 'refused', why: 'not_found' });
    expect(await enter('carol')).toEqual({ is: 'refused', why: 'not_found' });
    // The same name again is another person.
    await slapd.asRoot((client) =>
      client.add(`uid=carol,${PEOPLE}`, {
        objectClass: 'inetOrgPerson',
        uid: 'carol',
        cn: 'Carol',
        sn: 'C',
        userPassword: PASSWORD,
      }),
    );
    const again = (await enter('carol')) as { person: { identity: string } };
    expect(again.person.identity).not.toBe(person.identity);
  });

  it('reads a person again only if the filter for people still fits', async () => {
    const { person } = (await enter('alice')) as { person: { identity: string } };
    const userFilter = `(&(uid={login})(memberOf=cn=reviewers,${GROUPS})(!(description=left)))`;
    expect(await readPerson(deps, { ...settings, userFilter }, person.identity)).toMatchObject({ is: 'person' });
    await set(ALICE, { description: ['left'] });
    expect(await readPerson(deps, { ...settings, userFilter }, person.identity)).toEqual({
      is: 'refused',
      why: 'not_found',
    });
    await set(ALICE, { description: [] });
  });

  it('finds groups by each kind of membership', async () => {
    const groups = (member: 'member' | 'uniqueMember' | 'memberUid') =>
      ({ by: 'search', base: GROUPS, member, nested: false }) as const;
    const groupsOf = async (login: string, member: 'member' | 'uniqueMember' | 'memberUid') =>
      ((await enter(login, PASSWORD, { groups: groups(member) })) as { person: { groups: string[] } }).person.groups;
    expect(await groupsOf('bob', 'member')).toEqual([`cn=reviewers,${GROUPS}`]);
    expect(await groupsOf('bob', 'uniqueMember')).toEqual([`cn=auditors,${GROUPS}`]);
    expect(await groupsOf('alice', 'memberUid')).toEqual([`cn=posix,${GROUPS}`]);
    expect(await groupsOf('bob', 'memberUid')).toEqual([]);
  });

  it('identifies a person by the distinguished name if the settings say so', async () => {
    const byDn = { identity: 'dn' as const };
    expect(await enter('alice', PASSWORD, byDn)).toMatchObject({ person: { identity: ALICE } });
    expect(await readPerson(deps, { ...settings, ...byDn }, ALICE)).toMatchObject({ is: 'person' });
    const gone = await readPerson(deps, { ...settings, ...byDn }, `uid=gone,${PEOPLE}`);
    expect(gone).toEqual({ is: 'refused', why: 'not_found' });
  });

  it('checks a password directly under a name made from the login, with and without an account', async () => {
    const direct = { directName: `uid={login},${PEOPLE}` };
    const alone = { ...direct, account: null };
    for (const change of [direct, alone]) {
      expect(await enter('o,brien', PASSWORD, change)).toMatchObject({ person: { name: 'Pat O,Brien' } });
      expect(await enter('alice', 'wrong', change)).toEqual({ is: 'refused', why: 'wrong_password' });
      expect(await enter(`alice,${PEOPLE}`, PASSWORD, change)).toEqual({ is: 'refused', why: 'wrong_password' });
    }
    const { person } = (await enter('alice', PASSWORD, alone)) as { person: { identity: string } };
    const again = await readPerson(deps, { ...settings, ...alone }, person.identity);
    expect(again).toEqual({ is: 'unavailable', why: 'account_refused' });
  });

  it('refuses a direct login whose name leads to another entry than the filter', async () => {
    await set(`uid=bob,${PEOPLE}`, { userPassword: ["bob's own password"] });
    const change = { directName: `uid={login},${PEOPLE}`, userFilter: '(description={login})' };
    await set(`uid=twin1,${PEOPLE}`, { description: ['bob'] });
    expect(await enter('bob', "bob's own password", change)).toEqual({ is: 'refused', why: 'wrong_password' });
    await set(`uid=bob,${PEOPLE}`, { userPassword: [PASSWORD] });
  });

  it('says that the account or a base is wrong', async () => {
    const away = (why: string) => ({ is: 'unavailable', why });
    const account = { ...ACCOUNT, password: 'wrong' };
    expect(await enter('alice', PASSWORD, { account })).toEqual(away('account_refused'));
    expect(await enter('alice', PASSWORD, { account: { ...ACCOUNT, password: '' } })).toEqual(away('account_refused'));
    expect(await enter('alice', PASSWORD, { userBase: `ou=none,${SUFFIX}` })).toEqual(away('base_unknown'));
    const server = ldaps(slapd.ldapsPort);
    expect(await checkServers(deps, settings)).toEqual([{ server, fault: null }]);
    expect(await checkServers(deps, { ...settings, account })).toEqual([{ server, fault: 'account_refused' }]);
    const groups = { by: 'search', base: `ou=none,${SUFFIX}`, member: 'member', nested: false } as const;
    expect(await checkServers(deps, { ...settings, groups })).toEqual([{ server, fault: 'base_unknown' }]);
  });

  describe('hostile text', () => {
    const HOSTILE = [
      '*',
      'a*',
      '*)(uid=*',
      '*)(uid=*))(|(uid=*',
      'alice)(|(objectClass=*',
      'alice)(cn=*))',
      '*))%00',
      'alice\0',
      '\0',
      '\0alice',
      'alice\\00',
      '\\2a',
      '\\61lice',
      'alice)',
      '(alice',
      'alice&',
      '|(uid=alice)',
      '!(uid=x)',
      'uid=alice',
      ALICE,
      'alice,ou=people',
      'alice+cn=Alice',
      '"alice"',
      '#616c696365',
      'ａlice',
      'ALI\u00adCE',
      'al\u200bice',
      'alice\u202e',
      'ali\u0301ce',
      ' alice',
      'alice ',
      'al ice',
      '\talice',
      'alice\n',
      '   ',
      '',
      'x'.repeat(10_000),
      '*'.repeat(200),
      '('.repeat(200),
      '\ud800',
      'PLAIN',
      'EXTERNAL',
      'jose',
    ];

    it('lets in no login of that kind, and none as a password', async () => {
      for (const text of HOSTILE) {
        for (const change of [{}, { directName: `uid={login},${PEOPLE}` }, { directName: '{login}' }]) {
          expect(await enter(text, PASSWORD, change), JSON.stringify(text)).toMatchObject({ is: 'refused' });
        }
        expect(await enter('alice', text), JSON.stringify(text)).toMatchObject({ is: 'refused' });
      }
    });

    it('finds no entry with a filter of that kind, except by texts that the directory itself takes for the same', async () => {
      const connection = await openLdap(dialHere, ldaps(slapd.ldapsPort), site.cert, performance.now() + 20_000);
      await connection.bind(ACCOUNT.name, ACCOUNT.password);
      const found: Record<string, string[]> = {};
      for (const text of HOSTILE) {
        for (const template of ['(uid={login})', '(&(objectClass=person)(|(uid={login})(mail={login})))']) {
          const { filter } = searchForLogin(template, text);
          const { entries } = await connection.search({
            base: SUFFIX,
            scope: 'sub',
            filter,
            attributes: ['1.1'],
            entriesMax: 100,
          });
          if (entries.length > 0) found[text] = entries.map(({ dn }) => dn);
        }
      }
      connection.close();
      // RFC 4518: widths and spaces around. Such a login is refused all the same.
      const same = Object.keys(found);
      expect(same).toEqual(['ａlice', ' alice', 'alice ']);
      expect(Object.values(found)).toEqual(same.map(() => [ALICE]));
    });

    it('sends nothing to the directory for an empty password, one with NUL, or a login that cannot be', async () => {
      let dialled = 0;
      const counting = {
        ...deps,
        dial: async () => {
          dialled += 1;
          throw new Error('dialled');
        },
      };
      for (const [login, password] of [
        ['alice', ''],
        ['alice', '\0'],
        ['alice', 'x\0'],
        ['alice', 'x'.repeat(1_000)],
        ['', 'x'],
        [' ', 'x'],
        ['a\0', 'x'],
        ['x'.repeat(255), 'x'],
      ] as const) {
        expect(await authenticate(counting, settings, { login, password })).toEqual({
          is: 'refused',
          why: 'login_not_allowed',
        });
      }
      expect(dialled).toBe(0);
    });

    it('takes a password of spaces for a password', async () => {
      expect(await enter('alice', '   ')).toEqual({ is: 'refused', why: 'wrong_password' });
    });
  });
});
