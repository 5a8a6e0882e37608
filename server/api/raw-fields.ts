import { SIMULATED_OUTCOMES } from '../contract/create.ts';
import { type AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

/** Nests `"address.city"` into `address`. Some clients send the flat names of the customer's table. */
export function nestAddress(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields;
  const entries = Object.entries(fields);
  const dotted = entries.filter(([name]) => name.startsWith('address.'));
  if (dotted.length === 0 || 'address' in fields) return fields;
  const rest = entries.filter(([name]) => !name.startsWith('address.'));
  const address = dotted.map(([name, value]) => [name.slice('address.'.length), value]);
  return Object.fromEntries([...rest, ['address', Object.fromEntries(address)]]);
}

/** Drops empty values: an empty form field means that it is missing. */
export function dropBlank<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter(isFilled).map(dropBlank) as T;
  const kept = Object.entries(value).filter(([, field]) => isFilled(field));
  return Object.fromEntries(kept.map(([name, field]) => [name, dropBlank(field)])) as T;
}

const isFilled = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/** Throws `invalid_request` if the metadata are too long, or ask a test key for an unknown outcome. `metadata` is already an object. */
export function checkMetadata(metadata: unknown, livemode: boolean): void {
  if (metadata === undefined) return;
  if (Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.metadataBytesMax) {
    throw fieldFault('metadata', `is larger than ${LIMITS.metadataBytesMax / 1024} kB; send less`);
  }
  const simulate = (metadata as Record<string, unknown>)['simulate'];
  if (livemode || simulate === undefined) return;
  if (!(SIMULATED_OUTCOMES as readonly unknown[]).includes(simulate)) {
    throw fieldFault('metadata.simulate', `must be one of: ${SIMULATED_OUTCOMES.join(', ')}`);
  }
}

const fieldFault = (field: string, text: string): AppError => invalidField(field, `${field} ${text}.`);
