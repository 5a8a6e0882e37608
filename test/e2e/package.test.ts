import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFuses } from '../../main/package/fuses.ts';
import { isOurs, type ListedFile, listPackedFiles } from '../../main/package/inventory.ts';
import { packagesFor } from '../../main/package/locked.ts';
import { BOM_FILE, LICENCES_FILE } from '../../main/package/papers.ts';
import type { Bom } from '../../main/package/sbom.ts';
import { printSizes, sizeTable } from '../../main/package/sizes.ts';
import { nativeFaults } from '../../main/package/stage.ts';
import { readCatalogue } from '../../server/reports/report/fonts/catalogue.ts';
import { canIsolate, canTrace, verifyAlone, type Watched } from '../support/package/alone.ts';
import { bomFaults } from '../support/package/bom-faults.ts';
import { HOST, type Packed, packTwice, ROOT } from '../support/package/packed.ts';
import { printFiles } from '../support/package/print-files.ts';
import { strayAddresses, strayFiles } from '../support/package/trace.ts';
import { skipUnless } from '../support/skip.ts';

/** The folder of the findings, for a person to read. */
const FINDINGS = join(ROOT, 'dist', 'package-check');
const SPACE = 'this machine allows no network namespaces (unshare -rn), so that no network was taken away';
const STRACE =
  'strace is missing or may not trace (Debian: apt-get install strace), so that nobody saw which files were opened';

const onLinux = skipUnless(process.platform === 'linux', 'the stand-in for Electron is one for Linux');

// The packed program must not use this clone's compile cache.
delete process.env['NODE_COMPILE_CACHE'];

