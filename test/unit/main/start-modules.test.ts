import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inWholeRunAlone } from '../../support/long.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Modules that few starts need later. */
const LATER =
  /libphonenumber-js|ldapts|@napi-rs\/canvas|\/pdf\.mjs|server\/commands\/run\.ts|tesseract\.js\/src\/index/;

test('a start loads what it serves with, and not what is seldom asked for', inWholeRunAlone('2 s'), () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    for (const part of ['app', 'context', 'control', 'host']) await import('./server/' + part + '.ts');
    process.stdout.write(JSON.stringify(loaded));`;
  const args = ['--input-type=module', '--eval', program];
  const loaded = JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[];
  expect(loaded.some((url) => url.endsWith('/server/app.ts'))).toBe(true);
  expect(loaded.filter((url) => LATER.test(url))).toEqual([]);
});
