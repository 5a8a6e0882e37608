import crypto from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { authenticate, createKey } from '../../../server/access/keys.ts';
import { hashSecret } from '../../../server/access/secret.ts';
import { findSession } from '../../../server/access/sessions.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';
import { accessRig, withAdmin } from './rig.ts';

const seen = { hmacs: [] as unknown[], compared: [] as [unknown, unknown][] };
const { createHmac, timingSafeEqual } = crypto;
replaceBuiltin(crypto, {
  createHmac(...args) {
    seen.hmacs.push(args[1]);
    return createHmac(...args);
  },
  timingSafeEqual(left, right) {
    seen.compared.push([left, right]);
    return timingSafeEqual(left, right);
  },
});

const rig = accessRig();
const { deps } = rig;
const { secret } = createKey(deps, { label: 'x', livemode: true, scopes: 'all', actor: 'cli' });
const { token } = await withAdmin(rig);
const code = deps.setup.open();

/** The values that reach the database while `act` runs. */
function valuesAsked(act: (db: typeof deps) => unknown): unknown[] {
  const values: unknown[] = [];
  const db = new Proxy(deps.db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            const statement = target.prepare(sql);
            const { get } = statement;
            statement.get = (...given: unknown[]) => {
              values.push(...given);
              return get.apply(statement, given);
            };
            return statement;
          }
        : Reflect.get(target, name),
  });
  act({ ...deps, db });
  return values;
}

beforeEach(() => {
  seen.hmacs.length = 0;
  seen.compared.length = 0;
});

/** Correct except for the last character; wrong from the first one on; without its prefix; short; long; empty. */
const wrong = (right: string): string[] => [
  // A code is accepted in upper and lower case.
  `${right.slice(0, -1)}${/a$/i.test(right) ? 'B' : 'A'}`,
  `${right.startsWith('x') ? 'y' : 'x'}${right.slice(1)}`,
  right.replace('sk_live_', ''),
  right.slice(0, 9),
  `${right}x`.repeat(50),
  '',
];

it.each([
  ['an API key', secret, (given: string) => (with_: typeof deps) => authenticate(with_, given)],
  ['a session', token, (given: string) => (with_: typeof deps) => findSession(with_, given, { touch: false })],
])(
  '%s is looked for by its digest alone: each secret costs one digest and one look-up, whatever is wrong with it',
  (_name, right, by) => {
    for (const given of [right, ...wrong(right)]) {
      seen.hmacs.length = 0;
      const values = valuesAsked(by(given));
      expect(seen.hmacs).toEqual([deps.pepper]);
      seen.hmacs.length = 0;
      expect(values).toEqual([hashSecret(deps.pepper, given)]);
    }
  },
);

it('a digest that was found is compared in constant time, and the secret never is', () => {
  expect(authenticate(deps, secret)?.livemode).toBe(true);
  const digest = hashSecret(deps.pepper, secret);
  expect(seen.compared).toEqual([[digest, digest]]);
  seen.compared.length = 0;
  for (const given of wrong(secret)) expect(authenticate(deps, given)).toBeNull();
  expect(seen.compared).toEqual([]);
});

it('the code of the first administrator is compared by digests, in constant time, whatever is typed', () => {
  for (const typed of [code, ...wrong(code)]) {
    seen.compared.length = 0;
    expect(deps.setup.matches(typed)).toBe(typed === code);
    expect(seen.compared.map((pair) => pair.map((it) => (it as Buffer).length))).toEqual([[32, 32]]);
  }
});
