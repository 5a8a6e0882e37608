import type { Decision } from '../../../decision/types.ts';
import type { Block, ReportHead } from '../layout/blocks.ts';
import { columns, factList, factsOf, heading, muted, nameOf, outcomeOf, table, timeText } from './words.ts';

/** What every report states besides the record. */
export interface Circumstances {
  /** ISO 8601. */
  madeAt: string;
  /** The program's version. */
  version: string;
  /** The state of the audit log; null while it is empty. */
  audit: { count: number; head: string } | null;
}

/** What the answers of both kinds have in common. */
export interface Answered {
  id: string;
  status: string;
  livemode: boolean;
  created_at: string;
  updated_at: string;
  policy_version: number | null;
  metadata: Record<string, unknown> | null;
  review: unknown;
}

export function headOf(answer: Answered, title: string, subject: string, { madeAt }: Circumstances): ReportHead {
  return {
    title: `${title} ${answer.id}`,
    subject,
    keywords: [answer.id, answer.status, answer.livemode ? 'live' : 'test'].join(', '),
    madeAt,
    headLeft: `${title}${answer.livemode ? '' : ' - TEST MODE'}`,
    headRight: answer.id,
    foot: `Record created ${timeText(answer.created_at)}; report made ${timeText(madeAt)}`,
  };
}

/** Returns the first page's title, and the outcome with its reasons. */
export function opening(
  answer: Answered,
  { title, whom, decision }: { title: string; whom: string; decision: Decision | null },
): Block[] {
  const { text, tone } = outcomeOf(answer.status);
  const reasons = decision?.reasons ?? [];
  const policy = answer.policy_version === null ? '' : ` by policy version ${answer.policy_version}`;
  const automatic = decision ? outcomeOf(decision.outcome).text.toLowerCase() : 'not made';
  const detail = !isDecidedByPerson(answer.review)
    ? reasons.length === 0
      ? `Every check that applies passed${policy}.`
      : `${reasons.length === 1 ? 'One finding keeps' : `${reasons.length} findings keep`} the record from being completed${policy}.`
    : `Decided by a person. Automatic decision: ${automatic}${policy}.`;
  const mode = answer.livemode
    ? []
    : [
        {
          kind: 'paragraph',
          text: 'Made in test mode: this report is not proof of a verification.',
          tone: 'bad',
        } as const,
      ];
  return [
    { kind: 'title', text: title, under: whom },
    { kind: 'verdict', text, tone, detail },
    ...mode,
    ...reasonsTable(reasons),
    ...reviewBlocks(answer.review),
  ];
}

function isDecidedByPerson(review: unknown): boolean {
  return typeof review === 'object' && review !== null && 'state' in review && review.state === 'decided';
}

const REASON_COLUMNS = columns({ Check: 4, Reason: 6, Meaning: 11, Weighs: 2.6 });

function reasonsTable(reasons: Decision['reasons']): Block[] {
  if (reasons.length === 0) return [];
  const rows = reasons.map(({ check, code, message, severity }) => [
    nameOf(check),
    code,
    message,
    { text: severity, tone: severity === 'fail' ? ('bad' as const) : ('doubt' as const) },
  ]);
  return [heading(2, 'Reasons of the automatic decision'), table(REASON_COLUMNS, rows)];
}

/** Returns what reviewers did: each action with who, when, why and the note. */
function reviewBlocks(review: unknown): Block[] {
  if (review === null || typeof review !== 'object') return [];
  return [
    heading(1, 'Review by a person'),
    ...entriesOf(review),
    muted('A review does not change the results of the checks.'),
  ];
}

/** Returns plain fields as facts, and a list of objects as a table of their fields. */
function entriesOf(value: object): Block[] {
  const lists = Object.entries(value).filter(([, part]) => isListOfThings(part)) as [string, object[]][];
  // The automatic outcome and its reasons are already shown above.
  const plain = Object.fromEntries(
    Object.entries(value).filter(([key, part]) => key !== 'machine' && !isListOfThings(part)),
  );
  return [
    factList(factsOf(plain)),
    ...lists.flatMap(([key, items]): Block[] => {
      const fields = [...new Set(items.flatMap((item) => Object.keys(item)))];
      const columns = fields.map((field) => ({ title: nameOf(field), share: 1 }));
      const rows = items.map((item) => {
        const texts = new Map(factsOf(item));
        return columns.map(({ title }) => texts.get(title) ?? '');
      });
      return [heading(2, nameOf(key)), table(columns, rows)];
    }),
  ];
}

function isListOfThings(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null);
}

/** Returns the record's times, its versions, and the state of the audit log: a later reader checks the report against them. */
export function closing(
  answer: Answered,
  versions: readonly (readonly [string, string])[],
  { madeAt, version, audit }: Circumstances,
): Block[] {
  return [
    heading(1, 'Record, versions and audit'),
    factList([
      ['Record', answer.id],
      ['Mode', answer.livemode ? 'live' : 'test'],
      ['Created', timeText(answer.created_at)],
      ['Last changed', timeText(answer.updated_at)],
      ['Report made', timeText(madeAt)],
      ['Program', `Custos ${version}`],
      ['Policy', answer.policy_version === null ? 'none applied' : `version ${answer.policy_version}`],
      ...versions,
      ['Audit log', audit === null ? 'empty' : `${audit.count} entries when the report was made`],
      ...(audit === null ? [] : [['Audit head', audit.head] as const]),
      ...(answer.metadata === null ? [] : [['Metadata', JSON.stringify(answer.metadata)] as const]),
    ]),
    muted(
      `A check with the result "not run" gives no assurance. The audit head is the last link of the appliance's hash chain. It covers every entry before it.`,
    ),
  ];
}
