import { isWholeJbig2 } from './jbig2.ts';
import { IMAGE_SHARE_MIN } from './options.ts';

type Native = (...values: number[]) => unknown;
type Exports = Record<string, unknown> & { i: WebAssembly.Memory; m?: Native; n?: Native };
type Imports = { a?: Record<string, Native> };

let lost = 0;

/** Returns how many pictures this thread's decoders have refused so far, because data was missing. */
export const countLostPictures = (): number => lost;

/**
 * pdf.js's decoder of JBIG2 and fax (CCITT) silently leaves white what it has no data for; the other decoders report it. After this call, it throws
 * in this thread if data is missing. Its functions are identified by their names in the locked version of pdf.js, and by their number of arguments;
 * `test/unit/models/pdf-scans.test.ts` fails if that changes.
 */
export function guardDecoders(): void {
  const instantiate = WebAssembly.instantiate as (source: BufferSource, imports?: Imports) => Promise<Instantiated>;
  const guarded = async (source: BufferSource, imports?: Imports): Promise<Instantiated> => {
    const writeRow = imports?.a?.['f'];
    if (writeRow === undefined) return instantiate(source, imports);
    const rows = { written: 0 };
    const countRow: Native = (...values) => {
      rows.written += 1;
      return writeRow(...values);
    };
    const { module, instance } = await instantiate(source, { a: { ...imports?.a, f: countRow } });
    return { module, instance: { exports: guardExports(instance.exports as Exports, rows) } };
  };
  Object.assign(WebAssembly, { instantiate: guarded });
}

interface Instantiated {
  module: WebAssembly.Module;
  instance: { exports: Record<string, unknown> };
}

/** `m` decodes JBIG2, `n` fax; the import `f` receives each row that was read. Others are returned unchanged. */
function guardExports(exports: Exports, rows: { written: number }): Exports {
  const { m: decode, n: decodeFax, i: memory } = exports;
  const bytesAt = (at = 0, length = 0): Uint8Array => new Uint8Array(memory.buffer, at, length);
  if (decode?.length !== 6 || decodeFax?.length !== 10) return exports;
  const decodeJbig2: Native = (...values) => {
    if (!isWholeJbig2(bytesAt(values[0], values[1]))) refuse();
    return decode(...values);
  };
  const decodeRows: Native = (...values) => {
    rows.written = 0;
    decodeFax(...values);
    const [, , , height = 0] = values;
    if (rows.written < height * IMAGE_SHARE_MIN) refuse();
  };
  return { ...exports, m: decodeJbig2, n: decodeRows };
}

function refuse(): never {
  lost += 1;
  throw new Error('Too little of the picture is there.');
}
