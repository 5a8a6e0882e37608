import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { revokeBranch } from '../../server/hub/branches.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { issueDirective } from '../../server/hub/directives.ts';
import type { Hub } from '../../server/hub/open.ts';
import { addPack } from '../../server/hub/packs.ts';
import { listenForBranches } from '../../server/hub/wire/listener.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { readDirective } from '../../server/parcel/directive.ts';
import { readCertificate, signRenewal } from '../../server/parcel/enrolment.ts';
import { readReceipt } from '../../server/parcel/receipt.ts';
import type { Signed } from '../../server/parcel/signed.ts';
import { tempFolder } from '../support/folder.ts';
import { ADMINISTRATOR, addRecord, enrolBranch, parcelOf, type TestBranch } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

async function listening(hub: Hub) {
  const listener = await listenForBranches(hub, { address: '127.0.0.1', port: 0 }, ['127.0.0.1']);
  return { port: listener.place.port, [Symbol.asyncDispose]: () => listener.close(1000) };
}

/** Asks as a branch does: it trusts the hub's authority alone, and shows its certificate. */
function ask(
  port: number,
  branch: TestBranch | null,
  path: string,
  body: Buffer | object | null,
  { ca = branch?.ca, headers = {} }: { ca?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const bytes = body === null ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        path: `/hub/v1${path}`,
        method: bytes === null ? 'GET' : 'POST',
        ca,
        ...(branch && { cert: branch.certificate.chain, key: branch.certificate.key }),
        headers: {
          'Content-Type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
          ...headers,
        },
        agent: false,
      },
      (res) => {
        const pieces: Buffer[] = [];
        res.on('data', (piece: Buffer) => pieces.push(piece));
        res.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: (res.headers['content-type']?.includes('json') ? JSON.parse(text) : { text }) as Record<
              string,
              unknown
            >,
          });
        });
      },
    );
    req.on('error', reject);
    req.end(bytes ?? undefined);
  });
}

