import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../renderer/routes.ts';
import { must } from '../../server/lib/assert.ts';
import type { Role } from '../../server/vocabulary/roles.ts';
import type { Scope } from '../../server/vocabulary/scopes.ts';
import { type ConsolePage, type ConsoleRig, useConsole, WIDTHS } from './console/harness.ts';
import { SCREENS } from './console/screens.ts';
import { fillWithSpecimens, type Specimens } from './console/specimens.ts';

let made: Specimens | null = null;
const ids = (): Specimens => must(made, 'the appliance is filled');

const tests = useConsole({
  prepare: async (rig) => {
    const filled = await fillWithSpecimens(rig);
    made = filled;
    return filled;
  },
});

/** What each role may not do: the counterpart of the manual's table (operators.md). */
const WITHOUT: Readonly<Record<Exclude<Role, 'administrator'>, readonly Scope[]>> = {
  reviewer: ['lists:write', 'audit:read', 'admin'],
  operator: ['kyc:review', 'kyb:review', 'lists:read', 'lists:write', 'audit:read', 'admin'],
  auditor: ['kyc:write', 'kyc:review', 'kyb:write', 'kyb:review', 'screening', 'lists:write', 'admin'],
};
const ROLES = Object.keys(WITHOUT) as Exclude<Role, 'administrator'>[];

describe('roles', () => {
  for (const role of ROLES) {
    tests.test(`the appliance refuses the role ${role} every act that is not its own`, async (rig) => {
      const shown = await rig.open(role);
      shown.expectStatus(403);
      const acts = (await routes(rig)).filter(({ scopes }) => scopes.every((scope) => WITHOUT[role].includes(scope)));
      expect(acts.length).toBeGreaterThan(25);
      expect(await tryAll(shown, acts)).toEqual(acts.map(({ name }) => `${name}: 403 forbidden`));
    });

    tests.test(`the role ${role} opens its screens, and the others say that they are not for it`, async (rig) => {
      const [own, others] = [await rig.open(role), await rig.open(role)];
      others.expectStatus(403);
      const wrong: string[] = [];
      for (const { name, path, roles } of SCREENS) {
        const at = path(ids());
        const mine = roles.includes(role);
        const { page, visit } = mine ? own : others;
        await visit(at);
        const refused = await page.getByRole('heading', { name: 'Your role has no access' }).count();
        if ((refused === 0) !== mine) wrong.push(`${name}: ${mine ? 'refused' : 'shown'}`);
        const ways = await page.locator(`nav a[href="${at}"]`).count();
        if (!mine && ways > 0) wrong.push(`${name}: the navigation leads to it`);
      }
      expect(wrong).toEqual([]);
    });
  }
});

describe('every screen', () => {
  it('is in the table of screens', () => {
    const known = new Set(SCREENS.map(({ page }) => page));
    expect(Object.keys(ROUTES).toSorted()).toEqual([...known].toSorted());
  });

  const looks = [
    { lang: 'en', theme: 'light' },
    { lang: 'x-rtl', theme: 'dark' },
    { lang: 'fr', theme: 'light' },
  ] as const;
  for (const { lang, theme } of looks) {
    tests.test(`fits at every width and can be used by everybody: ${lang}, ${theme}`, async (rig) => {
      const shown = await rig.open('administrator', { lang, theme });
      const wrong: string[] = [];
      for (const { path } of SCREENS) {
        await shown.visit(path(ids()));
        const direction = await shown.page.evaluate(() => document.documentElement.dir);
        if (direction !== (lang === 'x-rtl' ? 'rtl' : 'ltr')) wrong.push(`${path(ids())} is written ${direction}`);
        // Each language's texts are checked in one look; colours and names in every look.
        await shown.axe().catch((error: Error) => wrong.push(error.message));
        for (const width of WIDTHS) {
          await shown.resize(width);
          await shown.fits().catch((error: Error) => wrong.push(error.message));
        }
        await shown.resize(1280);
      }
      expect(wrong.join('\n')).toBe('');
    });
  }
});

interface Act {
  name: string;
  method: string;
  path: string;
  scopes: readonly Scope[];
}

/** Every route of the OpenAPI document with its scopes, any one of which is sufficient. */
async function routes(rig: ConsoleRig): Promise<Act[]> {
  const { paths } = await rig.api<{ paths: Record<string, Record<string, { 'x-scope'?: string }>> }>(
    'GET',
    '/v1/openapi.json',
  );
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { 'x-scope': scope }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return scope === undefined
        ? []
        : [
            {
              name,
              method: method.toUpperCase(),
              path: path.replaceAll(/\{\w+\}/g, '1'),
              scopes: scope.split(' or ') as Scope[],
            },
          ];
    }),
  );
}

/** Tries each act from a page where the role is logged in. Returns the appliance's answers. */
function tryAll({ page }: ConsolePage, acts: readonly Act[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const said: string[] = [];
    for (const { name, method, path } of all) {
      const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
      const answer = await fetch(path, { method, ...(method === 'GET' || method === 'DELETE' ? {} : json) });
      const { code } = (await answer.json()) as { code: string };
      said.push(`${name}: ${answer.status} ${code}`);
    }
    return said;
  }, acts);
}
