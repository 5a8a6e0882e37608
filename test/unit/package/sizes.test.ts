import { expect, test } from 'vitest';
import { printSizes, type SizedFile, sizeTable } from '../../../main/package/sizes.ts';

const MB = 1_000_000;
const file = (path: string, megabytes: number): SizedFile => ({ path, sizeBytes: megabytes * MB });
const FILES = [
  file('custos', 100),
  file('resources/app.asar/server/process.js', 2),
  file('resources/app.asar.unpacked/models/x.js', 1),
  file('resources/app.asar.unpacked/node_modules/onnxruntime-node/a.so', 40),
  file('resources/app.asar/node_modules/onnxruntime-node/b.js', 5),
  file('resources/weights/face/x.bin', 20),
  file('resources/app.asar/node_modules/@scope/small/i.js', 0.25),
  file('resources/app.asar/node_modules/tiny/i.js', 0.25),
  file('resources/sbom.cdx.json', 1),
];

test('a package is summed up by its parts, wherever they lie, the largest first', () => {
  const rows = sizeTable(FILES).map(({ part, megabytes }) => [part, megabytes]);
  expect(rows).toEqual([
    ['electron', 100],
    ['onnxruntime-node', 45],
    ['weights/face', 20],
    ['program', 3],
    ['papers', 1],
    ['2 smaller parts', 0.5],
  ]);
});

test('the same of a bundle of macOS', () => {
  const rows = sizeTable([
    file('Custos.app/Contents/Resources/app.asar/node_modules/onnxruntime-node/a.dylib', 40),
    file('Custos.app/Contents/Frameworks/Electron Framework', 200),
  ]);
  expect(rows.map(({ part }) => part)).toEqual(['electron', 'onnxruntime-node']);
});

test('every part of these has its reason, and one that nobody gave a reason shows', () => {
  expect(sizeTable(FILES).filter(({ why }) => why === null)).toEqual([]);
  const rows = sizeTable([...FILES, file('resources/app.asar/node_modules/huge/i.js', 9)]);
  expect(rows.filter(({ why }) => why === null).map(({ part }) => part)).toEqual(['huge']);
});

test('the sum says how far it is above the limit', () => {
  expect(printSizes(sizeTable(FILES))).toMatch(/169\.5 MB {2}all .*below 350 MB$/);
  expect(printSizes(sizeTable([...FILES, file('locales/x', 200)]))).toMatch(/369\.5 MB {2}all .*19\.5 MB above 350/);
});
