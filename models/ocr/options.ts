import type { AddedLanguage, Quad, RasterImage, TextLine, Turn } from '../ports.ts';
import type { Backend } from '../runtime/nets.ts';
import { besideModule } from '../threads/beside.ts';

/** The script for the pools of the text recogniser. */
export const TEXT_WORKER = besideModule(import.meta.url, 'worker');

/** Where the data of the languages lie. */
export interface LanguageOptions {
  /** Folder of `<language>.traineddata` or `<language>.traineddata.gz`. */
  languageDir: string;
  /** Tesseract's codes, the most likely first: `eng`, `fra`. */
  languages: string[];
  /** Data that lies elsewhere, and comes before that of the folder. */
  addedLanguages?: readonly AddedLanguage[];
}

/** What a worker of the text recogniser is told when it starts. */
export interface TextWorkerData extends LanguageOptions {
  backend: Backend;
}

/** A page to be read; `omitted` lies in `image` as it is given. */
export interface ReadInput {
  image: RasterImage;
  turn?: Turn;
  omitted: readonly Quad[];
}

export interface ReadOutput {
  lines: TextLine[];
  turn: Turn;
  /** What has read it. */
  by: 'native' | 'wasm';
}
