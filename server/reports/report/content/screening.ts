import type { VerificationAnswer } from '../../../contract/verification.ts';
import { LIMITS } from '../../../lib/limits.ts';
import type { Block } from '../layout/blocks.ts';
import { columns, factList, muted, nameOf, numberText, scoreText, table, timeText, valueText } from './words.ts';

type Screened = VerificationAnswer['checks']['watchlists'];
/** A hit as an answer shows it; for a company, with the party it was found for. */
export type ReportHit = Screened['hits'][number] & { party?: string };

const LIST_COLUMNS = columns({ List: 6, Version: 5, Dated: 3, Age: 2.8, Entries: 2.4, 'Listed for': 5.5 });

/** Returns the lists that were searched, with the version and age of each at that time. */
export function listsTable(lists: Screened['lists']): Block {
  if (lists.length === 0) return muted('No list was searched.');
  const rows = lists.map(({ code, name, version, dated, age_days, stale, entries, topics }) => [
    `${name} (${code})`,
    version,
    dated,
    {
      text: `${numberText(Math.floor(age_days))} days${stale ? ', stale' : ''}`,
      tone: stale ? ('doubt' as const) : ('plain' as const),
    },
    String(entries),
    (topics ?? []).map(nameOf).join(', '),
  ]);
  return table(LIST_COLUMNS, rows);
}

const FEATURE_COLUMNS = columns({ Feature: 4, Searched: 6, 'On the list': 6, Agreement: 3, Weight: 2.4, Points: 2.4 });

/** Returns each hit, at most `LIMITS.reportHitsMax`, with the parts of its score and the reviewer's decision on it. */
export function hitBlocks(hits: readonly ReportHit[], nameParty: (party: string) => string): Block[] {
  const shown = hits.slice(0, LIMITS.reportHitsMax).flatMap((hit): Block[] => {
    const ruledOut = hit.ruled_out?.whole === true && hit.decision === undefined;
    const counts = hit.dismissed === undefined && hit.decision?.decision !== 'dismissed' && !ruledOut;
    const { entity, list } = hit;
    const facts: [string, string][] = [
      ...(hit.party === undefined ? [] : [['Found for', nameParty(hit.party)] as [string, string]]),
      ['List', `${list.name} (${list.code}), version ${list.version}`],
      ['Entry', `${entity.name} (${nameOf(entity.type)}), ${entity.id}`],
      [
        'Matched name',
        `${hit.matched_name}${hit.matched_name_kind ? ` (${nameOf(hit.matched_name_kind).toLowerCase()})` : ''}`,
      ],
      ['Score', scoreOf(hit)],
      ...detailsOf(hit),
    ];
    return [
      {
        kind: 'heading',
        level: 2,
        text: entity.name,
        result: {
          text: counts ? `${hit.strength} hit, ${scoreText(hit.score)}` : ruledOut ? 'ruled out' : 'dismissed',
          tone: counts ? (hit.strength === 'confirmed' ? 'bad' : 'doubt') : 'muted',
        },
      },
      factList(facts),
      ...mediaBlocks(entity),
      table(
        FEATURE_COLUMNS,
        hit.features.map(({ name, query, candidate, agreement, rule, score, weight, contribution }) => [
          [nameOf(name), ...((agreement ?? rule) ? [nameOf(agreement ?? rule ?? '')] : [])].join(': '),
          query,
          candidate,
          scoreText(score),
          numberText(weight),
          contribution === undefined ? '' : scoreText(contribution),
        ]),
      ),
    ];
  });
  const more = hits.length - LIMITS.reportHitsMax;
  if (more > 0) {
    shown.push({
      kind: 'paragraph',
      text: `${more} more hits are not shown here. The record contains all ${hits.length}.`,
    });
  }
  return shown;
}

function officeText({ title, country, level, from, until }: NonNullable<ReportHit['entity']['roles']>[number]): string {
  const span = from || until ? ` (${from ?? ''} to ${until ?? ''})` : '';
  return `${[title, country, level].filter(Boolean).join(', ')}${span}`;
}

/** Returns each report in the media with its passage, newest first. */
function mediaBlocks({ media = [], media_count = media.length }: ReportHit['entity']): Block[] {
  if (media.length === 0) return [];
  const reports = media.map(({ source, date, title, url, passage }): [string, string] => [
    `Media report${date === undefined ? '' : `, ${date}`}`,
    [[source, title, url].filter(Boolean).join(', '), passage].filter(Boolean).join(': '),
  ]);
  const more = media_count - media.length;
  const left: Block = muted(`The list entry contains ${more} older reports.`);
  return [factList(reports), ...(more > 0 ? [left] : [])];
}

function scoreOf({ score, name_score, threshold, algorithm_version }: ReportHit): string {
  const parts = [scoreText(score)];
  if (name_score !== undefined) parts.push(`name only ${scoreText(name_score)}`);
  if (threshold !== undefined) parts.push(`hit from ${scoreText(threshold)}`);
  if (algorithm_version !== undefined) parts.push(`comparison version ${algorithm_version}`);
  return parts.join('; ');
}

function detailsOf({ entity, ruled_out, dismissed, decision }: ReportHit): [string, string][] {
  const facts: [string, string][] = [];
  if (entity.topics.length > 0) facts.push(['Listed for', valueText(entity.topics.map(nameOf))]);
  if (entity.roles) facts.push(['Offices', entity.roles.map(officeText).join('; ')]);
  if (entity.programs.length > 0) facts.push(['Programmes', valueText(entity.programs)]);
  if (entity.birth_dates.length > 0) facts.push(['Birth dates listed', valueText(entity.birth_dates)]);
  if (entity.countries.length > 0) facts.push(['Countries listed', valueText(entity.countries)]);
  if (ruled_out)
    facts.push([ruled_out.whole ? 'Ruled out by the policy' : 'Not counted as PEP', ruled_out.explanation]);
  if (dismissed)
    facts.push(['Dismissed before', `${timeText(dismissed.at)} by ${dismissed.by}: ${nameOf(dismissed.reason)}`]);
  if (decision) {
    const note = decision.note === null ? '' : ` - ${decision.note}`;
    const said = `${nameOf(decision.decision)} ${timeText(decision.decided_at)} by ${decision.decided_by}`;
    facts.push(['Decided by a person', `${said}: ${nameOf(decision.reason)}${note}`]);
  }
  return facts;
}