describeHub("the hub's listener for branches", (program) => {
  test('takes parcels, says what it has, and gives directives', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    await using server = await listening(hub);
    const branch = await enrolBranch(hub);
    addRecord(branch, 'ver_1');
    expect((await ask(server.port, branch, '/state', { line: branch.line })).body).toMatchObject({
      last: 0,
      head: '0'.repeat(64),
    });
    const { status, body } = await ask(server.port, branch, '/parcels', await parcelOf(branch));
    expect(status).toBe(200);
    const receipt = readReceipt(body as unknown as Signed, branch.hubKeys);
    expect(receipt.last).toBe(2);
    await transact(hub.pool, 'all', (tx) =>
      issueDirective(tx, hub, {
        actor: ADMINISTRATOR,
        branch: branch.id,
        order: { kind: 'policy', body: { note: 'n', changes: {} } },
      }),
    );
    const state = await ask(server.port, branch, '/state', { line: branch.line });
    expect(state.body).toMatchObject({ last: 2, head: receipt.head, directives_through: 1 });
    const { body: given } = await ask(server.port, branch, '/directives', { after: 0 });
    const [signed] = given['directives'] as Signed[];
    expect(readDirective(signed as Signed, branch.hubKeys)).toMatchObject({
      branch: branch.id,
      number: 1,
      kind: 'policy',
    });
  });

  test('a gap, a wrong clock and a missing certificate are named, and burn nothing', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    await using server = await listening(hub);
    const branch = await enrolBranch(hub);
    for (let n = 0; n < 150; n++) addRecord(branch, `ver_${n}`);
    const gap = await ask(server.port, branch, '/parcels', await parcelOf(branch, { first: 101 }));
    expect([gap.status, gap.body['code'], gap.body['expected_seq']]).toEqual([409, 'parcel_gap', 1]);
    const year = 365 * 24 * 3600 * 1000;
    const late = await parcelOf(branch, { about: { branch_time: new Date(clock.now() + year).toISOString() } });
    expect((await ask(server.port, branch, '/parcels', late)).body['code']).toBe('clock_wrong');
    const early = await parcelOf(branch, { about: { branch_time: new Date(clock.now() - year).toISOString() } });
    expect((await ask(server.port, branch, '/parcels', early)).body['code']).toBe('clock_wrong');
    const state = { line: branch.line, branch_time: new Date(clock.now() - year).toISOString() };
    expect((await ask(server.port, branch, '/state', state)).body['code']).toBe('clock_wrong');
    const unknown = await ask(server.port, null, '/parcels', late, { ca: branch.ca });
    expect([unknown.status, unknown.body['code']]).toEqual([401, 'unknown_branch']);
    expect((await ask(server.port, branch, '/parcels', await parcelOf(branch))).status).toBe(200);
  });

  test('a stolen branch with a valid certificate, and one with an expired one, are refused at once', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    await using server = await listening(hub);
    const [stolen, old] = [await enrolBranch(hub, 'Stolen'), await enrolBranch(hub, 'Old')];
    await transact(hub.pool, 'all', (tx) => revokeBranch(tx, hub, { actor: ADMINISTRATOR, branch: stolen.id }));
    for (const path of ['/state', '/directives', '/certificates', '/parcels']) {
      const body = path === '/parcels' ? await parcelOf(stolen) : {};
      const reply = await ask(server.port, stolen, path, body);
      expect([reply.status, reply.body['code']], path).toEqual([403, 'revoked']);
    }
    clock.advance(LIMITS.hubCertificateMs + 1000);
    const reply = await ask(server.port, old, '/parcels', await parcelOf(old));
    expect([reply.status, reply.body['code']]).toEqual([401, 'certificate_expired']);
  });

  test('an expired certificate still gets the next one, for which the appliance itself signs', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    await using server = await listening(hub);
    const branch = await enrolBranch(hub);
    clock.advance(LIMITS.hubCertificateMs + 1000);
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = signRenewal(branch.signer, {
      format: 1,
      branch: branch.id,
      appliance_key: branch.signer.publicKey,
      certificate_key: keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      made_at: new Date(clock.now()).toISOString(),
    });
    const { body } = await ask(server.port, branch, '/certificates', signed);
    const { certificate } = readCertificate(body as unknown as Signed, branch.hubKeys);
    const key = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const renewed = { ...branch, certificate: { chain: certificate, key } };
    expect((await ask(server.port, renewed, '/parcels', await parcelOf(branch))).status).toBe(200);
  });

  test('a pack is sent from any byte on, to branches alone', async () => {
    await using rig = await testHub(program);
    using folder = tempFolder();
    const { hub } = rig;
    await using server = await listening(hub);
    const branch = await enrolBranch(hub);
    const path = join(folder.path, 'list.pack');
    writeFileSync(path, 'abcdefghij');
    const { sha256 } = await addPack(hub, { actor: ADMINISTRATOR, kind: 'list', name: 'List', path });
    const whole = await ask(server.port, branch, `/packs/${sha256}`, null);
    expect([whole.status, whole.body['text'], whole.headers['accept-ranges']]).toEqual([200, 'abcdefghij', 'bytes']);
    const rest = await ask(server.port, branch, `/packs/${sha256}`, null, { headers: { Range: 'bytes=7-' } });
    expect([rest.status, rest.body['text'], rest.headers['content-range']]).toEqual([206, 'hij', 'bytes 7-9/10']);
    const beyond = await ask(server.port, branch, `/packs/${sha256}`, null, { headers: { Range: 'bytes=10-' } });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect((await ask(server.port, branch, `/packs/${'0'.repeat(64)}`, null)).status).toBe(404);
    expect((await ask(server.port, null, `/packs/${sha256}`, null, { ca: branch.ca })).status).toBe(401);
  });

  test('anything else is a problem document, and the console is not there', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    await using server = await listening(hub);
    const branch = await enrolBranch(hub);
    const asked = [
      await ask(server.port, branch, '/parcels', null),
      await ask(server.port, branch, '/parcels', { parcel: 1 }),
      await ask(server.port, branch, '/state', {}),
      await ask(server.port, branch, '/state', { line: branch.line, more: 1 }),
      await ask(server.port, null, '/enrolments', { text: '{}', signature: '00'.repeat(64) }, { ca: branch.ca }),
      await ask(server.port, branch, '/../../hub-api/v1/branches', null),
    ];
    expect(asked.map(({ status, body }) => [status, body['code']])).toEqual([
      [405, 'method_not_allowed'],
      [415, 'unsupported_media_type'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [404, 'not_found'],
    ]);
  });
});
