import type { MrzEngine, MrzRecognition, MrzRepair, RasterImage } from '../ports.ts';
import { isCount, isListOf, isQuadOn, isRecord, isShare, isTurn, isVersion } from '../runtime/answers.ts';
import type { Backends } from '../runtime/backends.ts';
import type { Backend } from '../runtime/nets.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { besideModule } from '../threads/beside.ts';

/** The script for the pools of the MRZ reader. */
export const MRZ_WORKER = besideModule(import.meta.url, 'worker');
/** What its net can be computed by: it is so small that a graphics processor would only wait for it. */
export const MRZ_BACKENDS: readonly Backend[] = ['native', 'wasm'];

/** The machine-readable zone of a picture, in the workers of `backends`, each call within `timeoutMs`. */
export function createMrzEngine(backends: Pick<Backends, 'call'>, timeoutMs: number): MrzEngine {
  return {
    read: (image) =>
      backends.call({
        operation: 'read',
        timeoutMs,
        isAnswer: isMrzAnswer(image),
        input: () => ownedRaster(image),
      }),
  };
}

/** Of the formats of ICAO Doc 9303 the longest line, and the most lines. */
const LINE = /^[A-Z0-9<]{1,44}$/;
const LINES_MAX = 3;
const REPAIRS_MAX = LINES_MAX * 44;

/** Whether this can be the MRZ of `image`, or that it shows none. */
function isMrzAnswer(image: RasterImage): (answer: unknown) => answer is MrzRecognition | null {
  const isQuad = isQuadOn(image);
  return (answer): answer is MrzRecognition | null => {
    if (answer === null) return true;
    if (!isRecord(answer)) return false;
    const { lines, probabilities, repaired, quads, turn, model } = answer;
    if (!isListOf(lines, LINES_MAX, isLine) || lines.length === 0) return false;
    if (!isListOf(probabilities, LINES_MAX, isShares) || !isListOf(quads, LINES_MAX, isQuad)) return false;
    if (quads.length !== lines.length || !lines.every((line, at) => probabilities[at]?.length === line.length))
      return false;
    return isListOf(repaired, REPAIRS_MAX, isRepairOf(lines)) && isTurn(turn) && isVersion(model);
  };
}

const isLine = (value: unknown): value is string => typeof value === 'string' && LINE.test(value);

const isShares = (value: unknown): value is number[] => isListOf(value, Number.POSITIVE_INFINITY, isShare);

function isRepairOf(lines: readonly string[]): (value: unknown) => value is MrzRepair {
  return (value): value is MrzRepair => {
    if (!isRecord(value) || !isCount(value['line']) || !isCount(value['column'])) return false;
    return value['column'] < (lines[value['line']]?.length ?? 0);
  };
}
