import { describe, expect, test } from 'vitest';
import { KEPT } from '../../../main/shell/settings.ts';
import { runPreload } from '../../support/preload.ts';

const console_ = (stored: Record<string, string> = {}, kept: unknown = {}) => {
  const storage = new Map(Object.entries(stored));
  return { storage, ...runPreload({ protocol: 'http:', storage, kept }) };
};
const shellPage = () => runPreload({ protocol: 'app:', storage: new Map(), kept: {} });

describe('what a page gets', () => {
  test('is one frozen object of seven functions, and nothing of Electron', async () => {
    const { exposed, required } = console_();
    expect(Object.keys(exposed)).toEqual(['custos']);
    const api = exposed['custos'] ?? {};
    expect(Object.keys(api)).toEqual(['desktop', 'set', 'choosePath', 'print', 'act', 'openKiosk', 'givePassphrase']);
    expect(Object.isFrozen(api)).toBe(true);
    expect(Object.values(api).every((value) => typeof value === 'function')).toBe(true);
    expect(required).toEqual(['electron']);
  });

  test('sends one message a function, with one value at most, under a name that the page does not choose', async () => {
    const { exposed, sent } = shellPage();
    const api = exposed['custos'] ?? {};
    for (const [name, call] of Object.entries(api)) {
      sent.length = 0;
      const answer = await call(`value of ${name}`, 'a second one', 'custos:quit');
      expect(sent).toHaveLength(1);
      const [{ kind, channel, args }] = sent as [(typeof sent)[number]];
      expect(kind).toBe('invoke');
      expect(channel).toBe(`custos:${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`);
      expect(args).toEqual(name === 'desktop' || name === 'print' ? [] : [`value of ${name}`]);
      expect(answer).toBe(`answer to ${channel}`);
    }
  });
});

describe('the console', () => {
  test('is led to a screen as by a link of its own', () => {
    const { heard, clicked } = console_();
    heard.emit('custos:go', {}, '/alerts');
    expect(clicked).toEqual(['/alerts']);
  });

  test('is locked by the desktop app', () => {
    const { heard, page } = console_();
    let locked = 0;
    page.on('custos:lock', () => {
      locked += 1;
    });
    heard.emit('custos:lock');
    expect(locked).toBe(1);
  });

  test('finds its choices again, but for those of this session', () => {
    const kept = { 'custos.theme': 'dark', 'custos.locale': 'fr', 'custos.keys': 7, 'custos.other': 'x' };
    const { storage } = console_({ 'custos.locale': 'en' }, kept);
    expect(Object.fromEntries(storage)).toEqual({ 'custos.theme': 'dark', 'custos.locale': 'en' });
  });

  test('tells its choices, and nothing else of its storage, when it is left', () => {
    const { page, storage, sent } = console_({ 'custos.owed': 'yes' });
    storage.set('custos.theme', 'light');
    for (const name of ['pagehide', 'visibilitychange']) {
      sent.length = 0;
      page.emit(name);
      expect(sent).toEqual([{ kind: 'send', channel: 'custos:keep', args: [{ 'custos.theme': 'light' }] }]);
    }
  });

  test('keeps what the shell keeps', () => {
    const all = Object.fromEntries(KEPT.map((key) => [key, 'x']));
    expect(Object.fromEntries(console_({}, all).storage)).toEqual(all);
  });
});

test('a page of the shell has no storage to keep', () => {
  const { sent, page } = shellPage();
  page.emit('pagehide');
  expect(sent).toEqual([]);
});
