import { submittedBirth } from '../../../checks/read-values.ts';
import type { VerificationAnswer } from '../../../contract/verification.ts';
import type { Verification } from '../../../verifications/types.ts';
import type { Block, Cell, Report } from '../layout/blocks.ts';
import { authenticityBlocks, authenticityCell } from './authenticity.ts';
import { type Circumstances, closing, headOf, opening } from './frame.ts';
import { hitBlocks, listsTable } from './screening.ts';
import {
  addressText,
  checkBlocks,
  columns,
  factList,
  factsOf,
  findingsTable,
  heading,
  muted,
  nameOf,
  numberText,
  overview,
  resultCell,
  scoreText,
  table,
  timeText,
  valueText,
} from './words.ts';

const TITLE = 'Identity verification report';

/** Returns a person's verification as a report; its pictures are those of the documents, in their order. */
export function kycReport(answer: VerificationAnswer, record: Verification, circumstances: Circumstances): Report {
  const { applicant, checks } = answer;
  const name = [applicant.first_name, applicant.last_name].filter(Boolean).join(' ');
  const authenticity = authenticityCell(checks.authenticity, record.decision?.reasons ?? []);
  const cells: Partial<Record<string, Cell>> = { liveness: livenessCell(checks.liveness), authenticity };
  const opened = {
    title: TITLE,
    whom: name === '' ? 'Person without a submitted name' : name,
    decision: record.decision,
  };
  return {
    head: headOf(answer, TITLE, `Identity verification ${answer.id}: ${answer.status}`, circumstances),
    blocks: [
      ...opening(answer, opened),
      ...overview({ face_match: answer.face_match, ...checks }, (check, passed) => cells[check] ?? resultCell(passed)),
      heading(1, 'Verified person'),
      ...person(answer),
      heading(1, 'Submitted data'),
      ...documents(answer, record),
      heading(1, 'Read data'),
      ...readings(answer),
      heading(1, 'Checks'),
      ...checkBlocks(
        'Document quality',
        'Size, sharpness, brightness and glare of each picture.',
        answer.checks.document_quality,
        [['Files', String(answer.documents.length)]],
      ),
      ...authenticityBlocks(checks.authenticity, authenticity),
      ...checkBlocks('Document validity', 'Expiry, and the check digits of the MRZ.', answer.checks.document_validity),
      ...checkBlocks(
        'Consistency',
        'Compares submitted with read data, front with back, and the MRZ with the printed text.',
        answer.checks.consistency,
      ),
      ...faces(answer),
      ...checkBlocks('Duplicates', 'Whether a file, or a face if enabled, was submitted before.', checks.duplicates),
      ...checkBlocks(
        'Watchlists',
        'The submitted name and the read name are searched on the loaded lists.',
        checks.watchlists,
        [['Names searched', searchedText(checks.watchlists.searched)]],
      ),
      heading(1, 'Searched lists'),
      listsTable(checks.watchlists.lists),
      ...(checks.watchlists.hits.length === 0
        ? []
        : [heading(1, 'Watchlist hits'), ...hitBlocks(checks.watchlists.hits, (party) => party)]),
      ...closing(answer, versionsOf(answer, record), circumstances),
    ],
  };
}

const VERDICTS = {
  proven: { text: 'challenge passed', tone: 'good', bold: true },
  not_proven: { text: 'not proven', tone: 'doubt', bold: true },
  suspected: { text: 'attack suspected', tone: 'bad', bold: true },
} as const satisfies Record<string, Cell>;

/** Without a challenge, liveness neither passes nor fails. */
function livenessCell({ antispoof, liveness, passed, proof }: VerificationAnswer['checks']['liveness']): Cell {
  if (proof) return VERDICTS[proof.verdict];
  const isMeasured = antispoof !== null || liveness !== null;
  return passed === null && isMeasured ? { text: 'advisory', tone: 'muted', bold: true } : resultCell(passed);
}

