import { describe, expect, it } from 'vitest';
import { createSigner, makeSeed } from '../../../server/lib/signatures.ts';
import { isIntact, nextHead } from '../../../server/parcel/entries.ts';
import type { ParcelFault } from '../../../server/parcel/fault.ts';
import { openParcel, readHeader, sealParcel } from '../../../server/parcel/parcel.ts';
import { eraseEntry } from '../../support/hub/branch.ts';
import { about, makeEntries, makeHub } from './parcels.ts';

const appliance = createSigner(makeSeed());

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: ParcelFault) => error.fault,
  );

describe('a parcel', () => {
  it('brings its entries to its hub alone', async () => {
    const [hub, other] = await Promise.all([makeHub(), makeHub()]);
    const entries = makeEntries(100);
    const bytes = await sealParcel(about(), entries, hub.keys, appliance);
    const opened = await openParcel(bytes, appliance.publicKey, hub.keyOf);
    expect(opened.entries).toEqual(entries);
    expect(opened.header).toMatchObject({ first: 1, last: 100, head: entries.reduce(nextHead, '0'.repeat(64)) });
    expect(readHeader(bytes)).toEqual(opened.header);
    expect(await faultOf(openParcel(bytes, appliance.publicKey, other.keyOf))).toBe('parcel_other_hub');
    expect(await faultOf(openParcel(bytes, appliance.publicKey, () => other.keyOf(other.keys.hub_key_id)))).toBe(
      'parcel_damaged',
    );
  });

  it('hides what it holds', async () => {
    const hub = await makeHub();
    const bytes = await sealParcel(about(), makeEntries(3), hub.keys, appliance);
    expect(bytes.includes('ver_1')).toBe(false);
    expect(bytes.includes('approved')).toBe(false);
  });

  it('is refused when it is cut anywhere, longer, or signed by another appliance', async () => {
    const hub = await makeHub();
    const bytes = await sealParcel(about(), makeEntries(2), hub.keys, appliance);
    for (let size = 0; size < bytes.length; size += 7) {
      expect(() => readHeader(bytes.subarray(0, size))).toThrow(expect.objectContaining({ fault: 'parcel_damaged' }));
    }
    expect(() => readHeader(Buffer.concat([bytes, Buffer.of(0)]))).toThrow('followed by other bytes');
    expect(await faultOf(openParcel(bytes, createSigner(makeSeed()).publicKey, hub.keyOf))).toBe('parcel_signature');
    expect(() => readHeader(Buffer.alloc(4 * 1024 * 1024 + 1))).toThrow(
      expect.objectContaining({ fault: 'parcel_too_large' }),
    );
  });

  it('is refused when any one bit differs', async () => {
    const hub = await makeHub();
    const bytes = await sealParcel(about(), makeEntries(1), hub.keys, appliance);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(await faultOf(openParcel(changed, appliance.publicKey, hub.keyOf)), `byte ${at}`).not.toBe('none');
    }
  });

  it('is refused when its entries are not those of its header, even if it is signed', async () => {
    const hub = await makeHub();
    const [one, two] = makeEntries(2);
    if (!one || !two) throw new Error('there are two');
    const wrong = { ...two, content: { ...two.content, state: 'declined' } };
    const bytes = await sealParcel(about(), [one, wrong], hub.keys, appliance);
    expect(await faultOf(openParcel(bytes, appliance.publicKey, hub.keyOf))).toBe('parcel_damaged');
  });

  it('does not unpack without a limit', async () => {
    const hub = await makeHub();
    const [entry] = makeEntries(1);
    if (!entry) throw new Error('there is one');
    const huge = { ...entry, content: { text: 'a'.repeat(17 * 1024 * 1024) } };
    const bytes = await sealParcel(about(), [huge], hub.keys, appliance);
    expect(await faultOf(openParcel(bytes, appliance.publicKey, hub.keyOf))).toBe('parcel_too_large');
  });

  it('holds when an entry is erased: digest and head stay', async () => {
    const hub = await makeHub();
    const entries = makeEntries(3);
    const erased = entries.map((entry, at) => (at === 1 ? eraseEntry(entry) : entry));
    const whole = readHeader(await sealParcel(about(), entries, hub.keys, appliance));
    const bytes = await sealParcel(about(), erased, hub.keys, appliance);
    const opened = await openParcel(bytes, appliance.publicKey, hub.keyOf);
    expect(opened.entries[1]).toMatchObject({ salt: null, content: null });
    expect(opened.header.head).toBe(whole.head);
    expect(entries.every(isIntact)).toBe(true);
    expect(isIntact({ ...(entries[0] as (typeof entries)[0]), salt: null })).toBe(false);
  });
});
