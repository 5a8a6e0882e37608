import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ServerPhase, ShellState } from '../../../main/shell/contract.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { FRENCH } from '../../../main/shell/text/fr.ts';
import { TrayIcon, trayIconPng } from '../../../main/shell/tray/tray.ts';
import { hasTrayHost } from '../../../main/shell/tray/tray-host.ts';
import { type TrayLook, trayMenu, trayState } from '../../../main/shell/tray/tray-state.ts';
import { FakeTray, fakeElectron } from '../../support/fake-electron.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const LOOKS: readonly TrayLook[] = ['ready', 'working', 'attention', 'failed'];

const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true });

const running = (counts: Partial<NonNullable<ShellState['told']>> = {}): ShellState => ({
  phase: 'running',
  url: 'http://127.0.0.1:1',
  told: {
    kind: 'state',
    ready: true,
    missing: [],
    needsReview: 0,
    alertsOpen: 0,
    processing: 0,
    captureUrl: null,
    ...counts,
  },
});
const inPhase = (phase: ServerPhase): ShellState => ({ phase, url: null, told: null });

describe('icons', () => {
  test.each([16, 32] as const)(
    '%i pixels: whole PNGs with a clear ground, each look another one',
    inWholeRunAlone('1 s'),
    async (size) => {
      const drawn = await Promise.all(LOOKS.map((look) => pixelsOf(trayIconPng(look, size))));
      for (const { data, info } of drawn) {
        expect(info).toMatchObject({ width: size, height: size, channels: 4 });
        // The corner is transparent, the middle is not.
        expect(data[3]).toBe(0);
        expect(data[(Math.floor(size / 2) * size + Math.floor(size / 4)) * 4 + 3]).toBe(255);
      }
      expect(new Set(drawn.map(({ data }) => data.toString('hex'))).size).toBe(LOOKS.length);
    },
  );

  test('those for macOS are black alone, and differ by form', inWholeRunAlone('1 s'), async () => {
    const drawn = await Promise.all(LOOKS.map((look) => pixelsOf(trayIconPng(look, 32, true))));
    for (const { data } of drawn) {
      expect(data.every((value, at) => at % 4 === 3 || value === 0)).toBe(true);
    }
    expect(new Set(drawn.map(({ data }) => data.toString('hex'))).size).toBe(LOOKS.length);
  });

  test.each(LOOKS.flatMap((look) => [false, true].map((template) => ({ look, template }))))(
    '$look, template $template: drawn of the SVG beside it',
    inWholeRunAlone('1 s'),
    async ({ look, template }) => {
      for (const size of [16, 32] as const) {
        const file = `../../../main/shell/tray/icons/${look}${template ? '-template' : ''}.svg`;
        const svg = readFileSync(new URL(file, import.meta.url), 'utf8');
        // Does not use sharp: a picture worker removes its SVG loader for the whole process.
        const canvas = createCanvas(size, size);
        const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
        canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0);
        const drawn = (await pixelsOf(canvas.toBuffer('image/png'))).data;
        const ours = (await pixelsOf(trayIconPng(look, size, template))).data;
        // The colour of a nearly transparent pixel is not checked.
        const far = ours.filter((value, at) => {
          const isSeen = at % 4 === 3 || (ours[at | 3] ?? 0) > 200;
          return isSeen && Math.abs(value - (drawn[at] ?? 0)) > 64;
        }).length;
        expect(far / ours.length, `${size} pixels`).toBeLessThan(0.02);
      }
    },
  );
});

