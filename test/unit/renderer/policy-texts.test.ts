import { describe, expect, it } from 'vitest';
import { en } from '../../../renderer/text/en.ts';
import { fr } from '../../../renderer/text/fr.ts';
import { SETTING_GROUPS, SETTING_UNITS } from '../../../server/policies/setting.ts';
import { listSettings, SETTINGS } from '../../../server/policies/settings.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

const ALL = [...SETTINGS, ...listSettings('small')];
const has = (key: string): boolean => Object.hasOwn(en, key);

await consoleGlobals();
const { chooseLocale } = await import('../../../renderer/text/locale.ts');

describe('the words of the policy', () => {
  it('name every setting and say what it does', async () => {
    const { columnOf, isReasonDeadline } = await import('../../../renderer/parts/policy/setting-text.ts');
    const single = ALL.filter(
      (setting) =>
        !setting.path.startsWith('severity.') && !isReasonDeadline(setting) && columnOf(setting.path) === null,
    );
    expect(single.filter(({ path }) => !has(`setting.${path}`) || !has(`means.${path}`))).toEqual([]);
    const inTables = ALL.filter(({ path }) => columnOf(path) !== null);
    expect(inTables.length).toBeGreaterThan(0);
    expect(inTables.filter(({ path }) => !has(`policy.${columnOf(path)?.column}`))).toEqual([]);
  });

  it('name every finding, also where it has a deadline', async () => {
    const { isReasonDeadline, settingLabel, settingMeans } = await import(
      '../../../renderer/parts/policy/setting-text.ts'
    );
    const deadline = ALL.find(({ path }) => path === 'deadlines.reason_hours.hit_possible');
    expect(deadline && [settingLabel(deadline.path), settingMeans(deadline)]).toEqual([
      `Deadline: ${en['reason.hit_possible']}`,
      expect.stringContaining(en['finding.hit_possible'].slice(0, 10)),
    ]);
    const codes = ALL.filter((setting) => setting.group === 'findings' || isReasonDeadline(setting)).map(({ path }) =>
      path.replace(/^(?:severity|deadlines\.reason_hours)\./, ''),
    );
    expect(codes.filter((code) => !has(`reason.${code}`) || !has(`finding.${code}`))).toEqual([]);
  });

  it('name every group and unit', () => {
    expect(Object.keys(SETTING_GROUPS).filter((name) => !has(`policy.group_${name}`))).toEqual([]);
    expect(SETTING_UNITS.filter((unit) => !has(`policy.unit_${unit}`))).toEqual([]);
  });

  it('say why each fixed one is fixed', async () => {
    const { fixedText } = await import('../../../renderer/parts/policy/setting-text.ts');
    const whys = [...new Set(ALL.flatMap(({ fixed }) => (fixed === null ? [] : [fixed])))];
    const said = Object.entries(en).flatMap(([key, text]) => (key.startsWith('fixed.') ? [text] : []));
    expect(said.toSorted()).toEqual(whys.toSorted());
    chooseLocale('fr');
    await expect.poll(() => fixedText(en['fixed.lists'])).toBe(fr['fixed.lists']);
    expect(fixedText('Some new reason.')).toBe('Some new reason.');
  });
});
