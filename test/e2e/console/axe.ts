import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The faults that axe finds on the page as it is, one per line: the rule, the element, the reason. Empty: none. */
export async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // The page's own window, into which the previous statement loaded axe.
    (tags) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        // Without this, axe writes a selector for each element that passes, which takes a third of its time.
        resultTypes: ['violations'],
      }),
    TAGS,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary, html }) => {
      const why = failureSummary
        ?.split('\n')
        .slice(1)
        .map((line) => line.trim())
        .join('; ');
      return `${id} (${help}) at ${target.join(' ')}: ${why ?? ''}\n    ${html.slice(0, 160)}`;
    }),
  );
}
