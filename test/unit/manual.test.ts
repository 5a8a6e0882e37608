import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ROUTES as SCREENS } from '../../renderer/routes.ts';
import { SETTINGS, type SettingName, variableOf } from '../../server/appliance/config-settings.ts';
import { USAGE } from '../../server/commands/run.ts';
import { TAGS } from '../../server/contract/route.ts';
import { headingsOf } from './tidy/markdown.ts';

const FOLDER = fileURLToPath(new URL('../../server/manual/', import.meta.url));
const CHAPTERS = globSync('{*,reference/*}.md', { cwd: FOLDER })
  .map((path) => path.replace(/\.md$/, ''))
  .filter((name) => name !== 'README');
const chapter = (name: string): string => readFileSync(`${FOLDER}${name}.md`, 'utf8');
const headings = (name: string): string[] => headingsOf(chapter(name)).map(({ text }) => text);

test('the README is a page, and the architecture a short read', () => {
  const linesOf = (name: string): number => readFileSync(`${FOLDER}../../${name}`, 'utf8').trimEnd().split('\n').length;
  expect(linesOf('README.md')).toBeLessThanOrEqual(120);
  expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(250);
});

describe('the manual', () => {
  test('has every setting once', () => {
    const variables = (Object.keys(SETTINGS) as SettingName[]).map(variableOf);
    expect(variables.length).toBeGreaterThan(30);
    const all = headings('configuration');
    expect(variables.filter((name) => all.filter((text) => text === name).length !== 1)).toEqual([]);
  });

  test('has every command', () => {
    // A usage line names the command and, if it has several, the subcommand: `custos lists import FILE...`.
    const commands = [...USAGE.matchAll(/^\s*custos ([a-z-]+(?: (?:[a-z-]+)(?= |$))*)/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(30);
    const documented = headings('commands').map((text) => text.replace(/^custos /, ''));
    const missing = commands.filter((name) => !documented.some((text) => name === text || name.startsWith(`${text} `)));
    expect(missing).toEqual([]);
  });

  test('has every screen, by its name', () => {
    const names: Record<keyof typeof SCREENS, string> = {
      queue: 'Queue',
      create: 'New verification',
      captures: 'Applicant capture',
      createCompany: 'New company',
      verification: 'Verification',
      company: 'Company',
      screening: 'Screening',
      alerts: 'Alerts',
      lists: 'Lists',
      list: "A list's version",
      registers: 'Registers',
      trust: 'Trust lists',
      webhooks: 'Webhooks',
      webhook: 'A webhook endpoint',
      keys: 'API keys',
      operators: 'Operators',
      policy: 'Policy',
      system: 'System',
      figures: 'Figures',
      audit: 'Audit log',
      setup: 'First run',
    };
    const all = headings('console');
    expect(Object.values(names).filter((name) => !all.includes(name))).toEqual([]);
  });

  test('has every group of routes', () => {
    const page = chapter('api');
    expect(Object.keys(TAGS).filter((tag) => !page.includes(`- **${tag}**: `))).toEqual([]);
  });

  test('is listed whole in its contents', () => {
    const contents = chapter('README');
    const linked = [...contents.matchAll(/\]\(([a-z/-]+)\.md\)/g)].map(([, name]) => name);
    expect(new Set(linked).size).toBe(linked.length);
    for (const name of linked) expect(contents).toContain(`[${headings(String(name))[0]}](${name}.md)`);
    expect(linked.toSorted()).toEqual(CHAPTERS.toSorted());
  });
});
