import { createRequire } from 'node:module';
import { EngineError } from '../ports.ts';
import type { LanguageData } from './language.ts';

/** Tesseract's variables by name. */
export type Parameters = Record<string, string>;

/** Reads a picture file as Tesseract's TSV. `parameters` apply to this call. Throws `crashed` if Tesseract refuses the picture. */
export type Recognise = (file: Uint8Array, parameters?: Parameters) => Promise<string>;

/** The parts of the package's worker script that are used: it reports the progress of each request, and finally its result. */
interface WorkerScript {
  setAdapter(adapter: { getCore: unknown; gunzip: unknown }): void;
  dispatchHandlers(question: object, tell: (answer: { status: string; data: unknown }) => void): void;
}

const require = createRequire(import.meta.url);
const SCRIPT = 'tesseract.js/src/worker-script';
/** Only Tesseract's neural engine: the packages have no data for others. */
const LSTM_ONLY = 1;
/**
 * Word lists off, because they bend names and document numbers towards dictionary words. Without effect in tesseract.js
 * 7: its neural engine uses the lists of the language data anyway.
 */
const INITIAL = { load_system_dawg: '0', load_freq_dawg: '0' };

/**
 * Runs tesseract.js in this thread, with these languages and parameters. Custos sends the requests to its worker script itself: its `createWorker`
 * starts a thread that cannot be stopped if it hangs, leaves promises pending after `terminate`, and throws uncaught if a call is refused. Throws
 * `EngineError('unavailable')` if the languages cannot be loaded.
 */
export async function loadTesseract(languages: readonly LanguageData[], parameters: Parameters): Promise<Recognise> {
  const script = require(SCRIPT) as WorkerScript;
  const [getCore, gunzip] = ['getCore', 'gunzip'].map((name) => require(`${SCRIPT}/node/${name}.js`));
  script.setAdapter({ getCore, gunzip });
  const ask = (action: string, payload: object): Promise<unknown> =>
    new Promise((resolve, reject) =>
      script.dispatchHandlers({ action, payload }, ({ status, data }) => {
        if (status === 'resolve') resolve(data);
        else if (status === 'reject') reject(data);
      }),
    );
  const codes = languages.map(({ code }) => code).join('+');
  try {
    await ask('load', { options: { lstmOnly: true, logging: false } });
    await ask('loadLanguage', { langs: languages, options: { cacheMethod: 'none', lstmOnly: true } });
    await ask('initialize', { langs: codes, oem: LSTM_ONLY, config: INITIAL });
    await ask('setParameters', { params: parameters });
  } catch (cause) {
    throw new EngineError('unavailable', 'The text recogniser cannot load its language data. Reinstall it.', cause);
  }
  return async (file, options = {}) => {
    const asked = ask('recognize', { image: file, options, output: { text: false, tsv: true } });
    const data = await asked.catch((cause: unknown) => {
      throw new EngineError('crashed', 'The text recogniser refused the picture.', cause);
    });
    const tsv = (data as { tsv?: unknown } | undefined)?.tsv;
    if (typeof tsv !== 'string') throw new EngineError('crashed', 'The text recogniser gave no page.');
    return tsv;
  };
}
