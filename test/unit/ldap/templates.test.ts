import { BerWriter } from 'ldapts';
import { expect, it } from 'vitest';
import { comparableDn, escapeDnValue, fillName } from '../../../server/ldap/names.ts';
import { filterForAnyone, filterProblem, searchForLogin } from '../../../server/ldap/templates.ts';
import { item } from '../../support/ldap/fake-server.ts';

const EQUALITY = 0xa3;

function bytesOf(filter: { write(writer: BerWriter): void }): Buffer {
  const writer = new BerWriter();
  filter.write(writer);
  return writer.buffer;
}

it('sends a login as the one value of a comparison, whatever its characters', () => {
  for (const login of ['alice', '*', '*)(uid=*', 'a\\2a', '(', ')', '\0', 'é', 'x'.repeat(500), '{login}', '$&']) {
    const expected = item(EQUALITY, item(0x04, 'uid'), item(0x04, login));
    const sent = bytesOf(searchForLogin('(uid={login})', login).filter);
    // Long lengths are written in fewer bytes there.
    expect(sent.toString('latin1').endsWith(Buffer.from(login).toString('latin1'))).toBe(true);
    if (login.length < 100) expect(sent.toString('hex')).toBe(expected.toString('hex'));
    expect(sent[0]).toBe(EQUALITY);
  }
});

it('puts the login into each comparison that names it, and remembers what the entry must hold', () => {
  const { filter, typed } = searchForLogin(
    '(&(objectClass=user)(|(sAMAccountName={login})(userPrincipalName={login}@bank.example)))',
    'ada',
  );
  expect(filter.toString()).toBe('(&(objectClass=user)(|(sAMAccountName=ada)(userPrincipalName=ada@bank.example)))');
  expect(typed).toEqual([
    { attribute: 'samaccountname', value: 'ada' },
    { attribute: 'userprincipalname', value: 'ada@bank.example' },
  ]);
});

it('keeps every other condition for people who are read again', () => {
  const filter = filterForAnyone('(&(objectClass=user)(uid={login})(!(description=left)))');
  expect(filter.toString()).toBe('(&(objectClass=user)(uid=*)(!(description=left)))');
});

it('accepts filters that compare the login, and no others', () => {
  for (const good of [
    '(uid={login})',
    'uid={login}',
    '(&(a=*)(|(uid={login})(mail={login}@x))(!(b=c)))',
    '(cn=É{login})',
  ]) {
    expect(filterProblem(good), good).toBeNull();
  }
  for (const [bad, problem] of [
    ['', 'not_a_filter'],
    ['(uid={login}', 'not_a_filter'],
    ['(uid={login}))', 'not_a_filter'],
    ['((uid={login}))', 'not_a_filter'],
    ['(cn=\\c3\\a9{login})', 'not_a_filter'],
    ['(uid=alice)', 'no_login'],
    ['(objectClass=*)', 'no_login'],
    ['(uid={login}*)', 'login_not_compared'],
    ['(uid=*{login})', 'login_not_compared'],
    ['(!(uid={login}))', 'login_not_compared'],
    ['(uid>={login})', 'login_not_compared'],
    ['(uid~={login})', 'login_not_compared'],
    ['(uid:caseIgnoreMatch:={login})', 'login_not_compared'],
    ['(&(uid={login})(cn={login}*))', 'login_not_compared'],
  ] as const) {
    expect(filterProblem(bad), bad).toBe(problem);
  }
});

it('escapes values of distinguished names (RFC 4514)', () => {
  for (const [value, escaped] of [
    ['James "Jim" Smith, III', 'James \\"Jim\\" Smith\\, III'],
    ['a+b;c<d>e=f\\g', 'a\\+b\\;c\\<d\\>e\\=f\\\\g'],
    ['#1', '\\#1'],
    ['a#', 'a#'],
    [' a ', '\\ a\\ '],
    [' ', '\\ '],
    ['  ', '\\ \\ '],
    ['a\0b', 'a\\00b'],
    ['é', 'é'],
    ['', ''],
  ] as const) {
    expect(escapeDnValue(value)).toBe(escaped);
  }
});

it('fills a name of a person, and refuses odd logins where nothing escapes them', () => {
  expect(fillName('uid={login},ou=people', 'a,ou=admins')).toBe('uid=a\\,ou\\=admins,ou=people');
  expect(fillName('uid={login},ou=people', '$&')).toBe('uid=$&,ou=people');
  expect(fillName('{login}@bank.example', 'ada.b-c_1')).toBe('ada.b-c_1@bank.example');
  expect(fillName('BANK\\{login}', 'zoë')).toBe('BANK\\zoë');
  for (const odd of ['ada@other.example', 'OTHER\\ada', 'a b', '', '.', 'cn=x', 'a\0', 'a,b', '*']) {
    expect(fillName('{login}@bank.example', odd), odd).toBeNull();
  }
});

it('compares distinguished names without case and spaces', () => {
  for (const [one, other] of [
    ['CN=Risk, OU=Groups,DC=bank', 'cn=risk,ou=groups,dc=bank'],
    ['CN = A + SN = B ,DC=x', 'cn=a+sn=b,dc=x'],
    ['cn=É', 'CN=E\u0301'],
  ] as const) {
    expect(comparableDn(one)).toBe(comparableDn(other));
  }
  expect(comparableDn('CN=Risk\\, Compliance,DC=bank')).toBe('cn=risk\\, compliance,dc=bank');
  expect(comparableDn('cn=a\\ ,dc=b')).not.toBe(comparableDn('cn=a,dc=b'));
  expect(comparableDn('cn=a\\,dc=b')).not.toBe(comparableDn('cn=a,dc=b'));
});
