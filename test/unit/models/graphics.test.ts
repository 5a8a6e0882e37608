import { expect, test } from 'vitest';
import { reasonOf } from '../../../models/runtime/onnx-nets.ts';
import { mayHaveGraphics } from '../../../models/runtime/start-nets.ts';

test.each([
  ['linux', { '/dev': ['null', 'tty'] }, false],
  ['linux', { '/dev': ['null'], '/dev/dri': ['card0'] }, false],
  ['linux', { '/dev/dri': ['card0', 'renderD128'] }, true],
  ['linux', { '/dev': ['nvidia0', 'nvidiactl'] }, true],
  ['linux', { '/dev': ['nvidiactl'] }, false],
  ['linux', { '/dev': ['dxg'] }, true],
  ['win32', {}, true],
  ['darwin', {}, true],
] as const)('%s with %j may have a graphics processor: %s', (platform, folders, expected) => {
  const list = (folder: string): string[] => [...((folders as Record<string, readonly string[]>)[folder] ?? [])];
  expect(mayHaveGraphics(platform, list)).toBe(expected);
});

test('of the message of onnxruntime, the sentence is reported', () => {
  const said = new Error(
    '/src/webgpu_context.cc:136 Initialize()::<lambda()> adapter_result.status == Success was false. Failed to get a WebGPU adapter: No supported adapters\n',
  );
  expect(reasonOf(said)).toBe('Failed to get a WebGPU adapter: No supported adapters');
  expect(reasonOf('no such file')).toBe('no such file');
});
