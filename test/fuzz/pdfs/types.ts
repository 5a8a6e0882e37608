/** A hostile or damaged PDF, and what is known about it. */
export interface OddPdf {
  bytes: Buffer;
  /**
   * `drawn`: it is rendered, with the black square of its lower left corner. `refused`: it is never rendered.
   * `encrypted`: it is refused as encrypted.
   */
  expected?: 'drawn' | 'refused' | 'encrypted';
  /** The page count that `inspect` must return. */
  pages?: number;
  /** Where something must show if the page is rendered, as shares of its sides from the upper left: left, top, right, bottom. */
  shows?: readonly [number, number, number, number];
  /** It may exceed its time or memory limit. */
  mayBreak?: boolean;
}

/** Draws one. A file that is opened could report that to `port`. */
export type OddPdfKind = (random: () => number, port: number) => OddPdf | Promise<OddPdf>;
