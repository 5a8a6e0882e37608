import sharp from 'sharp';

/** A4 in points. */
const PAGE = { width: 595, height: 842 };
const MARGIN = 36;

/** A PDF of one A4 page that shows a JPEG between margins, as a scanner or a phone makes it. */
export async function toPdf(jpeg: Buffer): Promise<Buffer> {
  return toPdfPages([jpeg]);
}

/** The same with a page for each picture. */
export async function toPdfPages(jpegs: readonly Buffer[]): Promise<Buffer> {
  const pages = await Promise.all(jpegs.map((jpeg, i) => pageObjects(jpeg, FIRST_OF_PAGES + i * PAGE_OBJECTS)));
  const kids = pages.map((_, i) => `${FIRST_OF_PAGES + i * PAGE_OBJECTS + 2} 0 R`);
  return joinObjects([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`),
    ...pages.flat(),
  ]);
}

/** Object numbers: the first one of the pages, and how many objects each page has. */
const FIRST_OF_PAGES = 3;
const PAGE_OBJECTS = 3;

/** A picture, its content stream, and their page; `first` is the number of the picture's object. */
async function pageObjects(jpeg: Buffer, first: number): Promise<Buffer[]> {
  const { width, height } = await sharp(jpeg).metadata();
  const shownHeight = ((PAGE.width - 2 * MARGIN) * height) / width;
  const [shownWidth, bottom] = [PAGE.width - 2 * MARGIN, PAGE.height - MARGIN - shownHeight];
  const drawing = `q ${shownWidth} 0 0 ${shownHeight.toFixed(2)} ${MARGIN} ${bottom.toFixed(2)} cm /Picture Do Q`;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`;
  const page =
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
    `/Resources << /XObject << /Picture ${first} 0 R >> >> /Contents ${first + 1} 0 R >>`;
  return [
    stream(`${image} /BitsPerComponent 8 /Filter /DCTDecode`, jpeg),
    stream('', Buffer.from(drawing)),
    Buffer.from(page),
  ];
}

/** A PDF of one A4 page of text: `content` holds the operators of its content stream; its font `F` is Helvetica. */
export function textPdf(content: string): Buffer {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const page =
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
    `/Resources << /Font << /F ${font} >> >> /Contents 4 0 R >>`;
  return joinObjects([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from(page),
    stream('', Buffer.from(content, 'latin1')),
  ]);
}

function stream(entries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

/** Numbers the objects from 1 (the catalogue), and adds the cross-reference table and the trailer. */
function joinObjects(objects: Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  let offset = parts[0]?.length ?? 0;
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [i, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    table += `${String(offset).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    offset += part.length;
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}
