import { describe, expect, it } from 'vitest';
import { connectToHub, fetchAuthority } from '../../../server/uplink/client.ts';

const deps = (addresses: string[]) => {
  const noted: object[] = [];
  return { noted, egress: { note: (one: object) => void noted.push(one) }, lookup: async () => addresses };
};

describe('the connection to a hub', () => {
  it.each([
    ['https://hub.example', ['169.254.169.254'], 'address_not_allowed'],
    ['https://hub.example', ['127.0.0.1', '0.0.0.0'], 'address_not_allowed'],
    ['https://hub.example', [], 'name_not_resolved'],
    ['https://[::1]:9', [], 'connection_refused'],
    ['https://127.0.0.1:9', [], 'connection_refused'],
  ])('%s at %j fails with %s', async (address, addresses, code) => {
    const given = deps(addresses);
    await expect(fetchAuthority(given, [address], '00'.repeat(32))).rejects.toMatchObject({ code });
    await expect(connectToHub(given, [address], { ca: '', client: null })).rejects.toMatchObject({ code });
    if (code === 'connection_refused') expect(given.noted[0]).toMatchObject({ allowed: true, why: 'hub' });
    if (code === 'address_not_allowed') expect(given.noted[0]).toMatchObject({ allowed: false });
  });
});
