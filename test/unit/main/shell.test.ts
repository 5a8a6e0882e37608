import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Announcement, readAnnouncement } from '../../../main/shell/announcement.ts';
import { type ApplianceChild, superviseAppliance } from '../../../main/shell/appliance.ts';
import { appliancePaths } from '../../../main/shell/paths.ts';
import { mayShow, mayUse, WINDOW_OPTIONS } from '../../../main/shell/window.ts';

describe('readAnnouncement', () => {
  test('finds the address and the first key, and nothing in other lines', () => {
    expect(readAnnouncement('Custos answers at http://127.0.0.1:8080')).toEqual({
      kind: 'address',
      url: 'http://127.0.0.1:8080',
    });
    expect(readAnnouncement('API key (shown this once, keep it): sk_live_abc')).toEqual({
      kind: 'first_key',
      key: 'sk_live_abc',
    });
    expect(readAnnouncement('Code for the first administrator (works once, until the next start): k3v9c-x')).toEqual({
      kind: 'setup_code',
      code: 'k3v9c-x',
    });
    expect(readAnnouncement('Data folder: /srv/custos')).toBeNull();
    expect(readAnnouncement('see also: Custos answers at http://127.0.0.1:8080')).toBeNull();
  });

  test('knows the sentences as the server prints them', () => {
    const server = readFileSync(new URL('../../../server/process.ts', import.meta.url), 'utf8');
    expect(server).toContain('`Custos answers at http://${');
    expect(server).toContain('`API key (shown this once, keep it): ${');
    expect(server).toContain('`Code for the first administrator (works once, until the next start): ${');
  });
});

class StandInChild extends EventEmitter implements ApplianceChild {
  readonly stdout = new PassThrough();
  kills = 0;
  kill(): boolean {
    this.kills += 1;
    return true;
  }
}

describe('superviseAppliance', () => {
  test('passes on what is announced, in lines however they are cut', async () => {
    const child = new StandInChild();
    const announced: Announcement[] = [];
    const heard = new Promise<void>((resolve) => {
      superviseAppliance(child, (announcement) => {
        if (announced.push(announcement) === 2) resolve();
      });
    });
    child.stdout.write('Custos answers at http://127.');
    child.stdout.write('0.0.1:1\nData folder: /x\nAPI key (shown this once, keep it): sk_live_a\n');
    await heard;
    expect(announced.map(({ kind }) => kind)).toEqual(['address', 'first_key']);
  });

  test('asks the server to end once, and waits for its exit code', async () => {
    const child = new StandInChild();
    const supervision = superviseAppliance(child, () => {});
    const first = supervision.stop();
    const second = supervision.stop();
    expect(child.kills).toBe(1);
    child.emit('exit', 7);
    expect(await Promise.all([first, second])).toEqual([7, 7]);
  });

  test('tells an end that nobody asked for from one that was', async () => {
    const child = new StandInChild();
    const supervision = superviseAppliance(child, () => {});
    child.emit('exit', 1);
    expect(await supervision.exited).toBe(1);
    expect(supervision.isStopping()).toBe(false);
    const stopped = superviseAppliance(new StandInChild(), () => {});
    void stopped.stop();
    expect(stopped.isStopping()).toBe(true);
  });
});

describe('appliancePaths', () => {
  const at = { appPath: '/app', resourcesPath: '/opt/custos/resources' };
  test('finds the models in the clone, and outside the archive in a package', () => {
    expect(appliancePaths({ ...at, isPackaged: false })).toEqual({
      entry: '/app/server/process.ts',
      weightsDir: '/app/models/weights',
    });
    expect(appliancePaths({ ...at, isPackaged: true }).weightsDir).toBe('/opt/custos/resources/weights');
  });
});

describe('the window', () => {
  test('is walled off', () => {
    expect(WINDOW_OPTIONS.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    });
  });

  test.each([
    ['http://127.0.0.1:8080/docs', true],
    ['http://127.0.0.1:8081/', false],
    ['http://127.0.0.1.example.org:8080/', false],
    ['https://127.0.0.1:8080/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['no address', false],
  ])('%s may be shown: %s', (url, expected) => {
    expect(mayShow(url, 'http://127.0.0.1:8080')).toBe(expected);
  });

  test.each([
    ['media', ['video'], true],
    ['media', ['audio'], false],
    ['media', ['video', 'audio'], false],
    ['media', undefined, false],
    ['clipboard-sanitized-write', undefined, true],
    ['clipboard-read', undefined, false],
    ['geolocation', undefined, false],
    ['display-capture', undefined, false],
  ] as const)('its pages may use %s %j: %s', (permission, mediaTypes, expected) => {
    expect(mayUse(permission, mediaTypes)).toBe(expected);
  });
});
