import type { VerificationAnswer } from '../../../contract/verification.ts';
import type { Reason } from '../../../decision/types.ts';
import { type Unproven, unprovenResult } from '../../../vocabulary/unproven.ts';
import type { Block, Cell } from '../layout/blocks.ts';
import { factList, findingsTable, heading, muted, resultCell } from './words.ts';

type Authenticity = VerificationAnswer['checks']['authenticity'];
type Step = keyof Source['steps'];
type Source = Authenticity['sources'][number];

const NAMES = { chip: "The chip's data", seal: 'The digital seal', mdoc: 'The mobile document' } as const;

const FAILED: Readonly<Record<Step, string>> = {
  integrity: 'was changed after it was signed',
  signature: 'has a wrong signature',
  signer_chain: 'has a signer whose certificate is forged',
  revocation: 'has a signer that its state has revoked',
  validity: 'was not valid on that day',
  clone_protection: 'is signed, but a wrong answer to the challenge points to a copy',
  device_authentication: 'is signed, but a wrong answer of the device points to a copy',
};

const UNPROVEN: Readonly<Record<Unproven, string>> = {
  signer_unknown: 'signer unknown',
  parsed: 'read only',
  unsupported: 'not supported',
};

/** Returns the check's result, in the word of the source that left it open. */
export function authenticityCell(check: Authenticity, reasons: readonly Reason[]): Cell {
  const unproven = unprovenResult(check, (code) =>
    reasons.some((reason) => reason.code === code && reason.severity === 'fail'),
  );
  return unproven ? { text: UNPROVEN[unproven], tone: 'doubt', bold: true } : resultCell(check.passed);
}

/** Returns what chip, seals and mobile document prove: one sentence for each, then signer, anchor and algorithms. */
export function authenticityBlocks(check: Authenticity, result: Cell): Block[] {
  return [
    heading(2, 'Authenticity', result),
    ...check.sources.flatMap((source) => [
      muted(sentenceOf(source)),
      factList([
        ['Signer', source.signer?.subject ?? 'unknown'],
        ['Anchor', source.anchor ? `${source.anchor.subject} (${source.anchor.sha256})` : 'none'],
        ['Algorithms', source.algorithms.join(', ')],
        ['Trust lists', source.trust_lists.map(({ code, version }) => `${code} ${version}`).join(', ') || 'none'],
      ]),
    ]),
    ...findingsTable(check.findings),
  ];
}

/** What one source proves, in one sentence. */
function sentenceOf({ kind, result, anchor, steps }: Source): string {
  const name = NAMES[kind];
  const failed = Object.keys(steps).find((step) => steps[step as Step] === 'failed');
  if (result === 'invalid' && failed) return `${name} ${FAILED[failed as Step]}.`;
  if (result === 'valid') return `${name} is signed by ${countryOf(anchor?.country ?? null)}; ${holder(kind, steps)}.`;
  const others = {
    invalid: `${name} is not genuine, or cannot be read.`,
    signer_unknown: `${name} has a signer that no loaded trust list vouches for.`,
    parsed: `${name} was read, and its signature was not verified.`,
    unsupported: `${name} uses something that is not verified here.`,
  };
  return others[result];
}

/** A signature proves data. Whether its carrier is a copy, or in whose hands it is, is another question. */
function holder(kind: Source['kind'], { clone_protection, device_authentication }: Source['steps']): string {
  if (kind === 'chip') return clone_protection === 'successful' ? 'a copy is excluded' : 'a copy is not excluded';
  if (kind === 'mdoc' && device_authentication === 'successful') return 'its device answered';
  return kind === 'mdoc' ? 'its holder is not proven' : 'a copy is not excluded';
}

function countryOf(code: string | null): string {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return code ?? 'a trusted signer';
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
}
