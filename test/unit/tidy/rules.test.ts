import { describe, expect, test } from 'vitest';
import { strayAnswers } from './answers.ts';
import { bannedCalls } from './banned.ts';
import { unprovenCodes } from './codes.ts';
import { importCycles } from './cycles.ts';
import { deadFiles } from './dead.ts';
import { referencesOf } from './imports.ts';
import { leftovers } from './leftovers.ts';
import { deadLinks, longLines, longSentences, stiffWords, unequalChapters } from './markdown.ts';
import { strayNames } from './names.ts';
import { strayPaths } from './paths.ts';
import { layerOf, ROOMS, roomBreaches, strayRooms } from './rooms.ts';
import type { Sources } from './sources.ts';

const of = (files: Record<string, string>): Sources => new Map(Object.entries(files));

/** A file that imports another one, which exists. */
const importing = (from: string, specifier: string, to: string, clause = '{ a }'): Sources =>
  of({ [from]: `import ${clause} from '${specifier}';`, [to]: '' });

describe('references', () => {
  test.each([
    [`import a from './a.ts';`, './a.ts', 'value'],
    [`import './a.ts';`, './a.ts', 'value'],
    [`import * as a from "./a.ts"`, './a.ts', 'value'],
    [`import {\n  a,\n  type B,\n} from './a.ts';`, './a.ts', 'value'],
    [`import type { A } from './a.ts';`, './a.ts', 'type'],
    [`import { type A, type B as C } from './a.ts';`, './a.ts', 'type'],
    [`import type from './a.ts';`, './a.ts', 'value'],
    [`export { a } from './a.ts';`, './a.ts', 'value'],
    [`export type { A } from './a.ts';`, './a.ts', 'type'],
    [`export * from './a.ts';`, './a.ts', 'value'],
    [`const { a } = await import('./a.ts');`, './a.ts', 'value'],
    [`new Worker(new URL('./a.ts', import.meta.url));`, './a.ts', 'started'],
    [`besideModule(import.meta.url, 'a');`, './a.ts', 'started'],
    [`const half = a / 2; const text = \`\${b / 2}/\`; import("./a.ts");`, './a.ts', 'value'],
    [`const quote = /['"]/g; import('./a.ts');`, './a.ts', 'value'],
    [`const nested = \`\${\`\${{ a: 1 }}\`} '\`; import("./a.ts");`, './a.ts', 'value'],
  ])('are found in %s', (text, specifier, kind) => {
    expect(referencesOf(text)).toEqual([{ specifier, kind, line: expect.any(Number) }]);
  });

  test.each([
    [`// import a from './a.ts';`],
    [`/** {@link import('./a.ts')} */`],
    ['const text = "import a from \'./a.ts\';";'],
    ['const text = `import "./a.ts"`;'],
    [`export const from = 'a';`],
    [`export { a };\nconst from = 'a';`],
    [`import.meta.resolve(name);`],
    [`const pattern = /import '.\\/a.ts'/;`],
  ])('are none in %s', (text) => {
    expect(referencesOf(text)).toEqual([]);
  });

  test('carry the line they stand on', () => {
    expect(referencesOf(`const a = 1;\n\nimport b from './b.ts';`)[0]?.line).toBe(3);
  });
});

