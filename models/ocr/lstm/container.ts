import { gunzipSync } from 'node:zlib';
import { ByteReader, unfit } from './byte-reader.ts';

/** Entries of a traineddata file (Tesseract's `tessdatamanager.h`, `TessdataType`). */
const LSTM = 17;
const LSTM_WORDS = 19;
const LSTM_UNICHARSET = 21;
const LSTM_RECODER = 22;
/** As in Tesseract (`kMaxNumTessdataEntries`). */
const ENTRIES_MAX = 1000;
/** The largest language data has 30 MB. */
const BYTES_MAX = 128 * 1024 * 1024;

/** The parts of language data that the line recogniser needs. */
export interface Components {
  network: Buffer;
  unicharset: Buffer;
  recoder: Buffer;
  /** The list of words; null if there is none. */
  words: Buffer | null;
}

/**
 * Parses a traineddata file, which may be gzipped. Throws `EngineError('unavailable')` if it is damaged, or has no
 * neural net with a table of characters and a table of codes.
 */
export function readContainer(file: Uint8Array): Components {
  const bytes = isGzip(file) ? unzip(file) : file;
  const reader = new ByteReader(bytes);
  const count = reader.size(ENTRIES_MAX);
  const offsets = Array.from({ length: count }, () => reader.offset());
  const part = (index: number, name: string): Buffer | null => {
    const from = offsets[index] ?? -1;
    if (from < 0) return null;
    const to = offsets.slice(index + 1).find((offset) => offset >= 0) ?? bytes.length;
    if (to <= from || to > bytes.length) throw unfit(`its ${name} is outside the file`);
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
  };
  const needed = (index: number, name: string): Buffer => {
    const found = part(index, name);
    if (found === null) throw unfit(`it has no ${name}`);
    return found;
  };
  return {
    network: needed(LSTM, 'neural net'),
    unicharset: needed(LSTM_UNICHARSET, 'table of signs'),
    recoder: needed(LSTM_RECODER, 'table of codes'),
    words: part(LSTM_WORDS, 'list of words'),
  };
}

function isGzip(file: Uint8Array): boolean {
  return file[0] === 0x1f && file[1] === 0x8b;
}

function unzip(file: Uint8Array): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: BYTES_MAX });
  } catch (cause) {
    throw unfit('it cannot be decompressed', cause);
  }
}
