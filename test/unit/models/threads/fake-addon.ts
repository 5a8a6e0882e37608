import { parentPort } from 'node:worker_threads';

/**
 * A thread with an addon that is not native, so that a test can hold it inside. The thread reports where it is, and continues when the test says so.
 */
const port = parentPort;
if (port === null) throw new Error('this file runs as a thread');
const say = (what: string): void => port.postMessage(what);
const told = (): Promise<void> => new Promise((resolve) => port.once('message', () => resolve()));

class Machine {
  value = 1;
  turn(by: number): number {
    this.value += by;
    return this.value;
  }
  get double(): number {
    return 2 * this.value;
  }
  set double(value: number) {
    this.value = value / 2;
  }
}
// Like onnxruntime's classes.
class Fixed {
  kind = 'fixed';
}
Object.defineProperty(Fixed.prototype, 'tell', { value: () => 'told' });

const addon = {
  Machine,
  Fixed,
  ready: new Machine(),
  version: '1',
  work: async (): Promise<string> => {
    say('inside');
    await told();
    return 'worked';
  },
  fail: (): never => {
    throw new Error('no');
  },
};
process.dlopen = (module) => {
  (module as NodeJS.Module).exports = addon;
};
await import('../../../../models/threads/guard-natives.ts');

const loaded = {} as { exports: typeof addon };
process.dlopen(loaded, 'none');
const { exports: native } = loaded;
const machine = new native.Machine();
machine.double = 10;
const fixed = new native.Fixed() as Fixed & { tell(): string };
const failure = ((): string => {
  try {
    return native.fail();
  } catch (error) {
    return (error as Error).message;
  }
})();
port.postMessage([
  [machine instanceof Machine, machine.turn(2), machine.double, native.ready.turn(1), native.version],
  [fixed.kind, fixed.tell(), failure],
]);
await told();
say(await native.work());
say(String(machine.turn(1)));
