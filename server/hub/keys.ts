import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KeyedCertificate } from '../lan/certificate.ts';
import { assert, must } from '../lib/assert.ts';
import { syncFolderNow, writeDurably } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { createSigner, makeSeed, type Signer } from '../lib/signatures.ts';
import { type HubKeys, makeSealingPair, nameHubKeys, readSealingKey, type SealingKey } from '../parcel/hub-keys.ts';
import { deriveKey } from '../vault/master-key.ts';
import { KEY_BYTES, seal, unseal } from '../vault/seal.ts';
import { makeFleetCa } from './fleet-ca.ts';

/** One pair of the hub's keys: it signs what the hub says, and opens parcels that are sealed for it. */
export interface HubKeyPair {
  keys: HubKeys;
  signer: Signer;
  sealing: SealingKey;
}

/**
 * The hub's keys. They lie in a folder outside of the database, sealed under the master key, so that a stolen or restored database opens nothing that
 * was erased. Several processes of one hub share the folder.
 */
export interface HubKeyring {
  /** Newest first. Branches learn of a new pair by a directive, so the former ones stay. */
  pairs(): readonly HubKeyPair[];
  newest(): HubKeyPair;
  /** Null if the hub has no such pair. */
  find(hubKeyId: string): Promise<HubKeyPair | null>;
  /** Adds a pair, which is the newest from then on. */
  rotate(): Promise<HubKeyPair>;
  /** The authority that issues the certificates of branches and of the hub's listener. */
  readonly ca: KeyedCertificate;
  /** 32 bytes for one purpose, which follow from the master key. */
  secret(purpose: 'pepper' | 'staff' | 'audit'): Buffer;
  readonly wraps: WrapKeys;
}

/** The keys under which the keys of a branch's records are sealed, by names such as `202611-5f0c2a`. */
export interface WrapKeys {
  /** Makes a key, which is durable before it is used. */
  make(branch: string, month: number): { name: string; key: Buffer };
  /** Null once it was destroyed. */
  find(branch: string, name: string): Buffer | null;
  list(branch: string): string[];
  destroy(branch: string, name: string): void;
}

const PAIRS = 'hub-keys';
const WRAPS = 'wraps';
const CA_FILE = 'fleet-ca.pem';
const CA_KEY_FILE = 'fleet-ca.key';
const NAME_BYTES = 6;
const NUMBER_DIGITS = 6;
const WRAP_NAME = /^\d{6}-[0-9a-f]{12}$/;

/**
 * Opens the folder of keys; creates what is missing. Throws `master_key_wrong` if another master key sealed them.
 * @param nowMs for the certificate authority, at the first start
 */
export async function openHubKeys(folder: string, masterKey: Buffer, nowMs: number): Promise<HubKeyring> {
  const sealKey = deriveKey(masterKey, 'hub');
  for (const path of [folder, join(folder, PAIRS), join(folder, WRAPS)])
    mkdirSync(path, { recursive: true, mode: 0o700 });
  const ca = await openCa(folder, sealKey, nowMs);
  let pairs = await readPairs(folder, sealKey);
  if (pairs.length === 0) pairs = [await addPair(folder, sealKey, 1)];
  return {
    pairs: () => pairs,
    newest: () => must(pairs[0], 'a hub has keys'),
    async find(id) {
      const known = findPair(pairs, id);
      if (known !== null) return known;
      // Another process of this hub may have added it.
      pairs = await readPairs(folder, sealKey);
      return findPair(pairs, id);
    },
    async rotate() {
      // Another process of this hub may have added some.
      const before = await readPairs(folder, sealKey);
      const pair = await addPair(folder, sealKey, before.length + 1);
      pairs = [pair, ...before];
      return pair;
    },
    ca,
    secret: (purpose) =>
      Buffer.from(hkdfSync('sha256', sealKey, Buffer.alloc(0), `custos hub ${purpose} v1`, KEY_BYTES)),
    wraps: openWraps(join(folder, WRAPS), sealKey),
  };
}

