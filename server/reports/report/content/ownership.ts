import type { KybVerificationAnswer } from '../../../contract/kyb-verification.ts';
import type { Block } from '../layout/blocks.ts';
import { columns, factList, findingsTable, muted, numberText, percentText, table, yesNo } from './words.ts';

/** How many owners the chart shows, the largest first. */
const BARS_MAX = 12;

const OWNER_COLUMNS = columns({ Owner: 6, Type: 2.4, 'Share in company': 3.6, Directly: 3.2, Counts: 2.2, Chains: 10 });

/** Returns the beneficial owners of the company: a chart of the largest, a table of all with their chains, and the findings. */
export function ownershipBlocks(
  { ownership, company }: KybVerificationAnswer,
  nameParty: (party: string) => string,
): Block[] {
  const { owners, threshold_percent, sum_percent, sanctioned, findings } = ownership;
  const known =
    owners.length === 0
      ? 'No owner is known.'
      : owners.length === 1
        ? 'One owner is known.'
        : `${owners.length} owners are known.`;
  const facts: [string, string][] = [];
  if (threshold_percent !== null) facts.push(['Ownership threshold', `${numberText(threshold_percent)} %`]);
  if (sum_percent !== null) facts.push(['Submitted direct shares', `${numberText(sum_percent)} % together`]);
  if (sanctioned !== null) {
    const who = sanctioned.owners
      .map(({ party, percent }) => `${nameParty(party)} ${numberText(percent)} %`)
      .join(', ');
    facts.push(['Sanctioned owners', `${numberText(sanctioned.percent)} % together: ${who}`]);
  }
  const rows = owners.map(({ name, type, percent, direct_percent, at_threshold, paths }) => [
    name,
    type === 'entity' ? 'company' : 'person',
    percentText(percent),
    percentText(direct_percent),
    yesNo(at_threshold),
    paths.map((path) => chainText(path, nameParty, company.legal_name)).join('; '),
  ]);
  return [
    muted(known),
    ...(facts.length === 0 ? [] : [factList(facts)]),
    ...(owners.length === 0
      ? []
      : [
          {
            kind: 'bars',
            items: owners.slice(0, BARS_MAX).map(({ party, name, percent }) => ({
              label: name,
              share: percent.min / 100,
              text: percentText(percent),
              ...(sanctioned?.owners.some((owner) => owner.party === party) && { tone: 'bad' as const }),
            })),
          } as const,
          table(OWNER_COLUMNS, rows),
        ]),
    ...findingsTable(findings),
  ];
}

/** Formats `Anna 60 % > Holding 50 % > Nordwind`: each share is in the next party. */
function chainText(
  { parties, percents }: KybVerificationAnswer['ownership']['owners'][number]['paths'][number],
  nameParty: (party: string) => string,
  company: string,
): string {
  const steps = parties.map((party, index) => {
    const percent = percents[index];
    const name = party === 'company' ? company : nameParty(party);
    return percent === undefined ? name : `${name} ${numberText(percent)} %`;
  });
  return steps.join(' \u203A ');
}
