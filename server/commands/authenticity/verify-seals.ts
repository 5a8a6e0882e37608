import { readOrNull } from '../../authenticity/errors.ts';
import { isMdoc, readTranscript } from '../../authenticity/mdoc/device-response.ts';
import { type MdocDocumentReport, verifyMdoc } from '../../authenticity/mdoc/verify.ts';
import { verifyVical } from '../../authenticity/mdoc/vical.ts';
import type { SourceReport } from '../../authenticity/result.ts';
import type { BarcodeContent } from '../../authenticity/seal/types.ts';
import { verifySeal } from '../../authenticity/seal/verify.ts';
import type { CollectedTrust } from '../../authenticity/trust-files.ts';
import { isoTime } from '../../lib/clock.ts';

/** What a file's report says of a seal, a mobile document or a list of issuers. */
export interface SignedReport extends SourceReport {
  kind: string;
  details: Record<string, unknown>;
}

interface SignedOptions {
  trust: CollectedTrust;
  atMs: number;
  mdocAtMs?: number | null;
}

/**
 * Verifies a file with a mobile document, or with what a barcode holds; null for another file.
 * @param transcript of the session in which the mobile document was sent
 */
export function checkSigned(
  bytes: Uint8Array,
  { trust, atMs, mdocAtMs = atMs }: SignedOptions,
  transcript: Uint8Array | null = null,
): SignedReport | null {
  const cbor = mdocIn(bytes);
  if (cbor) {
    const { documents, ...report } = verifyMdoc(cbor, trust.mdocs, mdocAtMs, transcript && { transcript });
    return { ...report, details: { documents: documents.map(describeDocument) } };
  }
  const seal = verifySeal(contentOf(bytes), trust.seals, atMs);
  if (!seal) return null;
  const { document_type, country, signed_on, fields, ...report } = seal;
  return { ...report, details: { document_type, country, signed_on, fields: Object.keys(fields) } };
}

/** Returns the mobile document that a file holds, or null. */
export const mdocIn = (bytes: Uint8Array): Uint8Array | null => [bytes, fromHex(bytes)].find(isMdoc) ?? null;

/** Returns the session transcript that a file holds, without its tag, or null. */
export const transcriptIn = (bytes: Uint8Array): Uint8Array | null =>
  readOrNull(() => readTranscript(bytes)) ?? readOrNull(() => readTranscript(fromHex(bytes)));

/** The names of its fields alone: their values are personal data. */
function describeDocument(document: MdocDocumentReport): Record<string, unknown> {
  const { result, document_type, signed_at, valid_from, valid_until, fields, portrait } = document;
  const portrait_bytes = portrait?.length ?? 0;
  return { result, document_type, signed_at, valid_from, valid_until, fields: Object.keys(fields), portrait_bytes };
}

/** CBOR is often written down in hexadecimal. */
function fromHex(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1').trim();
  return Buffer.from(/^(?:[0-9a-f]{2})+$/i.test(text) ? text : '', 'hex');
}

/** The number of an Aadhaar code, wherever it stands in a text. */
const AADHAAR_DIGITS = /(?<!\d)\d{500,7089}(?!\d)/;

/** What a barcode held, as a file: the bytes of a binary seal, or a text. */
function contentOf(bytes: Uint8Array): BarcodeContent {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = AADHAAR_DIGITS.exec(text)?.[0];
  return digits === undefined ? { text: text.trim(), bytes } : { text: digits };
}

/** Verifies a list of issuers of mobile documents. */
export function checkVical(bytes: Uint8Array, { mdocs }: CollectedTrust, atMs: number): SignedReport {
  const { list, ...report } = verifyVical(bytes, mdocs.iaca, atMs);
  const details = list && {
    provider: list.provider,
    issuers: list.issuers.length,
    unusable: list.unusable,
    signed_at: isoTime(list.issuedMs),
    next_update: list.nextMs === null ? null : isoTime(list.nextMs),
  };
  return { ...report, details: details ?? {} };
}