describe('rooms', () => {
  test.each([
    ['models/ocr/a.ts', '../../server/lib/clock.ts', 'server/lib/clock.ts'],
    ['server/lib/a.ts', '../db/open.ts', 'server/db/open.ts'],
    ['server/db/a.ts', '../events/log.ts', 'server/events/log.ts'],
    ['server/checks/face.ts', '../db/open.ts', 'server/db/open.ts'],
    ['server/checks/face.ts', '../../models/face/compare.ts', 'models/face/compare.ts'],
    ['server/decision/decide.ts', '../screening/match.ts', 'server/screening/match.ts'],
    ['server/screening/match.ts', '../verifications/store.ts', 'server/verifications/store.ts'],
    ['server/verifications/submit.ts', '../pipeline/kyc.ts', 'server/pipeline/kyc.ts'],
    ['server/verifications/submit.ts', '../../models/image/a.ts', 'models/image/a.ts'],
    ['server/pipeline/kyc.ts', '../api/problem.ts', 'server/api/problem.ts'],
    ['server/api/a.ts', '../context.ts', 'server/context.ts'],
    ['server/contract/a.ts', '../api/problem.ts', 'server/api/problem.ts'],
    ['server/app.ts', '../test/support/a.ts', 'test/support/a.ts'],
    ['server/app.ts', '../main/main.ts', 'main/main.ts'],
    ['main/main.ts', '../server/app.ts', 'server/app.ts'],
    ['main/main.ts', '../server/contract/a.ts', 'server/contract/a.ts'],
    ['renderer/main.tsx', '../server/contract/a.ts', 'server/contract/a.ts'],
  ])('%s may not import %s', (from, specifier, to) => {
    expect(roomBreaches(importing(from, specifier, to))).toEqual([expect.stringContaining(`${from}:1: `)]);
  });

  test.each([
    ['server/checks/face.ts', '../../models/ports.ts', 'models/ports.ts'],
    ['server/decision/decide.ts', '../screening/types.ts', 'server/screening/types.ts'],
    ['server/verifications/submit.ts', '../../models/ports.ts', 'models/ports.ts'],
    ['renderer/main.tsx', '../server/contract/a.ts', 'server/contract/a.ts'],
  ])('%s may know the types of %s', (from, specifier, to) => {
    expect(roomBreaches(importing(from, specifier, to, 'type { A }'))).toEqual([]);
    expect(roomBreaches(importing(from, specifier, to))).toEqual([expect.stringContaining('as anything but types')]);
  });

  test.each([
    ['server/checks/face.ts', '../lib/assert.ts', 'server/lib/assert.ts'],
    ['server/decision/decide.ts', '../checks/findings.ts', 'server/checks/findings.ts'],
    ['server/pipeline/kyc.ts', '../../models/face/compare.ts', 'models/face/compare.ts'],
    ['server/api/inspect.ts', '../pipeline/inspect.ts', 'server/pipeline/inspect.ts'],
    ['server/process.ts', './pipeline/kyc.ts', 'server/pipeline/kyc.ts'],
    ['test/unit/a.ts', '../../server/process.ts', 'server/process.ts'],
  ])('%s may import %s', (from, specifier, to) => {
    expect(roomBreaches(importing(from, specifier, to))).toEqual([]);
  });

  test('a folder that the table does not name is found', () => {
    expect(strayRooms(of({ 'server/helpers/a.ts': '', 'server/lib/a.ts': '', 'server/app.ts': '' }))).toEqual([
      expect.stringContaining('server/helpers/'),
    ]);
  });
});

describe('cycles', () => {
  const circle = { 'server/a.ts': `import './b.ts';`, 'server/b.ts': `import type { C } from './c.ts';` };
  test('a circle over three files, one of them by types alone, is found once', () => {
    const found = importCycles(of({ ...circle, 'server/c.ts': `import './a.ts';` }));
    expect(found).toEqual(['server/a.ts -> server/b.ts -> server/c.ts -> server/a.ts']);
  });
  test('two ways to one file are no circle', () => {
    expect(
      importCycles(of({ ...circle, 'server/c.ts': '', 'server/d.ts': `import './b.ts'; import './c.ts';` })),
    ).toEqual([]);
  });
});

describe('dead files', () => {
  const alive = {
    'server/process.ts': `import './a.ts';`,
    'server/a.ts': `new Worker(new URL('../models/thread.ts', import.meta.url));`,
    'models/thread.ts': `import type { B } from './b.ts';`,
    'models/b.ts': '',
  };
  test('files behind imports, workers and types are alive', () => {
    expect(deadFiles(of(alive), ['server/process.ts'])).toEqual([]);
  });
  test('a file that only a test imports, and two that only know each other, are dead', () => {
    const dead = {
      'server/lonely.ts': '',
      'server/x.ts': `import './y.ts';`,
      'server/y.ts': `import './x.ts';`,
      'test/unit/a.test.ts': `import '../../server/lonely.ts';`,
    };
    const found = deadFiles(of({ ...alive, ...dead }), ['server/process.ts']);
    expect(found.map((line) => line.split(':')[0])).toEqual(['server/lonely.ts', 'server/x.ts', 'server/y.ts']);
  });
  test('an entry that does not exist is reported', () => {
    expect(deadFiles(of(alive), ['server/process.ts', 'server/cli.ts'])).toEqual([
      'server/cli.ts: the entry is not there',
    ]);
  });
});

