import { LIMITS } from '../../../server/lib/limits.ts';
import { fakeFile } from '../../support/fake-engines.ts';
import { oddJson } from '../json/odd-json.ts';
import { between, bytesOf, pick } from '../run.ts';
import { type Form, type FormPart, part } from './form-parts.ts';
import { JSON_VALUES } from './right-forms.ts';

type Random = () => number;

const NAMES = [
  '',
  'documents',
  'documents[0]',
  'documents[][]',
  'documents[',
  'applicant[first_name]',
  'applicant[__proto__][admin]',
  '__proto__',
  'constructor',
  'constructor[prototype][a]',
  'toString',
  'Documents[]',
  'metadata[a][b][c][d][e][f][g][h]',
  'consent',
  'webhook_url',
  'unknown',
  'x'.repeat(99),
  'x'.repeat(70_000),
  'na\u0000me',
  'a"b',
  '\u202eabc',
];
const FILE_NAMES = [
  '',
  '../../etc/passwd',
  'C:\\a.jpg',
  'a\u0000.jpg',
  'x'.repeat(5_000),
  '.',
  '"',
  '\u202egpj.exe',
  '%00',
  'a;b=c',
];
const TEXTS = [
  '',
  'TRUE',
  'yes',
  '1',
  'null',
  '\u0000',
  'javascript:alert(1)',
  'http://',
  'http://a b',
  'ftp://x',
  `http://${'x'.repeat(3_000)}`,
];
const HEADERS = [
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: nonsense',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: multipart/mixed; boundary=inner',
  'Content-Type:',
  'Content-Disposition: form-data; name="metadata"',
  'no colon at all',
  ': no name',
  ' folded',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-\u0000: 1',
];
const DISPOSITIONS = [
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; name="applicant"',
  'Content-Disposition:',
  'Content-Disposition: form-data; name=applicant; name=metadata',
  'Content-Disposition: form-data; name="documents[]"; filename*=UTF-8\'\'%ff%00a.jpg',
  'Content-Disposition: form-data; name="documents[]"; filename',
  'Content-Disposition: form-data; name="documents[]"; filename="unended',
  'content-disposition:form-data;name="documents[]";filename=x',
];
/** Files of the kinds that the vault takes, and of kinds that it refuses. */
const FILES: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from([0xff]),
  () => Buffer.from([0xff, 0xd8, 0xff]),
  () => Buffer.from('GIF89a'),
  () => Buffer.from('<html>'),
  () => Buffer.from('%PDF-1.7 nonsense'),
  () => fakeFile({ pages: 2 }, 'pdf'),
  () => fakeFile({ pages: 0 }, 'pdf'),
  () => fakeFile({ encrypted: true }, 'pdf'),
  () => fakeFile({ undecodable: true }),
  () => fakeFile({ width: 10, height: 10 }, 'png'),
  (random) => bytesOf(random, between(random, 1, 9_000)),
  (random) => Buffer.concat([fakeFile({}), Buffer.alloc(between(random, 1, 200_000), ' ')]),
];

const BY_KIND: Record<string, (form: Form, random: Random) => void> = {
  twice({ parts }, random) {
    parts.splice(between(random, 0, parts.length), 0, pick(random, parts));
  },
  missing({ parts }, random) {
    parts.splice(between(random, 0, parts.length - 1), 1);
  },
  order({ parts }, random) {
    parts.sort(() => random() - 0.5);
  },
  name({ parts }, random) {
    const at = between(random, 0, parts.length - 1);
    const body = parts[at]?.body ?? Buffer.alloc(0);
    const isFile = random() < 0.5;
    parts[at] = part(pick(random, NAMES), body, isFile ? { fileName: 'a' } : {});
  },
  fileName({ parts }, random) {
    const at = between(random, 0, parts.length - 1);
    const body = parts[at]?.body ?? Buffer.alloc(0);
    parts[at] = part(nameOf(parts[at]), body, { fileName: pick(random, FILE_NAMES) });
  },
  fileNameBytes({ parts }, random) {
    const header = pick(random, parts).headers[0];
    if (header) pick(random, parts).headers[0] = Buffer.concat([header, bytesOf(random, 3)]);
  },
  disposition({ parts }, random) {
    pick(random, parts).headers[0] = Buffer.from(pick(random, DISPOSITIONS));
  },
  header({ parts }, random) {
    const { headers } = pick(random, parts);
    headers.splice(between(random, 0, headers.length), 0, Buffer.from(pick(random, HEADERS)));
  },
  manyHeaders({ parts }, random) {
    const { headers } = pick(random, parts);
    for (let i = between(random, 15, 2_500); i > 0; i--) headers.push(Buffer.from(`X-${i}: ${i}`));
  },
  noHeaders({ parts }, random) {
    pick(random, parts).headers.length = 0;
  },
  json({ parts }, random) {
    const jsons = parts.filter((one) => nameOf(one) in JSON_VALUES);
    const chosen = pick(random, jsons);
    if (chosen) chosen.body = oddJson(JSON.parse(chosen.body.toString()), random).bytes;
  },
  text({ parts }, random) {
    const chosen = pick(random, parts);
    chosen.body = Buffer.from(pick(random, TEXTS));
  },
  noUtf8({ parts }, random) {
    const chosen = pick(random, parts);
    chosen.body = Buffer.concat([chosen.body, Buffer.from('ff', 'hex')]);
  },
  huge({ parts }, random) {
    pick(random, parts).body = Buffer.alloc(LIMITS.jsonPartBytesMax + between(random, -1, 1), '[');
  },
  file({ parts }, random) {
    const chosen = pick(random, parts.filter(isFile));
    if (chosen) chosen.body = pick(random, FILES)(random);
  },
  manyFiles({ parts }, random) {
    const body = fakeFile();
    for (let i = between(random, 7, 14); i > 0; i--) parts.push(part('documents[]', body, { fileName: `${i}.jpg` }));
  },
  manyParts({ parts }, random) {
    for (let i = between(random, 10, 60); i > 0; i--) parts.push(part(`extra${i}`, 'x'));
  },
  none({ parts }) {
    parts.length = 0;
  },
};

const KINDS = Object.keys(BY_KIND);

/** Changes the form by one seeded fault out of many kinds, and returns the name of the fault. */
export function oddPart(form: Form, random: Random): string {
  if (form.parts.length === 0) return 'nothing';
  const kind = pick(random, KINDS);
  try {
    BY_KIND[kind]?.(form, random);
    return kind;
  } catch (error) {
    // An earlier fault left no JSON to change.
    if (error instanceof SyntaxError) return 'nothing';
    throw error;
  }
}

const nameOf = (one: FormPart | undefined): string =>
  /name="([^"]*)"/.exec(one?.headers[0]?.toString('latin1') ?? '')?.[1] ?? '';

const isFile = (one: FormPart): boolean => /filename/.test(one.headers[0]?.toString('latin1') ?? '');
