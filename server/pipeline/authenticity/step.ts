import { besideModule } from '../../../models/threads/beside.ts';
import { parseSecurityObject } from '../../authenticity/chip/security-object.ts';
import { readOrNull } from '../../authenticity/errors.ts';
import { checkAuthenticity, readChip, type VerifiedSource } from '../../checks/authenticity.ts';
import type { AuthenticitySource, TrustListVersion } from '../../checks/types.ts';
import { askThread } from '../../lib/ask-thread.ts';
import { must } from '../../lib/assert.ts';
import { isoTime } from '../../lib/clock.ts';
import type { ActiveAnchors } from '../../trust/active-anchors.ts';
import { ageOfTrustList } from '../../trust/age.ts';
import type { SourceFile } from '../../verifications/sources.ts';
import { readableDocuments } from '../documents.ts';
import type { Step, StepContext } from '../step.ts';
import type { SourcesAnswer, SourcesOrder, TrustFiles } from './verify-sources.ts';

const CHIP_KINDS = ['csca_master_list', 'csca', 'crl', 'icao_ldif'] as const;
const WORKER = besideModule(import.meta.url, 'worker');

type Trust = Record<keyof SourcesOrder['trust'], ActiveAnchors>;

/** Verifies chip, digital seals and mobile document against the active trust lists. Without any of them no thread starts. */
export const authenticityStep: Step<'authenticity'> = {
  name: 'authenticity',
  async run(context) {
    const { results, policy, today } = context;
    const readings = must(results.read, 'reading comes before authenticity').documents;
    const files = { chip: filesOf(context, 'chip'), mdoc: filesOf(context, 'mdoc') };
    const seals = await findSeals(context);
    if (files.chip.length + files.mdoc.length + seals.length === 0) {
      return checkAuthenticity({ sources: [], chip: null, readings, staleLists: [], policy });
    }
    const trust = trustIn(context);
    const order = await orderOf(context, { ...files, seals, trust });
    const answer = await askThread<SourcesAnswer>(WORKER, order);
    const sources = sourcesOf(answer, files, trust);
    const used = sources.flatMap(({ trust_lists }) => trust_lists.map(({ id }) => id));
    context.keepTrustVersions([...new Set(used)]);
    const zone = files.chip.find(({ source }) => source.name === 'DG1');
    return checkAuthenticity({
      sources,
      chip: answer.chip?.mrz && zone ? readChip(answer.chip.mrz, zone.id, today) : null,
      readings,
      staleLists: staleAmong(context, used),
      policy,
    });
  },
};

const filesOf = ({ sources }: StepContext, kind: SourceFile['source']['kind']): SourceFile[] =>
  sources.filter(({ source }) => source.kind === kind);

/** The content of seals is not kept: it holds more data than is needed. So the barcodes of these pictures are read again. */
async function findSeals(context: StepContext): Promise<SourcesOrder['seals']> {
  const { results, pictures, engines } = context;
  const sealed = new Set(
    results.read?.documents.flatMap(({ document_id, barcodes = [] }) =>
      barcodes.some(({ kind }) => kind === 'seal') ? [document_id] : [],
    ),
  );
  const documents = readableDocuments(context).filter(({ id }) => sealed.has(id));
  const read = await Promise.all(
    documents.map(async (document) => {
      const { barcodes } = await pictures.look(document, engines.barcode.read);
      return barcodes.map(({ text, bytes }) => ({
        documentId: document.id,
        content: { text, ...(bytes && { bytes }) },
      }));
    }),
  );
  return read.flat();
}

function trustIn({ trust }: StepContext): Trust {
  return {
    chip: trust.activeAnchors(...CHIP_KINDS),
    vds: trust.activeAnchors('vds_signers'),
    uidai: trust.activeAnchors('uidai'),
    mdoc: trust.activeAnchors('vical', 'iaca'),
  };
}

