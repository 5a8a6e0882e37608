import { parseMrz } from '../../../models/mrz/parse.ts';
import type { MrzParsed } from '../../../models/mrz/types.ts';
import { type AnchorPool, createAnchorPool } from '../../authenticity/anchors.ts';
import type { ActiveAnswer } from '../../authenticity/chip/active.ts';
import { type ChipCheck, type ChipTrust, checkChip } from '../../authenticity/chip/check-chip.ts';
import { readMrzGroup } from '../../authenticity/chip/dg1.ts';
import { readFaceGroup } from '../../authenticity/chip/dg2.ts';
import { collectRevocations, parseRevocationList } from '../../authenticity/crl/crl.ts';
import { readOrNull } from '../../authenticity/errors.ts';
import { type MdocReport, verifyMdoc } from '../../authenticity/mdoc/verify.ts';
import type { BarcodeContent } from '../../authenticity/seal/types.ts';
import { type SealReport, verifySeal } from '../../authenticity/seal/verify.ts';
import { parseCertificate } from '../../authenticity/x509/certificate.ts';
import { isoTime } from '../../lib/clock.ts';

/** What sources are verified against, as bytes: a thread gets no objects. */
export interface TrustFiles {
  anchors: Uint8Array[];
  signers: Uint8Array[];
  revocationLists: { der: Uint8Array; keyId: string }[];
  /** Types of mobile documents, by the fingerprint of their issuer. */
  docTypes: [sha256: string, types: readonly string[]][];
}

/** Everything of one record that is to be verified. */
export interface SourcesOrder {
  chip: {
    securityObject: Uint8Array;
    dataGroups: [number: number, bytes: Uint8Array][];
    active: ActiveAnswer | null;
    atMs: number;
  } | null;
  mdoc: { response: Uint8Array; transcript: Uint8Array | null; atMs: number } | null;
  seals: { documentId: string; content: BarcodeContent }[];
  sealsAtMs: number;
  trust: Record<'chip' | 'vds' | 'uidai' | 'mdoc', TrustFiles>;
}

export interface SourcesAnswer {
  chip: (ChipCheck & { mrz: MrzParsed | null; portrait: boolean }) | null;
  mdoc: MdocReport | null;
  seals: { documentId: string; report: SealReport }[];
}

/** Verifies the chip, the seals and the mobile document of one record. Signatures take up to 70 ms each, so this runs in a thread. */
export function verifySources({ chip, mdoc, seals, sealsAtMs, trust }: SourcesOrder): SourcesAnswer {
  const csca = trustOf(trust.chip);
  const sealAnchors = { vdsSigners: poolOf(trust.vds), csca: csca.anchors, uidai: poolOf(trust.uidai) };
  return {
    chip: chip && verifyChip(chip, csca),
    mdoc: mdoc && verifyDocument(mdoc, trust.mdoc),
    seals: seals.flatMap(({ documentId, content }) => {
      const report = verifySeal(content, sealAnchors, sealsAtMs);
      return report ? [{ documentId, report }] : [];
    }),
  };
}

function verifyChip(
  { securityObject, dataGroups, active, atMs }: NonNullable<SourcesOrder['chip']>,
  trust: ChipTrust,
): NonNullable<SourcesAnswer['chip']> {
  const groups = new Map(dataGroups);
  const [first, second] = [groups.get(1), groups.get(2)];
  const lines = first ? readOrNull(() => readMrzGroup(first)) : null;
  const mrz = lines && parseMrz(lines, isoTime(atMs).slice(0, 10));
  const files = { securityObject, dataGroups: groups, ...(active && { activeAnswer: active }) };
  const check = checkChip(files, trust, { atMs, issuingCountry: mrz?.issuing_country ?? null });
  const faces = second ? readOrNull(() => readFaceGroup(second)) : null;
  return { ...check, mrz, portrait: faces !== null && faces.length > 0 };
}

function verifyDocument({ response, transcript, atMs }: NonNullable<SourcesOrder['mdoc']>, trust: TrustFiles) {
  const anchors = { iaca: poolOf(trust), docTypes: new Map(trust.docTypes) };
  return verifyMdoc(response, anchors, atMs, transcript && { transcript });
}

const poolOf = ({ anchors }: TrustFiles): AnchorPool => createAnchorPool(anchors.map((der) => parseCertificate(der)));

function trustOf(trust: TrustFiles): ChipTrust {
  const anchors = poolOf(trust);
  const lists = trust.revocationLists.flatMap(({ der, keyId }) => {
    const [issuer] = anchors.withKeyId(keyId);
    return issuer ? [{ list: parseRevocationList(der), issuer }] : [];
  });
  const documentSigners = trust.signers.map((der) => parseCertificate(der));
  return { anchors, revocations: collectRevocations(lists), documentSigners };
}
