import { expect } from 'vitest';
import type { PostgresProgram } from '../../../server/hub/db/local-postgres.ts';
import { transact } from '../../../server/hub/db/transact.ts';
import { approveEnrolment, createInvite } from '../../../server/hub/enrolment.ts';
import { listenForBranches } from '../../../server/hub/wire/listener.ts';
import type { LanListener } from '../../../server/lan/listener.ts';
import { writeInvite } from '../../../server/parcel/invite.ts';
import type { TestClock } from '../clock.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts';
import { ADMINISTRATOR } from './branch.ts';
import { type TestHub, testHub } from './hub.ts';

/** A hub that listens for branches over TLS. */
export interface ListeningHub extends TestHub {
  address: string;
  listener: LanListener;
  /** Listens again at the same address, after the listener was closed. */
  listenAgain(): Promise<void>;
  /** Returns the text of a new invite. */
  invite(): Promise<string>;
  /** Approves the only request that waits. Returns the branch's id. */
  approve(): Promise<string>;
}

export async function listeningHub(program: PostgresProgram, clock?: TestClock): Promise<ListeningHub> {
  const made = await testHub(program, clock);
  const { hub } = made;
  const listenAt = (port: number) => listenForBranches(hub, { address: '127.0.0.1', port }, ['127.0.0.1']);
  let listener = await listenAt(0);
  const { port } = listener.place;
  const address = `https://127.0.0.1:${port}`;
  return {
    ...made,
    address,
    get listener() {
      return listener;
    },
    async listenAgain() {
      listener = await listenAt(port);
    },
    async invite() {
      const site = { hub: 'Headquarters', addresses: [address] };
      const invite = await transact(hub.pool, 'all', (tx) =>
        createInvite(tx, hub, { actor: ADMINISTRATOR, name: 'North', site }),
      );
      return writeInvite(invite);
    },
    async approve() {
      return transact(hub.pool, 'all', async (tx) => {
        const { rows } = await tx.query<{ id: string }>("SELECT id FROM enrolments WHERE state = 'waiting'");
        return approveEnrolment(tx, hub, { actor: ADMINISTRATOR, enrolment: rows[0]?.id ?? 'none' });
      });
    },
    async [Symbol.asyncDispose]() {
      await listener.close(1_000);
      await made[Symbol.asyncDispose]();
    },
  };
}

/** Starts an appliance that is a branch of the hub. Its clock is the hub's. */
export async function joinedAppliance(
  hub: ListeningHub,
  { level = 1, ...options }: TestServerOptions & { level?: 0 | 1 } = {},
): Promise<{ server: TestServer; branch: string } & AsyncDisposable> {
  const server = await startTestServer({ clock: hub.clock, ...options });
  const { uplink } = server.appliance;
  uplink.join({ invite: await hub.invite(), name: 'North', level }, 'test');
  expect(await uplink.contact()).toBeNull();
  const branch = await hub.approve();
  await contact(server);
  expect(uplink.state()).toMatchObject({ state: 'active', branch });
  return { server, branch, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Contacts the hub until nothing waits. */
export async function contact({ appliance: { uplink } }: TestServer): Promise<void> {
  do {
    expect(await uplink.contact()).toBeNull();
  } while (uplink.state().waiting > 0);
}
