import type { BrowserContext, Page } from 'playwright-core';

/** What must not happen on any page: errors, breaches of the content security policy, requests to elsewhere, refusals that no test expects. */
export interface Watch {
  problems: string[];
  /** Refusals with these statuses are part of the test from here on. */
  expectStatus(...statuses: number[]): void;
}

/** Chromium writes one for each answer from 400 on; the answers themselves are looked at. */
const OF_AN_ANSWER = /^Failed to load resource/;

/** Watches every page of the context from now on. `base`: the only origin that may be asked. */
export async function watch(context: BrowserContext, base: string): Promise<Watch> {
  const expected = new Set<number>();
  const problems: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`content security policy: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
      },
    );
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${base}/`) && !url.startsWith('blob:'))
      problems.push(`a request to elsewhere: ${url.slice(0, 120)}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    if (status < 400 || expected.has(status)) return;
    problems.push(`${response.request().method()} ${response.url().slice(base.length)} was answered with ${status}`);
  });
  context.on('page', (page) => watchPage(page, problems));
  const expectStatus = (...statuses: number[]): void => {
    for (const status of statuses) expected.add(status);
  };
  return { problems, expectStatus };
}

function watchPage(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`an error on the page: ${error.stack ?? error.message}`));
  page.on('crash', () => problems.push('the page crashed'));
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    if (isProblem && !OF_AN_ANSWER.test(message.text())) problems.push(`the page says: ${message.text()}`);
  });
}
