import type { BrowserContext, Page, Request } from 'playwright-core';

/** What must not happen on any page: errors, breaches of the content security policy, requests to other origins, unexpected refusals. */
export interface Watch {
  problems: string[];
  /** From here on, refusals with these statuses are part of the test. */
  expectStatus(...statuses: number[]): void;
  /** From here on, the test leads to this origin too. */
  expectOrigin(origin: string): void;
  /** Waits until no answers are pending except those of streams. The wait is limited, because a screen may poll. */
  quiet(): Promise<void>;
}

/** Answers that do not end. */
const STREAM = /\/stream$/;
/** After an answer the page sends its follow-up requests within this time. */
const QUIET_MS = 80;
const QUIET_WAIT_MAX_MS = 5_000;

/** Chromium logs this for each answer from 400 on; the answers are checked separately. */
const OF_AN_ANSWER = /^Failed to load resource/;

/** Watches every page of the context from now on. `base`: the only allowed origin. */
export async function watch(context: BrowserContext, base: string): Promise<Watch> {
  const expected = new Set<number>();
  const origins = [base];
  const problems: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`content security policy: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
      },
    );
  });
  const awaited = new Set<Request>();
  let lastMs = performance.now();
  const ended = (request: Request): void => {
    awaited.delete(request);
    lastMs = performance.now();
  };
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  context.on('request', (request) => {
    if (!STREAM.test(new URL(request.url()).pathname)) awaited.add(request);
    lastMs = performance.now();
    const url = request.url();
    if (!origins.some((origin) => url.startsWith(`${origin}/`)) && !url.startsWith('blob:'))
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
  const quiet = async (): Promise<void> => {
    const untilMs = performance.now() + QUIET_WAIT_MAX_MS;
    while (performance.now() < untilMs && (awaited.size > 0 || performance.now() - lastMs < QUIET_MS)) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4));
    }
  };
  return { problems, expectStatus, expectOrigin: (origin) => void origins.push(origin), quiet };
}

function watchPage(page: Page, problems: string[]): void {
  page.on('pageerror', (error) =>
    problems.push(`an error on ${new URL(page.url()).pathname}: ${error.stack ?? error.message}`),
  );
  page.on('crash', () => problems.push('the page crashed'));
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    if (isProblem && !OF_AN_ANSWER.test(message.text()))
      problems.push(`${new URL(page.url()).pathname} says: ${message.text()}`);
  });
}
