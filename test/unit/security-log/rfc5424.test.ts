import { describe, expect, it } from 'vitest';
import { formatSyslog, frameSyslog, type SyslogMessage } from '../../../server/security-log/rfc5424.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { parseSyslog, unframe } from '../../support/syslog.ts';

const PLAIN: SyslogMessage = {
  facility: 13,
  severity: 5,
  atMs: Date.UTC(2003, 9, 11, 22, 14, 15, 3),
  hostname: 'mymachine.example.com',
  appName: 'evntslog',
  procId: '',
  msgId: 'ID47',
  data: [],
  text: '',
};

describe('a message of syslog', () => {
  it('is written as the examples of RFC 5424 are (section 6.5)', () => {
    const params = [
      ['iut', '3'],
      ['eventSource', 'Application'],
      ['eventID', '1011'],
    ] as const;
    const example = {
      ...PLAIN,
      facility: 20,
      data: [
        { id: 'exampleSDID@32473', params },
        { id: 'examplePriority@32473', params: [['class', 'high']] as const },
      ],
    };
    // Example 4, and example 1 without the byte order mark.
    expect(formatSyslog(example).toString()).toBe(
      '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"] ',
    );
    expect(
      formatSyslog({
        ...PLAIN,
        facility: 4,
        severity: 2,
        appName: 'su',
        text: "'su root' failed for lonvick on /dev/pts/8",
      }).toString(),
    ).toBe(
      "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - 'su root' failed for lonvick on /dev/pts/8",
    );
  });

  it('has the nil value where nothing is known, and escapes what ends a value', () => {
    const value = 'a "b" [c] \\d';
    const message = formatSyslog({
      ...PLAIN,
      hostname: '',
      msgId: '\u00e9',
      data: [{ id: 'x@32473', params: [['v', value]] }],
    });
    expect(message.toString()).toContain(' - evntslog - - [x@32473 v="a \\"b\\" [c\\] \\\\d"] ');
    expect(parseSyslog(message).data['x@32473']?.['v']).toBe(value);
  });

  it('follows the grammar whatever its texts are, and loses nothing but control characters', () => {
    const seed = testSeed();
    console.info(`Texts of syslog: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const characters = [...'ab ]["\\=@-<>\u00e9\u{1F512}\u4e2d\n\r\0\t\u007f\u0085'];
    const draw = (): string =>
      Array.from(
        { length: Math.floor(random() * 400) },
        () => characters[Math.floor(random() * characters.length)],
      ).join('');
    for (let round = 0; round < 500; round++) {
      const [value, text] = [draw(), draw()];
      const message = formatSyslog({
        ...PLAIN,
        facility: round % 24,
        severity: round % 8,
        hostname: draw(),
        appName: draw(),
        procId: draw(),
        msgId: draw(),
        data: [{ id: 'drawn@32473', params: [['value', value]] }],
        text,
      });
      const parsed = parseSyslog(message);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
      const plain = (drawn: string): string => drawn.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
      expect(parsed).toMatchObject({ facility: round % 24, severity: round % 8, text: plain(text) });
      expect(parsed.data['drawn@32473']).toEqual({ value: plain(value) });
      expect(unframe(frameSyslog(message))).toEqual({ messages: [message], rest: Buffer.alloc(0) });
    }
  });

  it.each([
    ['a name without an enterprise number', '[x a="1"]'],
    ['a quotation mark that is not escaped', '[x@1 a="1"2"]'],
    ['a bracket that is not escaped', '[x@1 a="]"]'],
    ['a name with a space', '[x y@1 a="1"]'],
    ['the same name twice', '[x@1 a="1"][x@1 a="2"]'],
  ])('is refused by the parser of these tests if it has %s', (_, data) => {
    const header = '<109>1 2026-01-15T12:00:00.000Z host custos 1 key.created ';
    expect(parseSyslog(Buffer.from(`${header}[x@1 a="1"] text`)).msgId).toBe('key.created');
    expect(() => parseSyslog(Buffer.from(`${header}${data} text`))).toThrow();
  });
});
