import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { interfaceAddresses } from '../../../server/lib/interfaces.ts';

it('has every address of this machine, and none that nobody may look at', () => {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  expect(interfaceAddresses()).toEqual(all);
  const refused = () => {
    throw Object.assign(new Error('uv_interface_addresses returned Unknown system error 97'), {
      code: 'ERR_SYSTEM_ERROR',
    });
  };
  expect(interfaceAddresses(refused)).toBeNull();
});
