import type { FakeContent } from '../../support/fake-engines.ts';

/** The ways in which the appliance calls an engine while it verifies a person. */
export const PORTS = ['decode', 'render', 'quality', 'text', 'second_text', 'zone', 'barcode', 'face'] as const;
export type Port = (typeof PORTS)[number];

/** What happens to a thread or to its answer. */
const DEATHS = ['hangs', 'exits', 'throws_later', 'hoards_memory'] as const;
const NONSENSE = ['nothing', 'wrong_shape', 'no_numbers', 'outside_picture', 'above_one', 'megabyte'] as const;
export const FAULTS = [...DEATHS, 'throws', ...NONSENSE] as const;
export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
  port: Port;
  kind: FaultKind;
  /** The path of a file that the first failing call creates: later calls succeed. Absent: every call fails. */
  once?: string;
}

/** The content of a file for the faulty workers: the fault concerns its own port. */
export type FaultyContent = FakeContent & { fault?: Fault };

const ONE_WAY: Readonly<Record<(typeof NONSENSE)[number], readonly Port[]>> = {
  nothing: PORTS,
  wrong_shape: PORTS,
  no_numbers: PORTS,
  outside_picture: ['text', 'second_text', 'zone', 'barcode', 'face'],
  above_one: ['quality', 'text', 'second_text', 'zone', 'face'],
  megabyte: ['text', 'second_text', 'zone', 'barcode'],
};

/** Whether an engine can give this kind of answer: a picture has no scores. */
export function canFail(port: Port, kind: FaultKind): boolean {
  return isNonsense(kind) ? ONE_WAY[kind].includes(port) : true;
}

export function isNonsense(kind: FaultKind): kind is (typeof NONSENSE)[number] {
  return (NONSENSE as readonly FaultKind[]).includes(kind);
}

const SHARES: readonly string[] = ['score', 'confidence', 'probabilities', 'glareShare'];
const FAR = 1_000_000;

/** Turns a correct answer into an impossible one. */
export function makeNonsense(kind: (typeof NONSENSE)[number], answer: unknown): unknown {
  switch (kind) {
    case 'nothing':
      return undefined;
    case 'wrong_shape':
      return { unheard_of: [answer === null] };
    case 'no_numbers':
      return changed(answer, (value) => (typeof value === 'number' ? Number.NaN : value));
    case 'outside_picture':
      return changed(answer, (value, name) => (typeof value === 'number' && name === 'x' ? value + FAR : value));
    case 'above_one':
      return changed(answer, (value, name) => (typeof value === 'number' && SHARES.includes(name) ? 1.5 : value));
    case 'megabyte':
      return changed(answer, (value, name) =>
        typeof value === 'string' && ['text', 'lines'].includes(name) ? 'A'.repeat(2 ** 20) : value,
      );
  }
}

/** The same value with each leaf changed; `name` is the nearest field around the leaf. Bytes stay unchanged. */
function changed(value: unknown, change: (leaf: unknown, name: string) => unknown, name = ''): unknown {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item) => changed(item, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change, key)]));
}
