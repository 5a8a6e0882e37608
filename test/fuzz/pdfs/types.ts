/** A hostile or damaged PDF and what is known of it. */
export interface OddPdf {
  bytes: Buffer;
  /** `drawn`: it is rendered, with the black square of its lower left corner. `refused`: never. `encrypted`: called so. */
  expected?: 'drawn' | 'refused' | 'encrypted';
  /** How many pages `inspect` must count. */
  pages?: number;
  /** Where something must show if the page is rendered at all, in shares of its sides from the upper left: left, top, right, bottom. */
  shows?: readonly [number, number, number, number];
  /** It may take longer, or more memory, than it is given. */
  mayBreak?: boolean;
}

/** Draws one; `port` is where it could tell that it was opened. */
export type OddPdfKind = (random: () => number, port: number) => OddPdf | Promise<OddPdf>;
