/** The ports between the engines and the rest: pixels in, typed values out. Nothing here knows a verification. */

/** An upright 8-bit sRGB picture without alpha: `pixels` holds width * height * 3 bytes, row by row. */
export interface RasterImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Degrees clockwise by which a picture is turned. */
export type Turn = 0 | 90 | 180 | 270;

/** Pixels from the upper left corner of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Why an engine gave no answer.
 * - `bad_input`: this input can never be processed (damaged, hostile, over a limit); do not retry.
 * - `timeout`, `crashed`: the worker was replaced; a retry may help.
 * - `nonsense`: it answered what cannot be, such as a score above 1; its worker was replaced; a retry may help.
 * - `unavailable`: the engine itself cannot work here (a model is missing or corrupt).
 */
export type EngineFailure = 'bad_input' | 'timeout' | 'crashed' | 'nonsense' | 'unavailable';

/** The one error that engines throw. `message` carries no personal data. */
export class EngineError extends Error {
  override name = 'EngineError';
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** Name and version of what made a result, so that it can be explained and replayed. */
export interface EngineVersion {
  name: string;
  version: string;
}

/** HEIC is none of them: sharp's builds of libvips have no decoder of HEVC. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Sizes are in pixels as a viewer shows the picture, after the EXIF orientation. */
export interface ImageHeader {
  format: ImageFormat;
  width: number;
  height: number;
}

/** A header with what is known before anything is decoded. */
export interface InspectedImage extends ImageHeader {
  /** Pages of a TIFF, frames of a WebP. */
  pages: number;
}

export interface DecodedImage {
  /** Upright, sRGB, flattened on white, its longer side at most the engine's working size. */
  image: RasterImage;
  original: ImageHeader;
  /** The file ends early or is damaged inside; what could be decoded is in `image`. */
  damaged: boolean;
  /**
   * The pixels lie in lent memory, which is to be given back once, when nobody reads them any more: the next picture overwrites them.
   * Memory that a failed call may still read is never given back. Absent: they are the caller's own.
   */
  giveBack?(): void;
}

/** How a picture is shown to a person. */
export interface Showing {
  turn: Turn;
  /** The part that is shown, in pixels of the turned picture; absent: all of it. */
  crop?: Box;
  /** What is wider is made smaller; nothing is made larger. */
  widthPixelsMax: number;
}

export interface ImageEngine {
  /**
   * Reads the header: of JPEG and PNG from the file's first bytes, of the others from all of it. Throws `bad_input` if there is none or
   * over the caps of pixels and of their bytes.
   */
  inspect(head: Uint8Array): Promise<InspectedImage>;
  /**
   * Decodes a whole file of one page. Throws `bad_input` if nothing can be decoded. `lent`: into memory that engines read without a copy.
   */
  decode(file: Uint8Array, options?: { lent?: boolean }): Promise<DecodedImage>;
  /** A JPEG file of a picture. */
  show(image: RasterImage, showing: Showing): Promise<Uint8Array>;
}

export interface PdfHeader {
  pageCount: number;
  /** It needs a password to be opened. */
  encrypted: boolean;
}

/** How much text is taken at most. */
export interface PdfTextLimits {
  pagesMax: number;
  /** Of all pages together; reading ends with the page on which it is passed. */
  charsMax: number;
}

/** The text that a PDF holds itself: nothing of it was read from a picture. */
export interface PdfText {
  /** Of the whole file. */
  pageCount: number;
  /** The first ones, as far as the limits go; rows from top to bottom, none where the page has only pictures. */
  pages: { lines: string[] }[];
}

export interface PdfEngine {
  /** Throws `bad_input` if it is no readable PDF, `timeout` after two seconds. */
  inspect(file: Uint8Array): Promise<PdfHeader>;
  /**
   * Renders a page (from 0; the first unless told otherwise) at about 200 dpi. Throws `bad_input` if it cannot, or the page
   * would come out blank wrongly.
   */
  render(file: Uint8Array, page?: number): Promise<RasterImage>;
  /** The file's own text. Throws `bad_input` if it is no readable PDF, `timeout` if reading it takes too long. */
  text(file: Uint8Array, limits: PdfTextLimits): Promise<PdfText>;
}

export type EdgeSide = 'left' | 'top' | 'right' | 'bottom';

/** The longest row of text that runs into an edge of the picture, or that the edge cuts along. */
export interface CutText {
  letters: number;
  /** null if there is none. */
  side: EdgeSide | null;
}

/** Plain numbers; what they mean is for the checks and the policy. */
export interface QualityMeasures {
  /** Variance of the Laplacian over the grey picture scaled to 640 pixels on its longer side. */
  sharpness: number;
  /** Mean grey value, 0..255. */
  brightness: number;
  /** Share of burnt-out pixels in compact bright blobs, 0..1. */
  glareShare: number;
  /** The grey value, 0..255, that the darkest hundredth of the picture does not exceed. Absent: not measured. */
  darkest?: number;
  /** The grey value, 0..255, that only the lightest fiftieth of the picture exceeds. Absent: not measured. */
  lightest?: number;
  /** Absent: not measured. */
  cutText?: CutText;
  /** Absent: no text was read, or none was looked for. */
  text?: TextMeasures;
}

/** Where a word stands in the picture as it lies, and how high its letters are, in pixels. */
export interface WordPlace {
  box: Box;
  letterHeight: number;
  /** Surely a word, and not noise. */
  sure: boolean;
}

/** The quality of a picture where its text stands. */
export interface TextMeasures {
  /** Words that were surely read, on which this is measured. */
  words: number;
  /** Pixels of the picture as the engines see it. */
  letterHeight: number;
  /** How much wider the letters' edges are than a sharp one's, in heights of a letter. */
  blur: number;
  /** Grey value, 0..255, of the ground that the text stands on. */
  ground: number;
  /** Share, 0..1, of the rectangle around the text under burnt-out places at which words end. */
  glareShare: number;
}

/** What is measured beside sharpness and light. */
export interface MeasureOptions {
  /** Whether text that the edges cut is looked for, which takes twice as long as all the rest. */
  cutText: boolean;
}

export interface QualityEngine {
  /** All there is, unless `options` leave something out. */
  measure(image: RasterImage, options?: MeasureOptions): Promise<QualityMeasures>;
  /**
   * The quality where the words stand; null if none of them can be measured. `glare`: whether burnt-out places are looked for, which takes as
   * long as all the rest and finds nothing where `measure` found none.
   */
  measureText(
    image: RasterImage,
    words: readonly WordPlace[],
    options: { glare: boolean },
  ): Promise<TextMeasures | null>;
}

export interface TextWord {
  text: string;
  /** 0..1 */
  confidence: number;
  box: Box;
  /** Where the word lies once the page is made flat, in pixels of about the same size. Absent: the page lies flat. */
  flat?: Box;
}

export interface TextLine {
  text: string;
  /** 0..1 */
  confidence: number;
  box: Box;
  words: TextWord[];
}

export interface TextPage {
  lines: TextLine[];
  /** Mean over words, 0..1; 0 where nothing was read. */
  confidence: number;
  /** The picture had to be turned so to be read; boxes are of the turned one. Absent: as it lay. */
  turn?: Turn;
  engine: EngineVersion & { languages: string[] };
}

/** What is known of a page before its text is read, so that it need not be found out again. */
export interface TextHint {
  /** The page must be turned by this to be read. Absent: not known. */
  turn?: Turn;
  /** Lines of the picture, as it lies, that were read already: their text is not read again. Only where `turn` is known. */
  omitted?: readonly Quad[];
}

export interface TextEngine {
  read(image: RasterImage, hint?: TextHint): Promise<TextPage>;
}

/** A corner point in pixels from the upper left corner of the picture. */
export interface Point {
  x: number;
  y: number;
}

/** Upper left, upper right, lower right, lower left, as the text reads; it may lie turned or skewed in the picture. */
export type Quad = readonly [Point, Point, Point, Point];

/** A character of the machine-readable zone that was not taken as it was read. Lines and columns from 0. */
export interface MrzRepair {
  line: number;
  column: number;
  read: string;
  used: string;
  /** `alphabet`: the position rules out what was read; `check_digit`: one likely reading alone makes the digits right. */
  reason: 'alphabet' | 'check_digit';
}

/** The machine-readable zone of one picture, at the full width of one format. */
export interface MrzRecognition {
  lines: string[];
  /** Of each character, line by line: the recogniser's probability of what `lines` holds, 0..1. */
  probabilities: number[][];
  repaired: MrzRepair[];
  /** One for each line. */
  quads: Quad[];
  /** The picture must be turned by this to be upright. */
  turn: Turn;
  model: EngineVersion;
}

export interface MrzEngine {
  /** Finds and reads the machine-readable zone at any rotation; null if the picture shows none that can be read. */
  read(image: RasterImage): Promise<MrzRecognition | null>;
}

export const BARCODE_FORMATS = ['PDF417', 'QRCode', 'Aztec', 'DataMatrix', 'Code128', 'Code39'] as const;
export type BarcodeFormat = (typeof BARCODE_FORMATS)[number];

export interface Barcode {
  format: BarcodeFormat;
  text: string;
  quad: Quad;
}

export interface BarcodeReading {
  barcodes: Barcode[];
  engine: EngineVersion;
}

export interface BarcodeEngine {
  /** Every barcode of the picture, at any rotation. */
  read(image: RasterImage): Promise<BarcodeReading>;
}

export interface Face {
  box: Box;
  /** The detector's own score, 0..1. */
  score: number;
  /** As many numbers as the nets of its model give. Compare only by `models/face/compare.ts`, and only those of one model and version. */
  embedding: number[];
  /** Advisory 0..1, or null if it was looked for in parts, as portraits are; decides nothing. */
  antispoof: number | null;
  /** As `antispoof`. */
  liveness: number | null;
}

export interface FaceReading {
  /** Largest first. */
  faces: Face[];
  model: EngineVersion;
}

export interface FaceSearch {
  /** Where a face is looked for: in the whole picture alone, as is enough for a selfie, or in its parts as well. */
  within: 'whole' | 'parts';
  /** The picture is turned by this first, since faces are found upright only. Boxes are of the turned one. */
  turn: Turn;
}

export interface FaceEngine {
  /** What its answers name. */
  model: EngineVersion;
  /** Parts are searched and nothing is turned unless told otherwise. */
  recognise(image: RasterImage, search?: Partial<FaceSearch>): Promise<FaceReading>;
}

/** What computes a net: WebAssembly, the processor itself or the graphics processor. */
export type NetBackend = 'wasm' | 'native' | 'gpu';

/** The engine that verifications go on without: what the first one read of the text stands then. */
export const OPTIONAL_ENGINE = 'second_text';

export interface EngineState {
  engine: 'image' | 'pdf' | 'quality' | 'text' | typeof OPTIONAL_ENGINE | 'mrz' | 'barcode' | 'face';
  /** `unused`: it is loaded by its first call, and none has been made. */
  state: 'unused' | 'loading' | 'ready' | 'failed';
  /** A sentence for a person where it failed. */
  problem?: string;
  /** What computes its nets, and why nothing else does. Absent: it has no choice, or has not chosen yet. */
  backend?: NetBackend;
  refused?: { backend: NetBackend; reason: string }[];
}

/** Language data that was put elsewhere, with the SHA-256 (hex) that it must have. */
export interface AddedLanguage {
  code: string;
  path: string;
  sha256: string;
}

/** All engines of one appliance. */
export interface Engines {
  image: ImageEngine;
  pdf: PdfEngine;
  quality: QualityEngine;
  text: TextEngine;
  /** Reads by other nets what `text` was unsure of. It takes a picture as the hint turns it, and finds no turn by itself. */
  secondText: TextEngine;
  mrz: MrzEngine;
  barcode: BarcodeEngine;
  face: FaceEngine;
  /** Loads every model. Resolves when all are loaded or have failed; never throws: `states()` tells. */
  warm(): Promise<void>;
  states(): EngineState[];
  /**
   * Reads text in these languages (tesseract's codes) from now on; what is being read ends as it began. Throws `EngineError` `unavailable` if
   * one cannot be loaded, and reads as before.
   *
   * @param added language data that lie apart from the shipped ones
   */
  useLanguages(codes: readonly string[], added: readonly AddedLanguage[]): Promise<void>;
  /** Ends every worker. Calls in flight throw `crashed`. */
  close(): Promise<void>;
}
