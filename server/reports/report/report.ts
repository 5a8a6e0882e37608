import type { Engines, RasterImage } from '../../../models/ports.ts';
import type { BaseDeps } from '../../audit/deps.ts';
import { lastEntry } from '../../audit/entries.ts';
import type { KybVerificationAnswer } from '../../contract/kyb-verification.ts';
import type { StatisticsAnswer } from '../../contract/statistics.ts';
import type { VerificationAnswer } from '../../contract/verification.ts';
import { transact } from '../../db/transact.ts';
import { isoTime } from '../../lib/clock.ts';
import type {
  KybVerification,
  StoredDocument,
  Verification,
  VerificationKind,
  VerificationStatus,
} from '../../verifications/types.ts';
import type { Circumstances } from './content/frame.ts';
import { kybReport } from './content/kyb.ts';
import { kycReport } from './content/kyc.ts';
import { type StatisticsAbout, statisticsReport } from './content/statistics.ts';
import type { ReportDrawer } from './drawer.ts';

export interface ReportDeps extends Pick<BaseDeps, 'db' | 'vault' | 'clock' | 'audit'> {
  engines: Engines;
  drawer: ReportDrawer;
  /** The program's version. */
  version: string;
}

/** Returns whether a record has a report: processing has ended, even if it only waits for review. */
export function hasReport(status: VerificationStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'needs_review';
}

/** A finished record, its answer, and the actor that requests the report. */
interface Asked<Record, Answer> {
  record: Record;
  answer: Answer;
  /** An API key or an operator. */
  actor: string;
}

/** Returns a person's verification as a PDF file, with small pictures of the documents. Stores nothing of it except an audit entry. */
export async function makeKycReport(deps: ReportDeps, asked: Asked<Verification, VerificationAnswer>): Promise<Buffer> {
  const { record, answer } = asked;
  const file = await deps.drawer.draw(kycReport(answer, record, circumstancesOf(deps)), picturesOf(deps, record));
  noteTaken(deps, 'kyc', asked);
  return file;
}

/** Returns a company's verification as a PDF file. */
export async function makeKybReport(
  deps: ReportDeps,
  asked: Asked<KybVerification, KybVerificationAnswer>,
): Promise<Buffer> {
  const { record, answer } = asked;
  const file = await deps.drawer.draw(kybReport(answer, record, circumstancesOf(deps)), noPictures());
  noteTaken(deps, 'kyb', asked);
  return file;
}

/** Returns the figures of a month as a PDF file. */
export function makeStatisticsReport(
  drawer: ReportDrawer,
  answer: StatisticsAnswer,
  about: StatisticsAbout,
): Promise<Buffer> {
  return drawer.draw(statisticsReport(answer, about), noPictures());
}

/** Records that pictures and names leave the appliance. A report that could not be drawn does not count. */
function noteTaken(
  { db, audit }: ReportDeps,
  kind: VerificationKind,
  { record: { id }, actor }: Asked<{ id: string }, unknown>,
): void {
  transact(db, () => audit.append({ actor, action: 'report.taken', subjectId: id, details: { kind } }));
}

function circumstancesOf({ db, clock, version }: ReportDeps): Circumstances {
  const last = lastEntry(db);
  return {
    madeAt: isoTime(clock.now()),
    version,
    audit: last && { count: last.seq, head: last.link.toString('hex') },
  };
}

/** For a report without pictures. */
export async function* noPictures(): AsyncGenerator<never> {}

/** Yields one picture for each document, in order; null if there is nothing to show; the findings say why. */
async function* picturesOf(
  { vault, engines }: ReportDeps,
  { id, documents }: Verification,
): AsyncGenerator<RasterImage | null> {
  for (const document of documents) yield await decode(document).catch(() => null);

  async function decode({ id: documentId, mediaType, page = 1 }: StoredDocument): Promise<RasterImage> {
    const file = await vault.readFile(id, documentId);
    return mediaType === 'application/pdf'
      ? engines.pdf.render(file, page - 1)
      : (await engines.image.decode(file)).image;
  }
}