describe('banned calls', () => {
  test.each([
    ['server/jobs/a.ts', 'const at = Date.now();'],
    ['models/ocr/a.ts', 'const at = Date\n  .now();'],
    ['server/jobs/a.ts', 'const at = new Date();'],
    ['server/jobs/a.ts', 'const at = new Date;'],
    ['server/api/a.ts', 'const id = Math.random();'],
    ['models/face/a.ts', "console.warn('late');"],
    ['main/main.ts', `const text = \`\${Date.now()}\`;`],
    ['server/lib/a.ts', `const thread = new Worker(besideModule(import.meta.url, 'thread'));`],
    ['models/ocr/a.ts', 'const thread = new threads.Worker(script, { workerData });'],
  ])('%s: %s', (path, text) => {
    expect(bannedCalls(of({ [path]: text }))).toHaveLength(1);
  });
  test.each([
    ['server/lib/clock.ts', 'Date.now();'],
    ['test/unit/a.test.ts', 'Date.now();'],
    ['models/ocr/a.ts', 'performance.now();'],
    ['server/api/a.ts', 'new Date(timeMs).toISOString();'],
    ['models/threads/start.ts', 'const thread = new Worker(script, options);'],
    ['test/unit/a.test.ts', 'const thread = new Worker(script);'],
    ['server/api/a.ts', "// never Date.now()\nconst text = 'Math.random()';"],
  ])('is allowed: %s: %s', (path, text) => {
    expect(bannedCalls(of({ [path]: text }))).toEqual([]);
  });
});

describe('leftovers', () => {
  const mark = ['TO', 'DO'].join('');
  const host = ['https://registry', 'npmjs', 'org/'].join('.');
  test.each([
    [`// ${mark}: finish this`],
    [`const a = 1; // ${['FIX', 'ME'].join('')}`],
    [`// ${'X'.repeat(3)} odd`],
    [`# ${'X'.repeat(3)}: odd`],
    [`"resolved": "${host}express"`],
  ])('are found in %s', (line) => {
    expect(leftovers(of({ 'server/a.ts': `\n${line}` }))).toEqual([expect.stringMatching(/^server\/a\.ts:2: /)]);
  });
  test("the nationality of the machine readable zone and a field's name are none", () => {
    expect(leftovers(of({ 'models/mrz/a.ts': `const unspecified = '${'X'.repeat(3)}'; const ${mark}s = 1;` }))).toEqual(
      [],
    );
  });
});

describe('codes', () => {
  const sources = of({
    'server/manual/reference/codes.md': '# Codes\n\n### face_mismatch\n\nThe faces differ.\n',
    'test/unit/a.test.ts': `expect(code).toBe('face_mismatch');`,
    'test/unit/tidy/rules.test.ts': `'mrz_forged'`,
    'test/unit/b.test.ts': `// mrz_forged\ntest('what mrz_forged means');`,
    'test/unit/c.test.ts': `expect(types).toContain('/problems/too_late'); expect(() => a()).toThrow(/too_early/);`,
  });
  test('a code with a test and a line is proven', () => {
    expect(unprovenCodes(['face_mismatch'], sources)).toEqual([]);
  });
  test('a problem type and a pattern name a code too', () => {
    const missing = unprovenCodes(['too_late', 'too_early'], sources);
    expect(missing.filter((line) => line.includes('no test'))).toEqual([]);
  });
  test('a code in a comment, in a title or in these rules alone is not', () => {
    expect(unprovenCodes(['mrz_forged'], sources)).toEqual([
      'mrz_forged: no test names it',
      'mrz_forged: server/manual/reference/codes.md does not explain it',
    ]);
  });
});