describe('trayState', () => {
  test.each([
    ['starting', 'working', 'Custos is starting'],
    ['waiting', 'working', 'Custos is starting'],
    ['passphrase', 'attention', 'Custos is waiting for its passphrase'],
    ['failed', 'failed', 'Custos is not running: open it to see why'],
    ['stopping', 'working', 'Custos is stopping: it finishes running work first'],
    ['running', 'working', 'Custos is starting'],
  ] as const)('%s: %s, %s', (phase, look, status) => {
    expect(trayState(inPhase(phase), ENGLISH)).toEqual({ look, status, counts: [] });
  });

  test('tells counts of a server that runs, and what needs a person', () => {
    expect(trayState(running({ needsReview: 3, alertsOpen: 2 }), ENGLISH)).toEqual({
      look: 'ready',
      status: 'Custos is ready',
      counts: ['Waiting for review: 3', 'Open alerts: 2', 'Processing: 0'],
    });
    expect(trayState(running({ processing: 1 }), ENGLISH).look).toBe('working');
    const missing = trayState(running({ ready: false, missing: ['lists'], processing: 1 }), FRENCH);
    expect(missing).toMatchObject({ look: 'attention', status: FRENCH.tray.attention });
  });

  test('the menu tells what the icon does, opens and quits', () => {
    const acts: string[] = [];
    const menu = trayMenu(trayState(running({ needsReview: 1 }), ENGLISH), ENGLISH, {
      open: () => acts.push('open'),
      quit: () => acts.push('quit'),
    });
    expect(menu.map(({ label, enabled }) => [label, enabled ?? true])).toEqual([
      ['Custos is ready', false],
      ['Waiting for review: 1', false],
      ['Open alerts: 0', false],
      ['Processing: 0', false],
      [undefined, true],
      ['Open Custos', true],
      ['Quit Custos', true],
    ]);
    for (const { click } of menu) click?.({} as never, undefined, {} as never);
    expect(acts).toEqual(['open', 'quit']);
  });
});

describe('hasTrayHost', () => {
  const bus = (answer: string | Error) => async () => {
    if (typeof answer !== 'string') throw answer;
    return answer;
  };

  test('Windows and macOS always have one', async () => {
    for (const platform of ['win32', 'darwin'] as const) {
      expect(await hasTrayHost(platform, bus(new Error('not asked')))).toBe(true);
    }
  });

  test('Linux has one where the session bus says so, and else none', async () => {
    expect(await hasTrayHost('linux', bus('   boolean true\n'))).toBe(true);
    expect(await hasTrayHost('linux', bus('   boolean false\n'))).toBe(false);
    expect(await hasTrayHost('linux', bus(''))).toBe(false);
    expect(await hasTrayHost('linux', bus(new Error('no such program')))).toBe(false);
  });

  test('is asked by the other program where there is not the one', async () => {
    const asked: string[] = [];
    const gdbus = async (program: string, args: readonly string[]) => {
      asked.push(program);
      if (program !== 'gdbus') throw new Error('ENOENT');
      expect(args.at(-1)).toBe('org.kde.StatusNotifierWatcher');
      return '(true,)\n';
    };
    expect(await hasTrayHost('linux', gdbus)).toBe(true);
    expect(asked).toEqual(['dbus-send', 'gdbus']);
  });
});

describe('TrayIcon', () => {
  function icon(hasHost: () => boolean, platform: NodeJS.Platform = 'linux') {
    const electron = fakeElectron();
    const acts: string[] = [];
    const tray = new TrayIcon({
      electron: electron.asElectron,
      platform,
      texts: ENGLISH,
      hasHost: async () => hasHost(),
      open: () => acts.push('open'),
      quit: () => acts.push('quit'),
    });
    return { tray, acts, made: FakeTray.made };
  }

  test('is made when there is somebody to show it, even later', async () => {
    let host = false;
    const { tray, made } = icon(() => host);
    tray.update(running({ needsReview: 2 }));
    expect(await tray.isThere()).toBe(false);
    expect(made).toHaveLength(0);
    host = true;
    expect(await tray.isThere()).toBe(true);
    expect(made).toHaveLength(1);
    expect(made[0]?.tip).toBe('Custos is ready\nWaiting for review: 2\nOpen alerts: 0\nProcessing: 0');
  });

  test('follows the state, and opens at a click', async () => {
    const { tray, acts, made } = icon(() => true);
    tray.update(inPhase('starting'));
    await tray.isThere();
    const [shown] = made;
    const first = shown?.image;
    tray.update(inPhase('failed'));
    expect(shown?.image).not.toBe(first);
    expect(shown?.tip).toBe('Custos is not running: open it to see why');
    tray.update(inPhase('starting'));
    expect(shown?.image).toBe(first);
    shown?.emit('click');
    expect(acts).toEqual(['open']);
    tray.remove();
    expect(shown?.destroyed).toBe(true);
  });

  test('has pictures for two densities, and on macOS a template', async () => {
    const { tray, made } = icon(() => true, 'darwin');
    tray.update(inPhase('starting'));
    await tray.isThere();
    const image = made[0]?.image as { isTemplate: boolean; representations: { width: number; scaleFactor: number }[] };
    expect(image.isTemplate).toBe(true);
    expect(image.representations.map(({ width, scaleFactor }) => [width, scaleFactor])).toEqual([
      [16, 1],
      [32, 2],
    ]);
  });
});
