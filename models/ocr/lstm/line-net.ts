import type { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../../ports.ts';
import { loadRuntime, type Runtime, sessionOptions } from '../../runtime/onnx-nets.ts';
import type { Answer } from './beam.ts';
import type { LineModel } from './line-model.ts';
import type { LinePicture } from './line-picture.ts';

/** A net for lines in onnxruntime. */
export interface LineNet {
  /** Returns the answer for each line, none wider than `width`. Throws `EngineError('crashed')`. */
  run(lines: readonly LinePicture[], width: number): Promise<Answer[]>;
  close(): Promise<void>;
}

/** Loads a net. Throws if onnxruntime cannot be loaded here or does not accept it. */
export async function createLineNet(model: LineModel): Promise<LineNet> {
  const runtime = loadRuntime();
  const session = await runtime.InferenceSession.create(model.file, sessionOptions('cpu'));
  return {
    run: async (lines, width) => {
      const inputs = fillInputs(runtime, model, lines, Math.max(width, model.pixelsPerColumn));
      const results = await session.run(inputs).catch((cause: unknown) => {
        throw new EngineError('crashed', 'A line of text could not be computed.', cause);
      });
      const counts = lines.map((line) => columnsOf(line, model));
      return takeApart(results['signs']?.data as Float32Array, counts, model.codes);
    },
    close: () => session.release(),
  };
}

function columnsOf({ width }: LinePicture, { pixelsPerColumn }: LineModel): number {
  return Math.floor(width / pixelsPerColumn);
}

function fillInputs(
  { Tensor }: Runtime,
  model: LineModel,
  lines: readonly LinePicture[],
  width: number,
): InferenceSession.OnnxValueMapType {
  const { height } = model;
  const pixels = new Float32Array(lines.length * height * width);
  const columns = new Int32Array(lines.length);
  for (const [i, line] of lines.entries()) {
    columns[i] = columnsOf(line, model);
    fillRows(pixels.subarray(i * height * width, (i + 1) * height * width), width, line);
  }
  return {
    pictures: new Tensor('float32', pixels, [lines.length, 1, height, width]),
    columns: new Tensor('int32', columns, [lines.length]),
  };
}

/** Fills rows of `width` numbers with the values of a line's greys. Pads a line on the right with its last column. */
function fillRows(to: Float32Array, width: number, line: LinePicture): void {
  const { values, table } = line;
  for (let from = 0, row = 0; row < to.length; row += width) {
    const end = row + line.width;
    for (let at = row; at < end; at++, from++) to[at] = table[values[from] as number] as number;
    to.fill(to[end - 1] as number, end, row + width);
  }
}

/** `signs` is `[columns, lines, codes]`. */
function takeApart(values: Float32Array, counts: readonly number[], codes: number): Answer[] {
  const stride = counts.length * codes;
  return counts.map((columns, line) => ({ values, offset: line * codes, stride, columns, codes }));
}
