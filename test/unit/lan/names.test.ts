import { describe, expect, it } from 'vitest';
import { certificateNames, namesHost, readName, urlOf } from '../../../server/lan/names.ts';

describe('a name that is typed', () => {
  it.each([
    [' Custos.Example.Org. ', 'custos.example.org'],
    ['empfang.b\u00fcro.example', 'empfang.xn--bro-hoa.example'],
    ['192.168.1.10', '192.168.1.10'],
    ['FD00:0:0::2', 'fd00::2'],
  ])('%j is written in a certificate as %j', (typed, name) => expect(readName(typed)).toBe(name));

  it.each([
    '',
    ' ',
    '*.example.org',
    'a b',
    'a..b',
    '-a',
    'a-',
    '1.2.3',
    '1.2.3.4.5',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'a@b',
    'a%62',
    'https://a',
    'a:8443',
    `${'a'.repeat(64)}`,
    '[fd00::2]',
    `${'a.'.repeat(127)}aa`,
  ])('%j is none', (typed) => expect(readName(typed)).toBeNull());
});

describe('the names of a certificate', () => {
  it('are its host names and addresses, in the form that browsers write', () => {
    const text =
      'DNS:A.Example, DNS:*.b.example, IP Address:10.0.0.7, IP Address:FD00:0:0:0:0:0:0:2, email:x@y.z, URI:https://c.example';
    expect(certificateNames(text)).toEqual(['a.example', '*.b.example', '10.0.0.7', 'fd00::2']);
    expect(certificateNames(undefined)).toEqual([]);
  });

  it('are not what somebody put into another one (CVE-2021-44532)', () => {
    expect(certificateNames('DNS:"a.example, DNS:evil.example"')).toEqual([]);
    expect(certificateNames('DNS:*.*.example, DNS:*, DNS:a.*.example')).toEqual([]);
  });

  it.each([
    ['a.example', true],
    ['x.b.example', true],
    ['b.example', false],
    ['x.y.b.example', false],
    ['10.0.0.7', true],
    ['10.0.0.8', false],
    ['fd00::2', true],
    ['*.b.example', false],
    ['', false],
  ])('answer to %j: %j', (host, answers) => {
    expect(namesHost(['a.example', '*.b.example', '10.0.0.7', 'fd00::2'], host)).toBe(answers);
  });

  it('are typed in a browser with the port, but for that of HTTPS', () => {
    expect(urlOf('a.example', 8443)).toBe('https://a.example:8443');
    expect(urlOf('fd00::2', 443)).toBe('https://[fd00::2]');
  });
});
