import { type Alphabet, readAlphabet, readTexts } from './alphabet.ts';
import { ByteReader, unfit } from './byte-reader.ts';
import { readContainer } from './container.ts';
import { type LineModel, makeLineModel } from './line-model.ts';
import { readNetwork } from './network.ts';
import { readWordList, type WordList } from './word-list.ts';

/** What is read from language data. */
export interface LanguageNet {
  model: LineModel;
  alphabet: Alphabet;
  /** The code for no character at all. */
  nullCode: number;
  /** null if the data has none. */
  words: WordList | null;
}

/**
 * Reads the neural net of language data, which may be gzipped, and makes an ONNX file of it. After the net come its description, flags, its number of
 * training iterations and samples, and the code for no character (`LSTMRecognizer::Serialize`). Throws `EngineError('unavailable')` that says what is
 * wrong, without naming the language.
 */
export function readLanguageNet(traineddata: Uint8Array, int8: boolean): LanguageNet {
  const { network, unicharset, recoder, words } = readContainer(traineddata);
  const reader = new ByteReader(network);
  const layers = readNetwork(reader);
  reader.text();
  reader.skip(12);
  const nullCode = reader.whole();
  const model = makeLineModel(layers, int8);
  if (nullCode < 0 || nullCode >= model.codes) throw unfit('its code for no character does not match its neural net');
  const texts = readTexts(unicharset);
  return {
    model,
    nullCode,
    alphabet: readAlphabet(texts, recoder, nullCode, model.codes),
    words: words && readWordList(words, texts),
  };
}
