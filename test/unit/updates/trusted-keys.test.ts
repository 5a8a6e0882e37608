import { expect, it } from 'vitest';
import { builtInKeys, trustedKeys } from '../../../server/updates/trusted-keys.ts';
import { makeMaker } from '../../support/update-packs.ts';

it('trusts the keys that are configured and those that a package was built with, and nothing that is no key', () => {
  const { publicKey } = makeMaker();
  const description = (updateKeys: unknown): string => JSON.stringify({ name: 'custos', custos: { updateKeys } });
  expect(builtInKeys(description([publicKey, 'short', 7]))).toEqual([publicKey]);
  expect(builtInKeys(description('all'))).toEqual([]);
  expect(builtInKeys('{"name":"custos"}')).toEqual([]);
  expect(trustedKeys([publicKey, publicKey])).toEqual([publicKey]);
});