function person({ applicant, consent, ocr }: VerificationAnswer): Block[] {
  const { address, ...plain } = applicant;
  const submitted = factsOf({ ...plain, address: addressText(address) });
  const consentCell: Cell =
    consent === null
      ? { text: 'not recorded', tone: 'muted' }
      : { text: consent ? 'given' : 'not given', tone: consent ? 'plain' : 'doubt' };
  const types = Object.keys(ocr);
  const fields = [
    ['first_name', applicant.first_name],
    ['last_name', applicant.last_name],
    ['date_of_birth', submittedBirth(applicant)],
    ['nationality', applicant.nationality],
  ] as const;
  const compared = fields.map(([field, said]) => [
    nameOf(field),
    said ?? '',
    ...types.map((type) => valueText(ocr[type]?.[field] ?? '')),
  ]);
  return [
    factList([...submitted, ['Consent', consentCell]]),
    ...(types.length === 0
      ? []
      : [
          heading(2, 'Submitted and read, side by side'),
          table(
            [
              { title: 'Field', share: 3 },
              { title: 'Submitted', share: 4 },
              ...types.map((type) => ({ title: nameOf(type), share: 4 })),
            ],
            compared,
          ),
        ]),
  ];
}

const DOCUMENT_COLUMNS = columns({ '#': 1, Document: 4.5, File: 5, Quality: 5, 'SHA-256 of the file': 9 });

function documents(answer: VerificationAnswer, record: Verification): Block[] {
  const labelOf = ({ type, side }: VerificationAnswer['documents'][number]): string =>
    side === null ? nameOf(type) : `${nameOf(type)}, ${side}`;
  const rows = answer.documents.map((document, index) => {
    const { name, media_type, size_bytes, page, quality } = document;
    const measured =
      quality === null
        ? { text: 'not measured', tone: 'muted' as const }
        : `sharpness ${numberText(quality.sharpness)}, brightness ${numberText(quality.brightness)}, glare ${numberText(quality.glare_share)}`;
    const part = page === null ? '' : `, page ${page}`;
    const file = `${name ?? 'without a name'}; ${media_type}, ${size_bytes} bytes${part}`;
    const sha256 = record.documents.find(({ id }) => id === document.id)?.sha256 ?? '';
    return [String(index + 1), labelOf(document), file, measured, sha256];
  });
  const items = answer.documents.map((document, index) => ({
    picture: index,
    caption: `${index + 1}. ${labelOf(document)}`,
  }));
  if (rows.length === 0) return [muted('No document was submitted.')];
  return [table(DOCUMENT_COLUMNS, rows), { kind: 'pictures', items }];
}

const READ_COLUMNS = columns({ Field: 5, Read: 12, Confidence: 4 });

/** Returns what was read, by type of document. */
export function readings({ ocr }: Pick<VerificationAnswer, 'ocr'>): Block[] {
  const types = Object.entries(ocr);
  if (types.length === 0) return [muted('No data was read from the documents.')];
  return types.flatMap(
    ([type, { mrz, barcodes, confidence, boxes: _, sources: __, name_forms, ...fields }]): Block[] => {
      const rows = Object.entries(fields).map(([field, value]) => {
        const sure = confidence?.[field];
        return [nameOf(field), valueText(value), sure === undefined ? '' : scoreText(sure)];
      });
      for (const [field, { own_script, latin, latin_from }] of Object.entries(name_forms ?? {})) {
        const from = latin_from === 'transliteration' ? 'transliterated' : latin_from;
        rows.push([
          `${nameOf(field)}, both forms`,
          `${own_script}; ${latin ? `${latin} (${from})` : 'no Latin form'}`,
          '',
        ]);
      }
      const codes = (barcodes ?? []).map(({ format, kind }) => `${format} (${kind})`).join(', ');
      return [
        heading(2, nameOf(type)),
        table(READ_COLUMNS, rows),
        ...(mrz ? [mrzFacts(mrz)] : []),
        ...(codes === '' ? [] : [factList([['Barcodes', codes]])]),
      ];
    },
  );
}

