import { FINDINGS, type FindingCode } from '../../server/checks/findings.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { ERROR_KINDS } from '../../server/lib/errors.ts';

/** Rows of the Markdown tables of ARCHITECTURE.md, by the heading of the section that each stands in. */
export const CODE_TABLES: Readonly<Record<string, string[]>> = {
  'Reason codes': [
    '| code | policy 1 | what it says |',
    '|---|---|---|',
    ...Object.entries(FINDINGS).map(
      ([code, sentence]) => `| \`${code}\` | ${POLICY_V1.severity[code as FindingCode]} | ${sentence} |`,
    ),
  ],
  'Error codes': [
    '| code | status | again? | title |',
    '|---|---|---|---|',
    ...Object.entries(ERROR_KINDS).map(
      ([code, { status, title, retryable }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${title} |`,
    ),
  ],
};

/** The page with the table of each section put in place of the one that stands there. Throws where a section has none. */
export function withCodeTables(page: string, tables = CODE_TABLES): string {
  let written = page;
  for (const [heading, rows] of Object.entries(tables)) {
    const section = new RegExp(`(\\n## ${heading}\\n(?:(?!## |\\|).*\\n)*)(?:\\|.*\\n)+`);
    if (!section.test(written)) throw new Error(`the section "${heading}" has no table`);
    written = written.replace(section, (_, head: string) => `${head}${rows.join('\n')}\n`);
  }
  return written;
}