async function orderOf(
  { verification, readFile }: StepContext,
  { chip, mdoc, seals, trust }: Record<'chip' | 'mdoc', SourceFile[]> & Pick<SourcesOrder, 'seals'> & { trust: Trust },
): Promise<SourcesOrder> {
  const read = async (files: SourceFile[], name: string): Promise<Buffer | null> => {
    const file = files.find(({ source }) => source.name === name);
    return file ? await readFile(file.id) : null;
  };
  const [securityObject, response] = [await read(chip, 'EF_SOD'), await read(mdoc, 'device_response')];
  const dataGroups: [number, Uint8Array][] = [];
  for (const { id, source } of chip) {
    if (source.name.startsWith('DG')) dataGroups.push([Number(source.name.slice(2)), await readFile(id)]);
  }
  const { receivedAtMs: chipAtMs, active } = chip[0]?.source ?? { receivedAtMs: 0 };
  return {
    chip: securityObject && { securityObject, dataGroups, active: active ? answerOf(active) : null, atMs: chipAtMs },
    mdoc: response && {
      response,
      transcript: await read(mdoc, 'session_transcript'),
      atMs: mdoc[0]?.source.receivedAtMs ?? 0,
    },
    seals,
    sealsAtMs: verification.createdAtMs,
    trust: {
      chip: bytesOf(trust.chip, securityObject !== null && lacksSigner(securityObject)),
      vds: bytesOf(trust.vds),
      uidai: bytesOf(trust.uidai),
      mdoc: bytesOf(trust.mdoc),
    },
  };
}

const answerOf = ({ challenge, signature }: { challenge: string; signature: string }) => ({
  challenge: Buffer.from(challenge, 'base64'),
  signature: Buffer.from(signature, 'base64'),
});

/** A directory holds some 25,000 signers, which only a chip without its own needs. */
const lacksSigner = (bytes: Uint8Array): boolean =>
  readOrNull(() => parseSecurityObject(bytes))?.data.certificates.length === 0;

/** Each file is copied: a part of a larger memory would take all of it along. */
function bytesOf(
  { anchors, documentSigners, revocationLists, docTypes }: ActiveAnchors,
  withSigners = false,
): TrustFiles {
  return {
    anchors: [...anchors.all()].map(({ raw }) => new Uint8Array(raw)),
    signers: withSigners ? documentSigners.map(({ raw }) => new Uint8Array(raw)) : [],
    revocationLists: revocationLists.map(({ der, keyId }) => ({ der: new Uint8Array(der), keyId })),
    docTypes: [...docTypes],
  };
}

function sourcesOf(
  { chip, mdoc, seals }: SourcesAnswer,
  files: Record<'chip' | 'mdoc', SourceFile[]>,
  trust: Trust,
): VerifiedSource[] {
  const found: VerifiedSource[] = [];
  if (chip) {
    const { dataGroups, signedAtMs, mrz, ...check } = chip;
    const data_groups = Object.fromEntries(Object.entries(dataGroups).map(([number, step]) => [`DG${number}`, step]));
    found.push({
      ...check,
      ...{ kind: 'chip', format: null, document_id: null, files: files.chip.map(named), data_groups },
      signed_at: signedAtMs === null ? null : isoTime(signedAtMs),
      fields: mrz ? fieldsOf(mrz) : {},
      trust_lists: listsOf(trust.chip),
    });
  }
  for (const { documentId, report } of seals) {
    const { kind: format, signed_on, fields, country: _, document_type: __, ...check } = report;
    const lists = format === 'aadhaar' ? [trust.uidai] : [trust.vds, trust.chip];
    found.push({
      ...check,
      ...{ kind: 'seal', format, document_id: documentId, files: [], portrait: false },
      signed_at: signed_on === null ? null : isoTime(Date.parse(signed_on)),
      fields,
      trust_lists: lists.flatMap(listsOf),
    });
  }
  if (mdoc) {
    const { documents, kind, ...check } = mdoc;
    const [first] = documents;
    found.push({
      ...check,
      ...{ kind, format: first?.document_type ?? null, document_id: null, files: files.mdoc.map(named) },
      signed_at: first?.signed_at ?? null,
      fields: first?.fields ?? {},
      portrait: documents.some(({ portrait }) => portrait !== null),
      trust_lists: listsOf(trust.mdoc),
    });
  }
  return found;
}

const named = ({ id, sha256, source }: SourceFile): AuthenticitySource['files'][number] => ({
  id,
  name: source.name,
  sha256,
});

const listsOf = ({ versions }: ActiveAnchors): TrustListVersion[] => versions.map((version) => ({ ...version }));

const FIELDS = [
  'last_name',
  'first_name',
  'document_number',
  'date_of_birth',
  'sex',
  'nationality',
  'expiry_date',
  'issuing_country',
] as const;

function fieldsOf(mrz: NonNullable<NonNullable<SourcesAnswer['chip']>['mrz']>): Record<string, string> {
  return Object.fromEntries(FIELDS.flatMap((name) => (mrz[name] ? [[name, mrz[name]]] : [])));
}

function staleAmong({ trust, nowMs }: StepContext, used: readonly string[]): string[] {
  const versions = trust.versions().filter(({ id }) => used.includes(id));
  return versions.filter((version) => ageOfTrustList(version, nowMs).stale).map(({ code }) => code);
}
