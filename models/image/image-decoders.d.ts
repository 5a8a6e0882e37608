/** What is used of pdf.js's decoders of pictures, for which its package has no declarations. */
declare module 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs' {
  /** Where the decoder finds its program. */
  interface Options {
    useWasm: boolean;
    useWorkerFetch: boolean;
    wasmUrl: string;
    getHandler(): { sendWithPromise(name: string, file: { filename: string }): Promise<Uint8Array> };
  }
  /** OpenJPEG, compiled to WebAssembly. */
  export class JpxImage {
    static setOptions(options: Options): void;
    /** Returns the samples of all components, 8 bits each, pixel by pixel. Throws for data that it cannot decode. */
    decode(file: Uint8Array): Promise<Uint8ClampedArray>;
  }
}
