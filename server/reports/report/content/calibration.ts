import type { EngineVersion } from '../../../../models/ports.ts';
import {
  type Band,
  type Calibration,
  FALSE_MATCH_SHARE_MAX,
  type LimitsMeasured,
  PEOPLE_MIN,
  type Rate,
  REFUSED_SHARE_MAX,
} from '../../../checks/calibration/calibrate.ts';
import type { Block, Report } from '../layout/blocks.ts';
import { columns, factList, numberText, timeText } from './words.ts';

/** What a calibration was made of. */
interface Source {
  /** ISO 8601. */
  madeAt: string;
  source: 'folder' | 'records';
  model: EngineVersion;
  /** The version of the policy in force. */
  policy: number;
  /** Of the program. */
  version: string;
}

const TITLE = 'Calibration of the comparison of faces';
const percent = (share: number): string => `${numberText(100 * share)} %`;

/** Why nothing is proposed. */
export const TOO_FEW = `a share of one in ${1 / FALSE_MATCH_SHARE_MAX} cannot be shown with so few people. Give two pictures each of at least ${PEOPLE_MIN}, better 300.`;

/** `0.012 % (0 to 0.05 %), 3 of 25,000` */
export const rateText = ({ share, low, high, count, of }: Rate): string =>
  `${percent(share)} (${numberText(100 * low)} to ${percent(high)}), ${count} of ${of}`;

/** A calibration for an auditor. It names nobody. */
export function calibrationReport(calibration: Calibration, about: Source): Report {
  const { people, pictures, samePairs, differentPairs, inForce, proposed } = calibration;
  return {
    head: {
      title: TITLE,
      subject: 'How often faces of one person and of two are taken for the same',
      keywords: 'faces, calibration',
      madeAt: about.madeAt,
      headLeft: TITLE,
      headRight: `policy version ${about.policy}`,
      foot: `Made ${timeText(about.madeAt)}`,
    },
    blocks: [
      { kind: 'title', text: TITLE, under: `${people} people, ${pictures} pictures` },
      { kind: 'heading', level: 1, text: 'What the limits in force do' },
      ratesTable([['In force', inForce], ...(proposed ? [['Proposed', proposed] as const] : [])]),
      {
        kind: 'paragraph',
        text: proposed
          ? `Proposed is the lowest limit of a match at which, by the upper end of the interval, at most ${percent(FALSE_MATCH_SHARE_MAX)} of strangers match, and the highest limit of a refusal at which at most ${percent(REFUSED_SHARE_MAX)} of the pairs of one person are refused.`
          : `No other limits are proposed: ${TOO_FEW}`,
      },
      {
        kind: 'paragraph',
        tone: 'muted',
        text: 'In brackets: the 95 % interval. Pairs of one person are no independent trials, so the interval counts each person, and each pair of people, once.',
      },
      { kind: 'heading', level: 1, text: 'How the scores are spread' },
      { kind: 'heading', level: 2, text: `Pairs of one person: ${samePairs}` },
      bars(calibration.bands, 'same', samePairs),
      { kind: 'heading', level: 2, text: `Pairs of two people: ${differentPairs}` },
      bars(calibration.bands, 'different', differentPairs),
      { kind: 'heading', level: 1, text: 'What it was made of' },
      factList([
        ['Pictures', SOURCES[about.source]],
        ['Networks', `${about.model.name} ${about.model.version}`],
        ['Policy in force', `version ${about.policy}`],
        ['Program', `Custos ${about.version}`],
        ['Made', timeText(about.madeAt)],
      ]),
    ],
  };
}

const SOURCES: Record<Source['source'], string> = {
  folder: 'a folder of the site, one folder a person; nothing of it was kept',
  records:
    'records that people approved, of applicants who consented; people are asked about the pairs that the comparison is unsure of, so that refusals are more frequent among these than among all',
};

function ratesTable(measured: readonly (readonly [string, LimitsMeasured])[]): Block {
  return {
    kind: 'table',
    columns: columns({
      Limits: 3,
      'Match, review from': 3,
      'Strangers that match': 5,
      'One person, refused': 5,
      'One person, asked about': 5,
    }),
    rows: measured.map(([name, { limits, falseMatches, refused, reviewed }]) => [
      { text: name, bold: true },
      `${limits.match_from}, ${limits.review_from}`,
      rateText(falseMatches),
      rateText(refused),
      rateText(reviewed),
    ]),
  };
}

function bars(bands: readonly Band[], kind: 'same' | 'different', of: number): Block {
  return {
    kind: 'bars',
    items: bands.map((band) => ({
      label: `${band.from} to ${band.to}`,
      share: band[kind] / of,
      text: `${band[kind]} (${percent(band[kind] / of)})`,
      tone: kind === 'same' ? 'good' : 'bad',
    })),
  };
}
