import { pick, type Sources } from './sources.ts';

/** The files that mount routes: those of the table, pages for people, which are in no table, and what a hub and its branches say to each other. */
const MOUNTS = [
  ...['mount', 'route', 'docs', 'console', 'page-router'].map((name) => `server/api/${name}.ts`),
  'server/hub/wire/app.ts',
];
const MOUNTING = /\baddRoute\(|\b(?:router|app)\.(?:get|post|put|patch|delete|all)\(/;
const HTTP_STATUS = /\bstatus: [1-5]\d\d\b/;

/** Routes that are mounted outside the table, and HTTP statuses in the domain, which leaves answers to the API. */
export function strayAnswers(sources: Sources): string[] {
  const rules = [
    { of: (path: string) => path.startsWith('server/') && !MOUNTS.includes(path), bad: MOUNTING, why: 'give it a row' },
    { of: (path: string) => path.startsWith('server/verifications/'), bad: HTTP_STATUS, why: 'the API answers' },
  ];
  return rules.flatMap(({ of, bad, why }) =>
    pick(sources, of).flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => (bad.test(line) ? [`${path}:${at + 1}: ${line.trim()}: ${why}`] : [])),
    ),
  );
}
