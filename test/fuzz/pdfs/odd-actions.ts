import { pdfFile } from '../../unit/models/pdf-file.ts';
import { pick } from '../run.ts';
import { SQUARE } from './right.ts';
import type { OddPdf, OddPdfKind } from './types.ts';

/** Entries of the catalog that act when a file is opened (ISO 32000-1, 12.6), each towards `port`. */
const ACTIONS: Record<string, (url: string) => string> = {
  javaScript: (url) =>
    `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}"\\); this.submitForm\\("${url}"\\)) >>`,
  uri: (url) => `/OpenAction << /S /URI /URI (${url}) >>`,
  launch: () => '/OpenAction << /S /Launch /F (/bin/sh) /Unix (touch /tmp/custos-fuzz) >>',
  goToRemote: (url) => `/OpenAction << /S /GoToR /F << /FS /URL /F (${url}) >> /D [0 /Fit] >>`,
  submitForm: (url) => `/OpenAction << /S /SubmitForm /F << /FS /URL /F (${url}) >> >>`,
  importData: (url) => `/OpenAction << /S /ImportData /F (${url}) >>`,
  additional: (url) => `/AA << /WC << /S /URI /URI (${url}) >> /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>`,
  names: (url) => `/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.launchURL\\("${url}"\\)) >>] >> >>`,
  xfa: (url) => `/AcroForm << /XFA 5 0 R /Fields [] /NeedAppearances true /A (${url}) >>`,
  collection: () => '/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>',
  chain: (url) =>
    `/OpenAction << /S /JavaScript /JS (1) /Next << /S /URI /URI (${url}) /Next << /S /Launch /F (sh) >> >> >>`,
};

function acting(entries: string, url: string, annotation: string): OddPdf {
  const xfa = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><subform><submit target="${url}"/></subform></template></xdp:xdp>`;
  return {
    bytes: pdfFile([
      { dictionary: `<< /Type /Catalog /Pages 2 0 R ${entries} >>` },
      { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      { dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [${annotation}] >>` },
      { dictionary: '<< >>', stream: Buffer.from(SQUARE) },
      { dictionary: '<< >>', stream: Buffer.from(xfa) },
      { dictionary: '<< /Type /Filespec /F (a.exe) /UF (a.exe) /EF << /F 7 0 R >> >>' },
      { dictionary: '<< /Type /EmbeddedFile >>', stream: Buffer.from('MZ') },
    ]),
    expected: 'drawn',
    pages: 1,
  };
}

const ANNOTATIONS: readonly ((url: string) => string)[] = [
  () => '',
  (url) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${url}) >> >>`,
  (url) => `<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /AA << /PO << /S /URI /URI (${url}) >> >> >>`,
  () => '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 6 0 R >>',
  () =>
    '<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << /Assets << /Names [(a.swf) 6 0 R] >> >> >>',
  (url) => `<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F << /FS /URL /F (${url}) >> >> /A true >>`,
];

/** Files that must have no effect. */
export const ODD_ACTIONS: Record<string, OddPdfKind> = {
  action(random, port) {
    const url = `http://127.0.0.1:${port}/opened`;
    const entries = pick(random, Object.values(ACTIONS))(url);
    return acting(entries, url, pick(random, ANNOTATIONS)(url));
  },
  /** A stream whose content is in another file, or at an address. */
  external(random, port) {
    const where = pick(random, [
      `<< /FS /URL /F (http://127.0.0.1:${port}/x) >>`,
      '(/etc/hostname)',
      '(../../etc/passwd)',
    ]);
    const image = `<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /F ${where}`;
    const bytes = pdfFile([
      { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      {
        dictionary:
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>',
      },
      { dictionary: '<< >>', stream: Buffer.from(`${SQUARE} q 300 0 0 300 300 300 cm /Im Do Q`) },
      { dictionary: `${image} >>`, stream: Buffer.alloc(81, 90) },
    ]);
    return { bytes, pages: 1 };
  },
};
