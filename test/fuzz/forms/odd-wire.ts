import { between, bytesOf, pick } from '../run.ts';

type Random = () => number;

/** A request as sent over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** How the body is framed, if not as one length with all of its bytes. */
  framing?: 'too_short' | 'too_long' | 'chunked' | 'chunked_badly' | 'cut';
}

const CONTENT_TYPES = [
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'b'.repeat(500)}`,
  'multipart/form-data; boundary=a; boundary=b',
  'multipart/form-data; boundary="a b\\"c"',
  'multipart/mixed; boundary=a',
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain; charset=utf-16',
  'nonsense',
  '/',
];
const OTHER_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'identity'],
  ['Idempotency-Key', 'no uuid'],
  ['Idempotency-Key', `"${'0'.repeat(8)}-0000-0000-0000-000000000000"`],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer sk_live_unknown'],
  ['Accept', 'text/html'],
  ['Accept', '*/*;q=0'],
  ['Expect', '100-continue'],
  ['Expect', 'something-else'],
  ['Host', 'evil.example'],
  ['Cookie', 'a=b'],
  ['Origin', 'http://evil.example'],
  ['traceparent', 'x'],
  ['X-Forwarded-For', '1.2.3.4'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Upgrade', 'websocket'],
  ['Content-Range', 'bytes 0-1/2'],
];
const METHODS = ['PUT', 'PATCH', 'OPTIONS', 'TRACE'];

const BODY_BY_KIND: Record<string, (body: Buffer, random: Random) => Buffer> = {
  flips(body, random) {
    const copy = Buffer.from(body);
    for (let i = between(random, 1, 8); i > 0 && copy.length > 0; i--) {
      const at = between(random, 0, copy.length - 1);
      copy[at] = (copy[at] ?? 0) ^ (1 << between(random, 0, 7));
    }
    return copy;
  },
  cutBody: (body, random) => body.subarray(0, between(random, 0, body.length)),
  inserted(body, random) {
    const at = between(random, 0, body.length);
    const stray = pick(random, [Buffer.from('\r\n'), Buffer.from('--'), Buffer.from([0]), bytesOf(random, 40)]);
    return Buffer.concat([body.subarray(0, at), stray, body.subarray(at)]);
  },
  removed(body, random) {
    const at = between(random, 0, body.length);
    return Buffer.concat([body.subarray(0, at), body.subarray(at + between(random, 1, 60))]);
  },
  lineEnds: (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  preamble: (body) => Buffer.concat([Buffer.from('hello\r\n'), body, Buffer.from('goodbye')]),
  noEnd: (body) => body.subarray(0, Math.max(0, body.length - 4)),
  twice: (body) => Buffer.concat([body, body]),
  empty: () => Buffer.alloc(0),
  noise: (_body, random) => bytesOf(random, between(random, 1, 4_000)),
};
const BODY_KINDS = Object.keys(BODY_BY_KIND);
const FRAMINGS = ['too_short', 'too_long', 'chunked', 'chunked_badly', 'cut'] as const;

/** Changes the body, headers or framing of the request by one seeded fault, and returns its name. */
export function oddWire(request: WireRequest, random: Random): string {
  const which = random();
  if (which < 0.6) {
    const kind = pick(random, BODY_KINDS);
    request.body = BODY_BY_KIND[kind]?.(request.body, random) ?? request.body;
    return kind;
  }
  if (which < 0.75) {
    const type = pick(random, CONTENT_TYPES);
    request.headers['Content-Type'] = type;
    return `Content-Type ${type.slice(0, 60)}`;
  }
  if (which < 0.88) {
    const [name, value] = pick(random, OTHER_HEADERS);
    request.headers[name] = value;
    return `${name} ${value}`;
  }
  if (which < 0.9) {
    request.method = pick(random, METHODS);
    return request.method;
  }
  request.framing = pick(random, FRAMINGS);
  return request.framing;
}

/** Bytes of the form's end, for a body that consists of two forms. */
const LAST_BOUNDARY_BYTES = 8;

/** The bytes of a request, and whether its sender leaves before the body is complete. */
export function encodeRequest(request: WireRequest): { bytes: Buffer; endsEarly: boolean } {
  const { method, path, body, framing } = request;
  const [length, sent] = framed(body, framing);
  const headers = { ...request.headers, ...length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return { bytes: Buffer.concat([head, sent]), endsEarly: framing === 'too_long' || framing === 'cut' };
}

function framed(body: Buffer, framing: WireRequest['framing']): [Record<string, string>, Buffer] {
  const half = body.subarray(0, Math.floor(body.length / 2));
  switch (framing) {
    case 'too_short':
      // Never a complete form: Node cuts the connection at the bytes after it, so the client could not see whether the form was accepted.
      return [{ 'Content-Length': String(Math.max(0, half.length - LAST_BOUNDARY_BYTES)) }, body];
    case 'too_long':
      return [{ 'Content-Length': String(body.length + 1_000) }, body];
    case 'cut':
      return [{ 'Content-Length': String(body.length) }, half];
    case 'chunked':
      return [{ 'Transfer-Encoding': 'chunked', Trailer: 'X-After' }, chunks(body, 'X-After: 1\r\n')];
    case 'chunked_badly':
      return [{ 'Transfer-Encoding': 'chunked' }, Buffer.concat([Buffer.from('zz\r\n'), body])];
    default:
      return [{ 'Content-Length': String(body.length) }, body];
  }
}

/** Pieces of up to 1,000 bytes, each after its length (RFC 9112, section 7.1), and `trailers` at the end. */
export function chunks(body: Buffer, trailers = ''): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 1_000) {
    const piece = body.subarray(at, at + 1_000);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(`0\r\n${trailers}\r\n`)]);
}