const findPair = (pairs: readonly HubKeyPair[], id: string): HubKeyPair | null =>
  pairs.find(({ keys }) => keys.hub_key_id === id) ?? null;

async function openCa(folder: string, sealKey: Buffer, nowMs: number): Promise<KeyedCertificate> {
  const sealed = ifThere(() => readFileSync(join(folder, CA_KEY_FILE)));
  if (sealed !== null) {
    const key = open(sealKey, CA_KEY_FILE, sealed).toString();
    return { chain: readFileSync(join(folder, CA_FILE), 'utf8'), key };
  }
  const made = await makeFleetCa(nowMs);
  // The key comes last: until it is there, the next start makes both.
  writeDurably(join(folder, CA_FILE), made.chain, 0o644);
  writeDurably(join(folder, CA_KEY_FILE), seal(sealKey, CA_KEY_FILE, Buffer.from(made.key)));
  return made;
}

async function readPairs(folder: string, sealKey: Buffer): Promise<HubKeyPair[]> {
  const names = readdirSync(join(folder, PAIRS)).filter((name) => name.endsWith('.key'));
  const newestFirst = names.toSorted().toReversed();
  return Promise.all(newestFirst.map((name) => pairOf(open(sealKey, name, readFileSync(join(folder, PAIRS, name))))));
}

/** The id in the name: two processes that add a pair at the same moment add two. */
async function addPair(folder: string, sealKey: Buffer, number: number): Promise<HubKeyPair> {
  const { privateKey, publicKey } = await makeSealingPair();
  const secret = Buffer.concat([makeSeed(), privateKey, Buffer.from(publicKey, 'hex')]);
  const pair = await pairOf(secret);
  const name = `${String(number).padStart(NUMBER_DIGITS, '0')}-${pair.keys.hub_key_id}.key`;
  writeDurably(join(folder, PAIRS, name), seal(sealKey, name, secret));
  return pair;
}

/** @param secret the 32 bytes of the signing key, of the key that opens parcels, and of its public part */
async function pairOf(secret: Buffer): Promise<HubKeyPair> {
  const signer = createSigner(secret.subarray(0, KEY_BYTES));
  const publicKey = secret.subarray(2 * KEY_BYTES).toString('hex');
  const sealing = await readSealingKey({ privateKey: secret.subarray(KEY_BYTES, 2 * KEY_BYTES), publicKey });
  return { keys: nameHubKeys({ signing: signer.publicKey, sealing: publicKey }), signer, sealing };
}

function openWraps(folder: string, sealKey: Buffer): WrapKeys {
  const pathOf = (branch: string, name: string): string => {
    assert(WRAP_NAME.test(name) && basename(branch) === branch, 'a wrapping key has a plain name');
    return join(folder, branch, `${name}.key`);
  };
  const placeOf = (branch: string, name: string): string => `wrap:${branch}:${name}`;
  return {
    make(branch, month) {
      const name = `${month}-${randomBytes(NAME_BYTES).toString('hex')}`;
      const key = randomBytes(KEY_BYTES);
      writeDurably(pathOf(branch, name), seal(sealKey, placeOf(branch, name), key));
      return { name, key };
    },
    // Read each time: another process of this hub may have destroyed it.
    find(branch, name) {
      const sealed = ifThere(() => readFileSync(pathOf(branch, name)));
      return sealed && open(sealKey, placeOf(branch, name), sealed);
    },
    list: (branch) =>
      (ifThere(() => readdirSync(join(folder, branch))) ?? []).flatMap((name) =>
        name.endsWith('.key') ? [basename(name, '.key')] : [],
      ),
    destroy(branch, name) {
      rmSync(pathOf(branch, name), { force: true });
      syncFolderNow(join(folder, branch));
    },
  };
}

function open(sealKey: Buffer, place: string, sealed: Buffer): Buffer {
  try {
    return unseal(sealKey, place, sealed);
  } catch (cause) {
    throw new AppError('master_key_wrong', "The hub's master key does not open its folder of keys.", cause);
  }
}

/** Returns null if there is no such file or folder. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
