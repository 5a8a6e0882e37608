import { createHash } from 'node:crypto';

/** Writes PDF files object by object (ISO 32000-1), so that tests can contain what no writer would produce. */

export interface PdfObject {
  dictionary: string;
  stream?: Uint8Array;
}

export interface EncryptOptions {
  /** Empty: the file opens without a password, and the owner password only protects permissions. */
  userPassword: string;
  ownerPassword: string;
}

const FILE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

/** A file of the objects 1, 2, ...; object 1 is the catalog. */
export function pdfFile(objects: PdfObject[], encrypt?: EncryptOptions): Buffer {
  const security = encrypt === undefined ? null : standardSecurity(encrypt);
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  const all = security === null ? objects : [...objects, { dictionary: security.dictionary }];
  for (const [i, object] of all.entries()) {
    offsets.push(length);
    const { stream } = object;
    const bytes = stream !== undefined && security !== null ? security.encrypt(i + 1, stream) : stream;
    const dictionary =
      bytes === undefined ? object.dictionary : object.dictionary.replace(/^<</, `<< /Length ${bytes.length}`);
    add(Buffer.from(`${i + 1} 0 obj\n${dictionary}\n`, 'latin1'));
    if (bytes !== undefined) add(Buffer.concat([Buffer.from('stream\n'), bytes, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encryptEntry = security === null ? '' : `/Encrypt ${all.length} 0 R `;
  const id = FILE_ID.toString('hex');
  const trailer = `<< /Size ${all.length + 1} /Root 1 0 R ${encryptEntry}/ID [<${id}> <${id}>] >>`;
  const table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}

export interface PageOptions {
  /** In units of 1/72 inch. */
  width?: number;
  height?: number;
  pages?: number;
  /** Further objects, numbered from 5. */
  objects?: PdfObject[];
  /** Content of the page's /Resources. */
  resources?: string;
  encrypt?: EncryptOptions;
}

/** A file whose pages all show `content` (the operators of a content stream). */
export function pdfPage(content: string, options: PageOptions = {}): Buffer {
  const { width = 612, height = 792, pages = 1, objects = [], resources = '' } = options;
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << ${resources} >> >>`;
  return pdfFile(
    [
      { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dictionary: `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>` },
      { dictionary: page },
      { dictionary: '<< >>', stream: Buffer.from(content, 'latin1') },
      ...objects,
    ],
    options.encrypt,
  );
}

/** A page with the image's own proportions that shows it from edge to edge, as a scanner writes it. */
export function pdfOfImage(
  data: Uint8Array,
  width: number,
  height: number,
  filter: string,
  page?: PageOptions,
): Buffer {
  const dictionary = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ${filter} >>`;
  const pageHeight = Math.round((612 * height) / width);
  return pdfPage(`q 612 0 0 ${pageHeight} 0 0 cm /Im Do Q`, {
    height: pageHeight,
    objects: [{ dictionary, stream: data }],
    resources: '/XObject << /Im 5 0 R >>',
    ...page,
  });
}

/** The font `F` of a page's resources, which the file itself does not contain. */
export const HELVETICA = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

/** Forms that each draw the next one ten times. A few kilobytes draw `innermost` ten to the power of `depth` times. */
export function pdfOfNestedForms(depth: number, innermost = '0 0 100 100 re f'): Buffer {
  const form = (i: number): PdfObject => {
    const last = i === depth - 1;
    const inner = last ? innermost : '/Fm Do '.repeat(10);
    const resources = last ? HELVETICA : `/XObject << /Fm ${6 + i} 0 R >>`;
    return {
      dictionary: `<< /Type /XObject /Subtype /Form /BBox [0 0 600 600] /Resources << ${resources} >> >>`,
      stream: Buffer.from(inner),
    };
  };
  return pdfPage('/Fm Do', {
    objects: Array.from({ length: depth }, (_, i) => form(i)),
    resources: '/XObject << /Fm 5 0 R >>',
  });
}

const PASSWORD_PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -64;

/** The standard security handler, revision 2, 40-bit RC4 (ISO 32000-1, 7.6.3). */
function standardSecurity({ userPassword, ownerPassword }: EncryptOptions): {
  dictionary: string;
  encrypt(objectNumber: number, data: Uint8Array): Buffer;
} {
  const user = padPassword(userPassword);
  const owner = rc4(md5(padPassword(ownerPassword)).subarray(0, 5), user);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([user, owner, permissions, FILE_ID])).subarray(0, 5);
  const check = rc4(key, PASSWORD_PAD);
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${check.toString('hex')}> /P ${PERMISSIONS} >>`,
    encrypt: (objectNumber, data) => {
      const salt = Buffer.from([objectNumber & 255, objectNumber >> 8, 0, 0, 0]);
      return rc4(md5(Buffer.concat([key, salt])).subarray(0, 10), data);
    },
  };
}

function padPassword(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PASSWORD_PAD]).subarray(0, 32);
}

function md5(data: Uint8Array): Buffer {
  return createHash('md5').update(data).digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}
