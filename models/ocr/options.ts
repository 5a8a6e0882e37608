import type { AddedLanguage, Quad, RasterImage, TextLine, Turn } from '../ports.ts';
import type { Backend } from '../runtime/nets.ts';
import { besideModule } from '../threads/beside.ts';

/** The worker script for the pools of the text recogniser. */
export const TEXT_WORKER = besideModule(import.meta.url, 'worker');

/** Where the languages' data is. */
export interface LanguageOptions {
  /** Folder of `<language>.traineddata` or `<language>.traineddata.gz`. */
  languageDir: string;
  /** Tesseract's codes, the most likely first: `eng`, `fra`. */
  languages: string[];
  /** Data in other folders, which takes precedence over that of the folder. */
  addedLanguages?: readonly AddedLanguage[];
}

/** The start parameters of a text worker. */
export interface TextWorkerData extends LanguageOptions {
  backend: Backend;
}

/** A page to read; `omitted` refers to `image` as given. */
export interface ReadInput {
  image: RasterImage;
  turn?: Turn;
  omitted: readonly Quad[];
}

export interface ReadOutput {
  lines: TextLine[];
  turn: Turn;
  /** The backend that read it. */
  by: 'native' | 'wasm';
}
