/** One message of syslog. Texts may hold anything: the formatter makes each legal for its place. */
export interface SyslogMessage {
  /** 0 to 23 (RFC 5424, table 1). */
  facility: number;
  /** 0 to 7 (RFC 5424, table 2). */
  severity: number;
  /** ms */
  atMs: number;
  /** Empty: unknown. The same for the next three. */
  hostname: string;
  appName: string;
  procId: string;
  msgId: string;
  /** Elements of structured data, in order. */
  data: readonly SyslogElement[];
  text: string;
}

export interface SyslogElement {
  /** An SD-ID: a name that IANA knows, or `name@<private enterprise number>`. */
  id: string;
  params: readonly (readonly [name: string, value: string])[];
}

/** The longest values of the header (RFC 5424, section 6). */
const HOSTNAME_MAX = 255;
const APP_NAME_MAX = 48;
const PROC_ID_MAX = 128;
export const MSG_ID_MAX = 32;
const SD_NAME_MAX = 32;
const NIL = '-';

/** Returns a message as RFC 5424 writes it, without framing. */
export function formatSyslog(message: SyslogMessage): Buffer {
  const { facility, severity, atMs, hostname, appName, procId, msgId, data, text } = message;
  const header = [
    `<${facility * 8 + severity}>1`,
    new Date(atMs).toISOString(),
    printable(hostname, HOSTNAME_MAX),
    printable(appName, APP_NAME_MAX),
    printable(procId, PROC_ID_MAX),
    printable(msgId, MSG_ID_MAX),
  ];
  const elements = data.map(({ id, params }) => `[${[sdName(id), ...params.map(formatParam)].join(' ')}]`).join('');
  return Buffer.from([...header, elements || NIL, plain(text)].join(' '));
}

/** Returns a message in its frame: its length in octets before it (RFC 5425, section 4.3; RFC 6587, section 3.4.1). */
export function frameSyslog(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** PRINTUSASCII, or the nil value. */
function printable(text: string, charsMax: number): string {
  return text.replaceAll(/[^!-~]/g, '').slice(0, charsMax) || NIL;
}

/** SD-NAME: printable, but no `=`, space, `]` or quotation mark. */
function sdName(text: string): string {
  return text.replaceAll(/[^!-~]|[=\]"]/g, '').slice(0, SD_NAME_MAX) || NIL;
}

function formatParam([name, value]: readonly [string, string]): string {
  return `${sdName(name)}="${plain(value).replaceAll(/["\\\]]/g, '\\$&')}"`;
}

/** Without control characters: receivers treat some of them as the end of a message. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