describe('Markdown', () => {
  const exists = (): boolean => false;
  test('a long line is found, one of 120 characters is not', () => {
    const sources = of({ 'a.md': `${'x'.repeat(121)}\n${'é'.repeat(120)}\n`, 'a.ts': 'x'.repeat(200) });
    expect(longLines(sources)).toEqual(['a.md:1: 121 characters; break the line']);
  });
  test('a long sentence of the manual is found; items, cells and code are sentences of their own', () => {
    const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
    const page = `# ${words(20)}\n\n${words(20)}\n\n- ${words(20)}\n- ${words(20)}\n\n| ${words(20)} | ${words(20)} |\n`;
    expect(longSentences(of({ 'server/manual/a.md': page, 'b.md': words(90) }))).toEqual([]);
    const long = of({ 'server/manual/a.md': `${words(18)}\n${words(18)}. Short.\n\n\`\`\`sh\n${words(50)}\n\`\`\`\n` });
    expect(longSentences(long)).toEqual([expect.stringContaining('server/manual/a.md: 36 words')]);
  });
  test('a stiff word is found in documents and the product, and not in code blocks', () => {
    const sources = of({
      'a.md': 'Read.\n\nWhoever reads it.\n\n`anew`\n\n```\nanew\n```\n',
      'server/a.ts': "/** Reads. */\nconst text = 'Read it anew.';\n",
      'test/a.ts': "test('whoever');\n",
    });
    expect(stiffWords(sources)).toEqual([
      'a.md:3: "Whoever" has a plain word in its place',
      'server/a.ts:2: "anew" has a plain word in its place',
    ]);
  });
  test('a link to no file and to no heading is found', () => {
    const sources = of({
      'docs/a.md':
        '# A b, c!\n\n## A\n\n## A\n\n[b](b.md#é-à-x) [c](#a-b-c) [d](#a-1) [e](../e.md) [f](#f) [g](https://g.invalid/x)',
      'docs/b.md': '# B\n\n## É à x\n',
    });
    expect(deadLinks(sources, exists)).toEqual([
      'docs/a.md: ../e.md leads to no file',
      'docs/a.md: #f leads to no heading',
    ]);
    expect(deadLinks(sources, (path) => path === 'e.md')).toEqual(['docs/a.md: #f leads to no heading']);
  });
  test('a chapter that one language lacks or orders otherwise is found', () => {
    const sources = of({
      'server/manual/a.md': '# A\n\n## B\n',
      'server/manual/fr/a.md': '# A\n\n### B\n',
      'server/manual/b.md': '# B\n',
      'server/manual/fr/c.md': '# C\n',
    });
    expect(unequalChapters(sources)).toEqual([
      'server/manual/a.md: the headings of server/manual/fr/a.md differ',
      'server/manual/b.md: server/manual/fr/b.md is missing',
      'server/manual/fr/c.md: server/manual/c.md is missing',
    ]);
  });
});

describe('top level', () => {
  test('a stray folder or file is found', () => {
    expect(strayNames(of({ 'package.json': '', 'src/a.ts': '', 'notes.md': '', 'server/a.ts': '' }))).toEqual([
      'src: no name of the top level',
      'notes.md: no name of the top level',
    ]);
  });
});

describe('layers', () => {
  test('hold each room once', () => {
    expect(Object.keys(ROOMS).filter((room) => layerOf(room) === null)).toEqual([]);
  });

  test.each([
    ['server/screening/a.ts', '../checks/types.ts', 'server/checks/types.ts'],
    ['server/webhooks/a.ts', '../verifications/types.ts', 'server/verifications/types.ts'],
    ['server/checks/a.ts', '../rows/guard.ts', 'server/rows/guard.ts'],
  ])('%s lies no higher than %s, even for types', (from, specifier, to) => {
    expect(roomBreaches(importing(from, specifier, to, 'type { A }'))).toEqual([
      expect.stringContaining('lies no higher'),
    ]);
  });
});

test('a route is mounted by its row alone, and a domain room knows no status of HTTP', () => {
  const faults = strayAnswers(
    of({
      'server/api/mount.ts': "addRoute(router, '/a', {});",
      'server/api/a.ts': "addRoute(router, '/a', {});\nrouter.post('/b', handler);",
      'server/verifications/a.ts': 'return { status: 201 };',
      'server/verifications/b.ts': "return { status: 'pending' };",
    }),
  );
  expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
    'server/api/a.ts:1',
    'server/api/a.ts:2',
    'server/verifications/a.ts:1',
  ]);
});

test('documents and comments name files that are there; the changelog tells of former ones', () => {
  const text = 'See `pool.ts`, `runtime/pool.ts`, `../pool.ts` and `gone.ts`.';
  const files = {
    'ARCHITECTURE.md': text,
    'CHANGELOG.md': text,
    'models/runtime/pool.ts': '/** As `other/pool.ts`. */',
  };
  expect(strayPaths(of(files))).toEqual([
    'ARCHITECTURE.md names gone.ts',
    'models/runtime/pool.ts names other/pool.ts',
  ]);
});
