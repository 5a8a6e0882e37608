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

/** The data behind a calibration. */
interface Source {
  /** ISO 8601. */
  madeAt: string;
  source: 'folder' | 'records';
  model: EngineVersion;
  /** The version of the policy in force. */
  policy: number;
  /** The program's version. */
  version: string;
}

const TITLE = 'Face match calibration';
const percent = (share: number): string => `${numberText(100 * share)} %`;

/** Why nothing is proposed. */
export const TOO_FEW = `a rate of one in ${1 / FALSE_MATCH_SHARE_MAX} cannot be shown with so few people. Use two pictures each of at least ${PEOPLE_MIN} people, or better 300.`;

/** Formats a rate as `0.012 % (0 to 0.05 %), 3 of 25,000`. */
export const rateText = ({ share, low, high, count, of }: Rate): string =>
  `${percent(share)} (${numberText(100 * low)} to ${percent(high)}), ${count} of ${of}`;

/** Returns a calibration as a report for an auditor. It names no person. */
export function calibrationReport(calibration: Calibration, about: Source): Report {
  const { people, pictures, samePairs, differentPairs, inForce, proposed } = calibration;
  return {
    head: {
      title: TITLE,
      subject: 'How often faces of the same person and of different people match',
      keywords: 'faces, calibration',
      madeAt: about.madeAt,
      headLeft: TITLE,
      headRight: `policy version ${about.policy}`,
      foot: `Made ${timeText(about.madeAt)}`,
    },
    blocks: [
      { kind: 'title', text: TITLE, under: `${people} people, ${pictures} pictures` },
      { kind: 'heading', level: 1, text: 'Effect of the limits in force' },
      ratesTable([['In force', inForce], ...(proposed ? [['Proposed', proposed] as const] : [])]),
      {
        kind: 'paragraph',
        text: proposed
          ? `The proposed match limit is the lowest at which at most ${percent(FALSE_MATCH_SHARE_MAX)} of strangers match. The proposed refusal limit is the highest at which at most ${percent(REFUSED_SHARE_MAX)} of the pairs of the same person are refused. Both use the upper end of the interval.`
          : `No other limits are proposed: ${TOO_FEW}`,
      },
      {
        kind: 'paragraph',
        tone: 'muted',
        text: 'In brackets: the 95 % interval. Pairs of the same person are not independent trials, so the interval counts each person and each pair of people once.',
      },
      { kind: 'heading', level: 1, text: 'Distribution of scores' },
      { kind: 'heading', level: 2, text: `Pairs of the same person: ${samePairs}` },
      bars(calibration.bands, 'same', samePairs),
      { kind: 'heading', level: 2, text: `Pairs of different people: ${differentPairs}` },
      bars(calibration.bands, 'different', differentPairs),
      { kind: 'heading', level: 1, text: 'Source data' },
      factList([
        ['Pictures', SOURCES[about.source]],
        ['Face model', `${about.model.name} ${about.model.version}`],
        ['Policy in force', `version ${about.policy}`],
        ['Program', `Custos ${about.version}`],
        ['Made', timeText(about.madeAt)],
      ]),
    ],
  };
}

const SOURCES: Record<Source['source'], string> = {
  folder: 'a folder that the institution provided, with one subfolder per person; nothing was stored',
  records:
    'approved records of applicants who consented; reviewers decide uncertain pairs, so refusals are more frequent in this data than in all pairs',
};

function ratesTable(measured: readonly (readonly [string, LimitsMeasured])[]): Block {
  return {
    kind: 'table',
    columns: columns({
      Limits: 3,
      'Match, review from': 3,
      'Strangers that match': 5,
      'Same person, refused': 5,
      'Same person, needs review': 5,
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