/** `npm run package:check`: packs with a stand-in for Electron's program, checks the whole package, and runs it. */
describe('the package', onLinux, () => {
  let packed: Packed;
  let files: ListedFile[];
  const paths = (): string[] => files.map(({ path }) => path);
  /** Paths as the program sees them, inside the archive or beside it. */
  const appPaths = (): string[] =>
    paths().flatMap((path) => /^resources\/app\.asar(?:\.unpacked)?\/(.*)$/.exec(path)?.[1] ?? []);
  beforeAll(async () => {
    packed = await packTwice();
    files = listPackedFiles(packed.unpacked);
    mkdirSync(FINDINGS, { recursive: true });
    writeFileSync(join(FINDINGS, 'files.txt'), printFiles(files.filter(isOurs)));
  });
  afterAll(() => packed?.[Symbol.dispose]());

  test('holds the compiled program, and no source, test, launcher or build script of it', () => {
    for (const path of [
      'main/main.js',
      'server/process.js',
      'server/cli.js',
      'models/ports.js',
      'models/kernels/mrz.wasm',
      'package.json',
    ]) {
      expect(appPaths()).toContain(path);
    }
    expect(appPaths()).toContain('renderer/dist/index.html');
    const stray = appPaths().filter((path) =>
      /^(?:test|\.ci|dist)\/|^main\/(?:launch|package)\/|^models\/(?:mrz\/train|kernels\/assembly)\/|\.[cm]?ts$|\.map$|^renderer\/(?!dist\/)/.test(
        path,
      ),
    );
    expect(stray).toEqual([]);
  });

  test('holds the packages of production for this system, every one of them and no other', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    const expected = packagesFor(lock, HOST).map(({ name, version }) => `${name} ${version}`);
    // electron-builder moves some nested packages up one level.
    const manifests = appPaths().filter((path) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    );
    const found = manifests.map((path) => JSON.parse(readFileSync(join(packed.tree, path), 'utf8')));
    expect(new Set(found.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(expected));
    for (const name of ['adm-zip', 'global-agent', 'vitest', 'electron'])
      expect(found.map((it) => it.name)).not.toContain(name);
  });

  test('holds native code for this system alone, all of it outside of the archive', () => {
    expect(nativeFaults(packed.unpacked, outside(), HOST)).toEqual([]);
    const inside = paths().filter(
      (path) => path.startsWith('resources/app.asar/') && /\.(?:node|wasm|so|so\..*)$/.test(path),
    );
    expect(inside).toEqual([]);
  });

  test('carries the fonts of reports, and of them no other form or weight', () => {
    const fonts = readCatalogue().flatMap(({ regular, bold }) => [...regular, ...bold]);
    expect(fonts.length).toBeGreaterThan(0);
    expect(appPaths()).toEqual(expect.arrayContaining(fonts.map(({ path }) => relative(ROOT, path))));
    const others = appPaths().filter((path) => /\/@fontsource\/.*\.(?:woff2?|css|scss)$/.test(path));
    expect(others.filter((path) => !/-(?:400|700)-normal\.woff$/.test(path))).toEqual([]);
  });

  test('carries every model file beside the archive', () => {
    // Compares with the list, not with the copied folder: a file missing there would be missing here too.
    const { files: listed } = JSON.parse(readFileSync(join(ROOT, 'models', 'weights.json'), 'utf8')) as {
      files: { file: string; sha256: string }[];
    };
    const weights = listed.map(({ file, sha256 }) => `${sha256} resources/weights/${file}`);
    expect(weights.length).toBeGreaterThan(0);
    const found = files.filter(({ path }) => path.startsWith('resources/weights/'));
    expect(found.map(({ sha256, path }) => `${sha256} ${path}`).toSorted()).toEqual(weights.toSorted());
  });

  test("has Chromium's own words in the console's languages alone", () => {
    expect(readdirSync(join(packed.unpacked, 'locales')).toSorted()).toEqual(['en-GB.pak', 'en-US.pak', 'fr.pak']);
  });

  test('has its fuses flipped', async () => {
    expect(await readFuses(join(packed.unpacked, 'custos'))).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('brings the licence of every package in it', () => {
    const text = readFileSync(join(packed.resources, LICENCES_FILE), 'utf8');
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    const unnamed = packagesFor(lock, HOST).filter(
      ({ name, version }) => !text.includes(`\n${name} ${version}\nLicence: `),
    );
    expect(unnamed).toEqual([]);
    for (const name of ['preact', '@preact/signals']) expect(text).toContain(`\n${name} `);
  });

  test('brings a bill of materials of what is in it, in the form of CycloneDX', () => {
    const bom = JSON.parse(readFileSync(join(packed.resources, BOM_FILE), 'utf8')) as Bom;
    expect(bomFaults(bom)).toEqual([]);
    const named = new Set(bom.components.map(({ name }) => name));
    for (const name of ['express', 'better-sqlite3', 'preact', 'electron', 'face/faceres.bin'])
      expect(named).toContain(name);
    for (const name of ['vitest', 'typescript', 'electron-builder']) expect(named).not.toContain(name);
  });

  test('is the same file for file when it is packed again', () => {
    const again = listPackedFiles(packed.again).filter(isOurs);
    expect(printFiles(again)).toBe(printFiles(files.filter(isOurs)));
  });

  test('gives a reason for each of its megabytes', () => {
    const table = sizeTable(files);
    const text = `${printSizes(table)}\n(the part "electron" is the stand-in for it)`;
    writeFileSync(join(FINDINGS, 'sizes.txt'), `${text}\n`);
    process.stdout.write(`${text}\n`);
    expect(table.filter(({ why }) => why === null)).toEqual([]);
  });

  /** Files of the folder outside the archive. */
  const outside = (): string[] => paths().filter((path) => !path.startsWith('resources/app.asar/'));

  describe('run from its own files alone', () => {
    const has = { isolation: canIsolate(), tracing: canTrace() };
    let program: string;
    let watched: Watched;
    beforeAll(async () => {
      // The stand-in is a Node of its own, so not even Node comes from the clone.
      program = join(packed.unpacked, 'custos');
      expect(has.isolation || has.tracing, 'neither a namespace nor strace: nobody would see a connection').toBe(true);
      watched = await verifyAlone(
        { program, tree: packed.tree, weightsDir: join(packed.resources, 'weights') },
        packed.folder,
        has,
      );
    });

    test('answers and verifies a person, with report, evidence, console and manual', () => {
      const { expected, status, reasons, report, evidenceHolds, console: page, manual, firstName } = watched.outcome;
      expect({ status, reasons, report, evidenceHolds, page, manual }).toEqual({
        status: expected,
        reasons: [],
        report: '%PDF',
        evidenceHolds: true,
        page: true,
        manual: true,
      });
      expect(firstName).not.toBeNull();
    });

    test('does so without any network', skipUnless(has.isolation, SPACE), () => {
      expect(watched.outcome.reachedOutside).toBe(false);
    });

    test('connects to nothing outside of this machine', skipUnless(has.tracing, STRACE), () => {
      expect(strayAddresses(watched.traced?.connected ?? ['?'])).toEqual([]);
    });

    test('opens no file but its own, those of its data folder and the system', skipUnless(has.tracing, STRACE), () => {
      const opened = watched.traced?.opened ?? [];
      expect(opened).toContain(join(packed.tree, 'server', 'process.js'));
      expect(opened.filter((path) => path.startsWith(join(packed.resources, 'weights'))).length).toBeGreaterThan(0);
      expect(strayFiles(opened, [packed.tree, packed.resources, program, watched.temp])).toEqual([]);
    });

    test('reads no font but its own, neither of the system nor of the user', skipUnless(has.tracing, STRACE), () => {
      const fonts = (watched.traced?.opened ?? []).filter((path) => /fonts?\b|\.(?:ttf|otf|ttc|pf[ab])$/i.test(path));
      expect(fonts.filter((path) => path.endsWith(watched.plantedFont))).toEqual([]);
      expect(strayFiles(fonts, [packed.tree])).toEqual([]);
    });

    test('draws a report with names in several scripts', () => {
      expect(drawReportIn(packed.tree, program)).toBe('%PDF');
    });

    test('leaves nothing of the clone in reach', () => {
      expect(existsSync(join(packed.folder, 'node_modules'))).toBe(false);
      expect(relative(ROOT, packed.folder).startsWith('..')).toBe(true);
    });
  });
});

/** The first letters of a report with names in several scripts, drawn only with the files under `tree`. */
function drawReportIn(tree: string, program: string): string {
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
    import { drawReport } from './server/reports/report/draw.js';
    const file = await drawReport(${JSON.stringify(report)}, [], { pagesMax: 9, textCharsMax: 999 });
    process.stdout.write(file.subarray(0, 4));`;
  return execFileSync(program, ['--input-type=module', '-e', script], { cwd: tree, encoding: 'utf8' });
}
