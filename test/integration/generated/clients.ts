import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tempFolder } from '../../support/folder.ts';
import { ANNA, cardAndSelfie } from '../../support/form.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const run = promisify(execFile);

// The generators write TypeScript with the API of TypeScript 5, which version 7 no longer has.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});

/** The results of a program written against a client: it creates a verification with files, waits for its end, and requests a missing record. */
interface Used {
  created: string;
  status: string;
  listed: string[];
  missing: { status: number; code: string };
}
type Use = (of: { baseUrl: string; key: string; files: Blob[]; applicant: typeof ANNA }) => Promise<Used>;

const META = `{ items: [{ type: 'national_id', side: 'front' }, { type: 'selfie' }] }`;

const GENERATORS: Record<string, { generate: (document: string, folder: string) => Promise<void>; use: string }> = {
  'openapi-typescript': {
    async generate(document, folder) {
      const { astToString, default: typesOf } = await import('openapi-typescript');
      writeFileSync(join(folder, 'api.ts'), astToString(await typesOf(pathToFileURL(document))));
    },
    use: `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

export async function use({ baseUrl, key, files, applicant }: Of) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const { data: created } = await client.POST('/v1/verifications', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { applicant, consent: true, documents_meta: ${META}, 'documents[]': files as unknown as string[] },
    bodySerializer(body) {
      const form = new FormData();
      for (const [name, value] of Object.entries(body)) {
        if (name === 'documents[]') for (const file of files) form.append(name, file);
        else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
      return form;
    },
  });
  if (!created) throw new Error('not created');
  const path = { id: created.id };
  let record = await client.GET('/v1/verifications/{id}', { params: { path } });
  while (record.data?.status === 'processing') record = await client.GET('/v1/verifications/{id}', { params: { path } });
  const { data: page } = await client.GET('/v1/verifications', { params: { query: { limit: 1 } } });
  const missing = await client.GET('/v1/verifications/{id}', { params: { path: { id: 'ver_' + '0'.repeat(26) } } });
  return {
    created: created.id,
    status: record.data?.status ?? '',
    listed: page?.data.map(({ id }) => id) ?? [],
    missing: { status: missing.response.status, code: missing.error?.code ?? '' },
  };
}`,
  },
  '@hey-api/openapi-ts': {
    async generate(document, folder) {
      const { createClient } = await import('@hey-api/openapi-ts');
      await createClient({
        input: document,
        output: { path: join(folder, 'api'), importFileExtension: '.js' },
        plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
        logs: { level: 'silent' },
      });
    },
    use: `
import { client } from './api/client.gen.js';
import { createVerification, getVerification, listVerifications } from './api/sdk.gen.js';

export async function use({ baseUrl, key, files, applicant }: Of) {
  client.setConfig({ baseUrl, auth: key });
  const { data: created } = await createVerification({
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { applicant, consent: true, documents_meta: ${META}, 'documents[]': files },
  });
  if (!created) throw new Error('not created');
  const path = { id: created.id };
  let record = await getVerification({ path });
  while (record.data?.status === 'processing') record = await getVerification({ path });
  const { data: page } = await listVerifications({ query: { limit: 1 } });
  const missing = await getVerification({ path: { id: 'ver_' + '0'.repeat(26) } });
  return {
    created: created.id,
    status: record.data?.status ?? '',
    listed: page?.data.map(({ id }) => id) ?? [],
    missing: { status: missing.response?.status ?? 0, code: missing.error?.code ?? '' },
  };
}`,
  },
};
const OF = `
interface Of {
  baseUrl: string;
  key: string;
  files: Blob[];
  applicant: { first_name: string; last_name: string; dob: string };
}
`;

it.each(Object.keys(GENERATORS))('a client that %s generates compiles, and works', async (name) => {
  using folder = tempFolder();
  await using server = await startTestServer();
  const { use, generate } = GENERATORS[name] as (typeof GENERATORS)[string];
  const source = join(folder.path, 'src');
  mkdirSync(source);
  symlinkSync(MODULES, join(folder.path, 'node_modules'));
  const document = join(folder.path, 'openapi.json');
  writeFileSync(document, await (await server.fetch('/v1/openapi.json')).text());
  await generate(document, source);
  writeFileSync(join(source, 'use.ts'), `${use}\n${OF}`);
  await compile(folder.path);
  const built = (await import(pathToFileURL(join(folder.path, 'out', 'use.js')).href)) as { use: Use };
  await expectUsed(server, built.use);
});

/** As strict as a careful customer's own build; the libraries' declarations are not checked. */
async function compile(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'out',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const { stdout } = await run(process.execPath, [join(MODULES, 'typescript', 'bin', 'tsc'), '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}

async function expectUsed(server: TestServer, use: Use): Promise<void> {
  const { baseUrl, key } = server;
  const files = cardAndSelfie().map(({ bytes }) => new File([new Uint8Array(bytes)], 'picture.jpg'));
  const used = await use({ baseUrl, key, files, applicant: ANNA });
  expect(used.created).toMatch(/^ver_/);
  expect(used).toMatchObject({
    status: 'completed',
    listed: [used.created],
    missing: { status: 404, code: 'not_found' },
  });
}
