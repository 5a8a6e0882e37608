import { isTextOutput } from '../ocr/answer.ts';
import { meanConfidence } from '../ocr/page.ts';
import type { TextEngine, TextPage } from '../ports.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { WEIGHTS } from '../runtime/weights.ts';

/** Increase whenever the rows, or the decoding of the nets' answers, may change. */
const ROWS = 1;
const NET = 'ppocr/recognise.onnx';
const VERSION = WEIGHTS.find(({ file }) => file === NET)?.version ?? 'none';
const ENGINE = { name: 'PP-OCRv4, onnxruntime', version: `${VERSION}+custos.${ROWS}`, languages: ['latin', 'han'] };

/**
 * Creates the second text recogniser, in the workers of `pool`, each call within `timeoutMs`. It reads Latin letters without most of their accents,
 * digits and Han. `read` throws `EngineError`: `bad_input` for pixels that are not what they claim, `timeout`, `crashed`, `nonsense`, `unavailable`.
 */
export function createPpocrEngine(pool: Pick<WorkerPool, 'call'>, timeoutMs: number): TextEngine {
  return {
    read: async (image, { turn = 0, omitted = [] } = {}): Promise<TextPage> => {
      const { input, transfer } = ownedRaster(image);
      const { lines } = await pool.call(
        'read',
        { image: input, turn, omitted },
        { timeoutMs, transfer, isAnswer: isTextOutput(image) },
      );
      return { lines, confidence: meanConfidence(lines), ...(turn !== 0 && { turn }), engine: ENGINE };
    },
  };
}
