import { layPaper, toJpeg, widthOf, write } from './paper.ts';
import { textPdf } from './pdf.ts';

/** The content of a certificate of registration; every company is fictitious. */
export interface SpecimenCompany {
  name: string;
  number: string;
  /** In words, as the certificate prints it. */
  incorporated: string;
  address: readonly string[];
}

export const COMPANIES = {
  kestrelworth: {
    name: 'KESTRELWORTH INSTRUMENTS LIMITED',
    number: '09876543',
    incorporated: '17 March 2009',
    address: ['12 Harbour Street', 'Bristol', 'BS1 4QA'],
  },
  lemarchal: {
    name: 'LEMARCHAL ET FILS SARL',
    number: '552 120 222',
    incorporated: '4 mai 2015',
    address: ['8 rue du Moulin', '69002 LYON'],
  },
} as const satisfies Record<string, SpecimenCompany>;

interface Row {
  text: string;
  size: number;
  /** From the top, in hundredths of the page's height. */
  at: number;
}

function rowsOf({ name, number, incorporated, address }: SpecimenCompany): Row[] {
  const lines = [
    'The registrar hereby certifies that the company named above is',
    `registered since ${incorporated}, at the office`,
  ];
  return [
    { text: 'SPECIMEN', size: 2.4, at: 8 },
    { text: 'CERTIFICATE OF REGISTRATION', size: 3, at: 18 },
    { text: `Company Number ${number}`, size: 2, at: 27 },
    { text: name, size: 2.4, at: 37 },
    ...lines.map((text, at) => ({ text, size: 1.6, at: 48 + 3 * at })),
    ...address.map((text, at) => ({ text, size: 1.6, at: 58 + 3 * at })),
    { text: 'Given at the register of companies of Utopia', size: 1.4, at: 80 },
  ];
}

/** A4 at 200 dpi. */
const SHEET = { width: 1654, height: 2339 };
/** A4 in points. */
const PAGE = { width: 595, height: 842 };

/** The certificate as a scanner delivers it: a JPEG, marked SPECIMEN. */
export async function drawCertificate(company: SpecimenCompany): Promise<Buffer> {
  const paper = layPaper(SHEET.width, SHEET.height, '#fbf9f3', '#f1ede2');
  for (const { text, size, at } of rowsOf(company)) {
    const style = { sizePixels: (size * SHEET.height) / 100, serif: true };
    write(paper, text, (SHEET.width - widthOf(paper, text, style)) / 2, (at * SHEET.height) / 100, style);
  }
  return toJpeg(paper);
}

/** The same as a PDF that contains its text. */
export function certificatePdf(company: SpecimenCompany): Buffer {
  const shown = rowsOf(company).map(({ text, size, at }) => {
    const y = PAGE.height * (1 - at / 100);
    return `BT /F ${((size * PAGE.height) / 100).toFixed(1)} Tf 90 ${y.toFixed(1)} Td (${text}) Tj ET`;
  });
  return textPdf(shown.join('\n'));
}