function mrzFacts(mrz: NonNullable<VerificationAnswer['ocr'][string]['mrz']>): Block {
  const digits = Object.entries(mrz.check_digits).map(
    ([field, right]) => `${nameOf(field)}: ${right === null ? 'none' : right ? 'correct' : 'wrong'}`,
  );
  const repaired = (mrz.repaired ?? []).map(
    ({ line, column, read, used, reason }) =>
      `line ${line + 1}, column ${column + 1}: ${read} taken as ${used} (${nameOf(reason)})`,
  );
  return factList([
    ['Machine-readable zone (MRZ)', `${mrz.format}, ${mrz.lines.length} lines`],
    ...mrz.lines.map((line, index) => [`Line ${index + 1}`, line] as const),
    ['Check digits', { text: mrz.valid ? 'all correct' : 'not all correct', tone: mrz.valid ? 'good' : 'bad' }],
    ['Per field', digits.join('; ')],
    ...(mrz.confidence === undefined ? [] : [['Lowest character confidence', scoreText(mrz.confidence)] as const]),
    ...(repaired.length === 0 ? [] : [['Repaired', repaired.join('; ')] as const]),
  ]);
}

function faces({ face_match, face_choices, checks: { liveness } }: VerificationAnswer): Block[] {
  const { score, threshold, review_from, model, faces: found } = face_match;
  return [
    ...checkBlocks('Face match', 'Compares the portrait of the document with the selfie.', face_match, [
      ['Score', scoreText(score)],
      ['Match from', scoreText(threshold)],
      ['Needs review from', scoreText(review_from)],
      ['Faces', found === null ? 'not searched' : `${found.reference} on documents, ${found.selfie} on selfies`],
      ...face_choices.map(choiceFact),
      ['Model', model === null ? 'none used' : `${model.name} ${model.version}`],
    ]),
    heading(2, 'Liveness', livenessCell(liveness)),
    ...(liveness.proof ? [muted(proofSentence(liveness.proof))] : []),
    muted('Advisory: Antispoof and Liveness do not reliably detect attacks and do not affect the decision.'),
    factList([
      ['Antispoof', scoreText(liveness.antispoof)],
      ['Liveness', scoreText(liveness.liveness)],
    ]),
    ...findingsTable(liveness.findings),
  ];
}

/** What the challenge was and what it says, in one sentence. */
function proofSentence({
  verdict,
  reasons,
  challenge: { moves, frame_count },
  frames,
}: NonNullable<VerificationAnswer['checks']['liveness']['proof']>): string {
  const asked = `The person was asked to turn the head ${moves.join(', ')}`;
  const kept = `${frames.length} of ${frame_count} frames are kept`;
  const outcome = {
    proven: 'and did so',
    not_proven: `which proves no living person (${reasons.join(', ')})`,
    suspected: `and an attack is suspected (${reasons.join(', ')})`,
  };
  return `${asked}, ${outcome[verdict]}; ${kept}.`;
}

function choiceFact({
  box,
  in_force,
  note,
  chosen_by,
  chosen_at,
}: VerificationAnswer['face_choices'][number]): [string, string] {
  const what = box === null ? 'Face choice withdrawn' : 'Face chosen';
  return [what, `by ${chosen_by}, ${timeText(chosen_at)}${in_force ? '' : ', no longer in force'}: ${note}`];
}

function searchedText(searched: readonly { source: string; name: string }[]): string {
  return searched.length === 0 ? 'none' : searched.map(({ source, name }) => `${name} (${source})`).join('; ');
}

/** Returns the versions of the engines that made the results. */
function versionsOf({ face_match: { model } }: VerificationAnswer, { results }: Verification): [string, string][] {
  const engines = (results.read?.documents ?? []).flatMap(({ engine }) =>
    engine ? [`${engine.name} ${engine.version}`] : [],
  );
  return [
    ['Reading engine', engines.length === 0 ? 'none used' : [...new Set(engines)].join(', ')],
    ['Face model', model === null ? 'none used' : `${model.name} ${model.version}`],
  ];
}
