import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { expect, it } from 'vitest';
import { ROUTES } from '../../../renderer/routes.ts';
import { CONSOLE_PATHS, createConsole, readConsole } from '../../../server/api/console.ts';
import { securityHeaders } from '../../../server/api/headers.ts';
import { tempFolder } from '../../support/folder.ts';

/** A server with only the console of a folder. */
async function serve(folder: string) {
  const { router, unknownAddress } = createConsole(readConsole(folder));
  const app = express().use(securityHeaders, router, unknownAddress);
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    fetch: (path: string, init?: RequestInit) => fetch(base + path, { redirect: 'manual', ...init }),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

function buildIn(folder: string): void {
  mkdirSync(join(folder, 'console'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Custos</title>');
  writeFileSync(join(folder, 'console/index-abc.js'), 'export {};');
  writeFileSync(join(folder, 'stamp'), 'secret');
}

it('answers every path of the console with its page, under a policy that lets nothing in from elsewhere', async () => {
  using folder = tempFolder();
  buildIn(folder.path);
  await using server = await serve(folder.path);
  for (const path of CONSOLE_PATHS) {
    const answer = await server.fetch(path.replace(':id', 'ver_1'));
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('permissions-policy')).toMatch(/^camera=\(self\), microphone=\(\)/);
  }
});

it('gives a browser its page for an address that is none, and a program nothing', async () => {
  using folder = tempFolder();
  buildIn(folder.path);
  await using server = await serve(folder.path);
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
  const page = await server.fetch('/verifcations', browser);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
  expect(await page.text()).toContain('<title>Custos</title>');
  expect(await (await server.fetch('/verifcations')).text()).not.toContain('<title>Custos</title>');
  for (const path of ['/v1/verifcations', '/v1', '/session/x', '/console/gone.js']) {
    expect(await (await server.fetch(path, browser)).text(), path).not.toContain('<title>Custos</title>');
  }
});

it('knows the same paths as the console itself', () => {
  expect([...CONSOLE_PATHS].sort()).toEqual(Object.values(ROUTES).sort());
});

it('gives the files that the page loads, to be kept for good, and no other file', async () => {
  using folder = tempFolder();
  buildIn(folder.path);
  await using server = await serve(folder.path);
  const script = await server.fetch('/console/index-abc.js');
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(script.headers.get('cache-control')).toContain('immutable');
  for (const path of ['/console/stamp', '/console/..%2fstamp', '/console/index.html', '/stamp', '/console/__proto__']) {
    expect([path, (await server.fetch(path)).status]).toEqual([path, 404]);
  }
});

it('leads to the reference where no console was built', async () => {
  using folder = tempFolder();
  await using server = await serve(folder.path);
  const answer = await server.fetch('/');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  expect((await server.fetch('/keys')).status).toBe(404);
});
