import { type Alphabet, readAlphabet, readTexts } from './alphabet.ts';
import { ByteReader, unfit } from './byte-reader.ts';
import { readContainer } from './container.ts';
import { type LineModel, makeLineModel } from './line-model.ts';
import { readNetwork } from './network.ts';
import { readWordList, type WordList } from './word-list.ts';

/** What is read out of language data. */
export interface LanguageNet {
  model: LineModel;
  alphabet: Alphabet;
  /** The code for no sign at all. */
  nullCode: number;
  /** Null if the data has none. */
  words: WordList | null;
}

/**
 * Reads the neural net of language data and makes an ONNX file of it; the file may be gzipped. After the net stand its description,
 * flags, how often it was trained and on how much, and the code for no sign (`LSTMRecognizer::Serialize`).
 * Throws `EngineError('unavailable')` that says what is wrong, without naming the language.
 */
export function readLanguageNet(traineddata: Uint8Array, int8: boolean): LanguageNet {
  const { network, unicharset, recoder, words } = readContainer(traineddata);
  const reader = new ByteReader(network);
  const layers = readNetwork(reader);
  reader.text();
  reader.skip(12);
  const nullCode = reader.whole();
  const model = makeLineModel(layers, int8);
  if (nullCode < 0 || nullCode >= model.codes) throw unfit('its code for no sign does not fit its neural net');
  const texts = readTexts(unicharset);
  return {
    model,
    nullCode,
    alphabet: readAlphabet(texts, recoder, nullCode, model.codes),
    words: words && readWordList(words, texts),
  };
}
