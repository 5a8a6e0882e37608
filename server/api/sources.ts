import { Readable } from 'node:stream';
import { type ChipPart, DATA_GROUPS, type MdocPart } from '../contract/authenticity.ts';
import { type AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { SubmittedSource } from '../verifications/submit.ts';
import { biometricsRefused, isBiometricGroup } from './biometrics.ts';
import { sourcesTooLarge } from './form.ts';
import type { ReceivedForm } from './upload.ts';

/** A file of a chip or a mobile document, not stored yet. */
export interface SentSource extends Omit<SubmittedSource, 'file'> {
  /** Where it stands in the request. */
  field: string;
  bytes: Buffer;
}

const SOD = 'EF_SOD';
const CHIP_FILES: readonly string[] = [SOD, ...DATA_GROUPS];
const BIOMETRIC_NAMES: readonly string[] = ['DG3', 'DG4'];

/**
 * Refuses fingerprints and irises wherever the request names or holds them. Call it before anything of the request is validated or stored. Throws
 * `invalid_request`.
 */
export function refuseBiometrics(form: ReceivedForm, { chip }: { chip?: unknown }): void {
  const { data_groups, lds } = (chip ?? {}) as { data_groups?: unknown; lds?: unknown };
  const named = [
    ...Object.keys((data_groups ?? {}) as object).map((name) => [`chip.data_groups.${name}`, name] as const),
    ...(Array.isArray(lds) ? lds : []).map(
      (file: { name?: unknown } | null, index) => [`chip.lds[${index}]`, String(file?.name)] as const,
    ),
    ...form.sources.map(({ field, fileName }) => [field, fileName] as const),
  ];
  for (const [field, name] of named) if (BIOMETRIC_NAMES.includes(chipFileOf(name))) throw biometricsRefused(field);
  for (const { field, bytes } of form.sources) refuseTag(field, bytes);
}

/** Returns the files of the chip and the mobile document of a request, the one that each begins with first. Throws `invalid_request`. */
export function readSources(form: ReceivedForm, parts: { chip?: ChipPart; mdoc?: MdocPart }): SentSource[] {
  const sources = [...chipSources(form, parts.chip), ...mdocSources(form, parts.mdoc)];
  for (const { field, bytes } of sources) {
    refuseTag(field, bytes);
    if (bytes.length === 0) throw invalidField(field, `${field} is empty. Send the whole file.`);
  }
  const [first] = sources;
  const sizeBytes = sources.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (first && sizeBytes > LIMITS.authenticityBytesMax) throw sourcesTooLarge(first.kind);
  return sources;
}

/** Seals the files in the vault's upload. */
export async function takeSources(session: UploadSession, sent: readonly SentSource[]): Promise<SubmittedSource[]> {
  const taken: SubmittedSource[] = [];
  for (const { bytes, kind, name, active } of sent) {
    taken.push({ file: await session.receive(Readable.from([bytes])), kind, name, ...(active && { active }) });
  }
  return taken;
}

function chipSources({ sources }: ReceivedForm, chip: ChipPart | undefined): SentSource[] {
  const active = chip?.active_authentication;
  const found = new Map<string, SentSource>();
  const add = (field: string, given: string, bytes: Buffer): void => {
    const name = chipFileOf(given);
    // What every reader also delivers, and nothing here needs.
    if (name === 'EF_COM') return;
    if (!CHIP_FILES.includes(name)) throw unknownFile(field);
    if (found.has(name)) throw invalidField(field, `${field} repeats ${name}. Send each file once.`);
    found.set(name, { kind: 'chip', name, field, bytes });
  };
  if (chip?.ef_sod !== undefined) add('chip.ef_sod', SOD, bytesOf(chip.ef_sod));
  for (const [name, data] of Object.entries(chip?.data_groups ?? {}))
    add(`chip.data_groups.${name}`, name, bytesOf(data));
  for (const [index, { name, data }] of (chip?.lds ?? []).entries()) add(`chip.lds[${index}]`, name, bytesOf(data));
  for (const { fileName, bytes } of sources.filter(({ field }) => field === 'chip[]')) add('chip[]', fileName, bytes);
  if (found.size === 0 && chip === undefined) return [];
  const first = found.get(SOD);
  if (!first) {
    const message = 'The chip has no ef_sod, so nothing about it can be verified. Send EF.SOD with the data groups.';
    throw invalidField('chip.ef_sod', message, 'missing');
  }
  const answer = active && { challengeId: active.challenge_id, signature: active.signature };
  return [{ ...first, ...(answer && { active: answer }) }, ...[...found.values()].filter((file) => file !== first)];
}

function mdocSources({ sources }: ReceivedForm, mdoc: MdocPart | undefined): SentSource[] {
  const files = sources.filter(({ field }) => field === 'mdoc[]');
  const given = files.map(({ fileName, bytes }): SentSource => {
    const name = /transcript/i.test(fileName) ? 'session_transcript' : 'device_response';
    return { kind: 'mdoc', name, field: 'mdoc[]', bytes };
  });
  for (const name of ['device_response', 'session_transcript'] as const) {
    const data = mdoc?.[name];
    if (data !== undefined) given.push({ kind: 'mdoc', name, field: `mdoc.${name}`, bytes: bytesOf(data) });
  }
  const responses = given.filter(({ name }) => name === 'device_response');
  const others = given.filter(({ name }) => name !== 'device_response');
  if (given.length > 0 && (responses.length !== 1 || others.length > 1)) {
    const message = 'Send one device_response, and at most one session_transcript.';
    throw invalidField('mdoc.device_response', message, responses.length === 0 ? 'missing' : 'invalid_value');
  }
  return [...responses, ...others];
}

/** Returns the file that a name means, however readers write it: `EF_SOD.bin`, `EF.DG1`, `sod`. */
function chipFileOf(given: string): string {
  const bare = given
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z]{3}$/i, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^EF/, '')
    .replace(/^DG0/, 'DG');
  return bare === 'SOD' || bare === 'COM' ? `EF_${bare}` : bare;
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

function refuseTag(field: string, bytes: Buffer): void {
  if (isBiometricGroup(bytes)) throw biometricsRefused(field);
}

function unknownFile(field: string): AppError {
  return invalidField(field, `${field} is no file of a chip that is used here. Use one of: ${CHIP_FILES.join(', ')}.`);
}
