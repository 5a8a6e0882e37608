/** The interfaces between the engines and the rest: pixels in, typed values out. Nothing here knows about verifications. */

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
 * Why an engine returned no answer.
 * - `bad_input`: this input can never be processed (damaged, hostile, over a limit); do not retry.
 * - `timeout`, `crashed`: the worker was replaced; a retry may help.
 * - `nonsense`: its answer is impossible, such as a score above 1; its worker was replaced; a retry may help.
 * - `unavailable`: the engine itself cannot work here (a model is missing or corrupt).
 */
export type EngineFailure = 'bad_input' | 'timeout' | 'crashed' | 'nonsense' | 'unavailable';

/** The only error that engines throw. `message` holds no personal data. */
export class EngineError extends Error {
  override name = 'EngineError';
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** Name and version of the software behind a result, so that it can be explained and reproduced. */
export interface EngineVersion {
  name: string;
  version: string;
}

/** HEIC is not included: sharp's builds of libvips have no HEVC decoder. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Sizes are in pixels as a viewer shows the picture, after the EXIF orientation. */
export interface ImageHeader {
  format: ImageFormat;
  width: number;
  height: number;
}

/** A header with what is known before decoding. */
export interface InspectedImage extends ImageHeader {
  /** Pages of a TIFF, frames of a WebP. */
  pages: number;
}

export interface DecodedImage {
  /** Upright, sRGB, flattened on white, its longer side at most the engine's working size. */
  image: RasterImage;
  original: ImageHeader;
  /** The file ends early or is damaged inside; `image` has what could be decoded. */
  damaged: boolean;
  /**
   * The pixels are in lent memory. Call this once, when no code reads them any more: the next picture overwrites them.
   * Memory that a failed call may still read is never returned. Absent: the pixels are the caller's own.
   */
  giveBack?(): void;
}

/** How a picture is shown to a person. */
export interface Showing {
  turn: Turn;
  /** The part that is shown, in pixels of the turned picture; absent: all of it. */
  crop?: Box;
  /** Wider pictures are reduced; none is enlarged. */
  widthPixelsMax: number;
}

export interface ImageEngine {
  /**
   * Reads the header: for JPEG and PNG from the file's first bytes, for the others from all of it. Throws `bad_input`
   * if there is none, or if it exceeds the limits of pixels and of their bytes.
   */
  inspect(head: Uint8Array): Promise<InspectedImage>;
  /** Decodes a whole file of one page. Throws `bad_input` if nothing can be decoded. `lent`: decodes into memory that engines read without a copy. */
  decode(file: Uint8Array, options?: { lent?: boolean }): Promise<DecodedImage>;
  /** Decodes a JPEG 2000 picture, as chips of passports hold the face; files that people send are never of this kind. Throws `bad_input`. */
  decodeJpeg2000(file: Uint8Array): Promise<RasterImage>;
  /** Returns a JPEG file of a picture. */
  show(image: RasterImage, showing: Showing): Promise<Uint8Array>;
}

export interface PdfHeader {
  pageCount: number;
  /** It requires a password. */
  encrypted: boolean;
}

/** How much text is read at most. */
export interface PdfTextLimits {
  pagesMax: number;
  /** For all pages together; reading stops with the page that exceeds it. */
  charsMax: number;
}

/** The text embedded in a PDF, none of it read from an image. */
export interface PdfText {
  /** Of the whole file. */
  pageCount: number;
  /** The first pages, as far as the limits allow; rows from top to bottom, none for a page of images only. */
  pages: { lines: string[] }[];
}

export interface PdfEngine {
  /** Throws `bad_input` if it is not a readable PDF, `timeout` after two seconds. */
  inspect(file: Uint8Array): Promise<PdfHeader>;
  /** Renders a page (from 0; by default the first) at about 200 dpi. Throws `bad_input` if that fails, or if the page would wrongly be blank. */
  render(file: Uint8Array, page?: number): Promise<RasterImage>;
  /** Returns the file's embedded text. Throws `bad_input` if it is not a readable PDF, `timeout` if reading takes too long. */
  text(file: Uint8Array, limits: PdfTextLimits): Promise<PdfText>;
}

export type EdgeSide = 'left' | 'top' | 'right' | 'bottom';

/** The longest row of text that runs into an edge of the picture, or that the edge cuts lengthwise. */
export interface CutText {
  letters: number;
  /** null if there is none. */
  side: EdgeSide | null;
}

/** Plain numbers; the checks and the policy interpret them. */
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
  /** Absent: no text was read, or text was not measured. */
  text?: TextMeasures;
}

/** Where a word is in the unturned picture, and the height of its letters, in pixels. */
export interface WordPlace {
  box: Box;
  letterHeight: number;
  /** Certainly a word, and not noise. */
  sure: boolean;
}

/** The quality of a picture where it has text. */
export interface TextMeasures {
  /** The number of words, read with certainty, behind these measures. */
  words: number;
  /** Pixels of the picture as the engines see it. */
  letterHeight: number;
  /** How much wider the letters' edges are than a sharp edge, in heights of a letter. */
  blur: number;
  /** Grey value, 0..255, of the background of the text. */
  ground: number;
  /** Share, 0..1, of the rectangle around the text that is under burnt-out places at which words end. */
  glareShare: number;
}

/** What is measured in addition to sharpness and light. */
export interface MeasureOptions {
  /** Whether to search for text cut by the edges, which takes twice as long as everything else. */
  cutText: boolean;
}

export interface QualityEngine {
  /** Measures everything, except what `options` leave out. */
  measure(image: RasterImage, options?: MeasureOptions): Promise<QualityMeasures>;
  /**
   * Returns the quality where the words are; null if none of them can be measured. `glare`: whether to search for
   * burnt-out places, which takes as long as everything else and finds nothing if `measure` found none.
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
  /** The word's position on the flattened page, in pixels of about the same size. Absent: the page is flat. */
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
  /** Mean over words, 0..1; 0 if nothing was read. */
  confidence: number;
  /** The turn that was necessary to read the picture; boxes are of the turned one. Absent: no turn. */
  turn?: Turn;
  engine: EngineVersion & { languages: string[] };
}

/** What is known of a page before its text is read, so that it need not be determined again. */
export interface TextHint {
  /** The turn that is necessary to read the page. Absent: unknown. */
  turn?: Turn;
  /** Lines of the unturned picture whose text was already read and is not read again. Only if `turn` is known. */
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

/** Upper left, upper right, lower right, lower left, in reading direction; it may be turned or skewed in the picture. */
export type Quad = readonly [Point, Point, Point, Point];

/** A character of the MRZ that was changed from what was read. Lines and columns from 0. */
export interface MrzRepair {
  line: number;
  column: number;
  read: string;
  used: string;
  /** `alphabet`: the position rules out what was read; `check_digit`: only one likely reading makes the check digits right. */
  reason: 'alphabet' | 'check_digit';
}

/** The MRZ of one picture, at the full width of one format. */
export interface MrzRecognition {
  lines: string[];
  /** For each character, line by line: the recogniser's probability of what `lines` holds, 0..1. */
  probabilities: number[][];
  repaired: MrzRepair[];
  /** One per line. */
  quads: Quad[];
  /** The turn that makes the picture upright. */
  turn: Turn;
  model: EngineVersion;
}

export interface MrzEngine {
  /** Finds and reads the MRZ at any rotation; null if the picture has no readable one. */
  read(image: RasterImage): Promise<MrzRecognition | null>;
}

export const BARCODE_FORMATS = ['PDF417', 'QRCode', 'Aztec', 'DataMatrix', 'Code128', 'Code39'] as const;
export type BarcodeFormat = (typeof BARCODE_FORMATS)[number];

export interface Barcode {
  format: BarcodeFormat;
  text: string;
  /** What the symbol holds before it is read as text: a binary seal has no text. Absent: an engine that reports none. */
  bytes?: Uint8Array;
  quad: Quad;
}

export interface BarcodeReading {
  barcodes: Barcode[];
  engine: EngineVersion;
}

export interface BarcodeEngine {
  /** Returns every barcode of the picture, at any rotation. */
  read(image: RasterImage): Promise<BarcodeReading>;
}

export interface Face {
  box: Box;
  /** The detector's own score, 0..1. */
  score: number;
  /** As many numbers as the nets of its model produce. Compare only with `models/face/compare.ts`, and only within one model and version. */
  embedding: number[];
  /** Advisory 0..1, or null if the search was in parts, as for portraits; decides nothing. */
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
  /** Where faces are searched: only in the whole picture, which is enough for a selfie, or in its parts as well. */
  within: 'whole' | 'parts';
  /** The picture is turned by this first, because only upright faces are found. Boxes are of the turned one. */
  turn: Turn;
}

export interface FaceEngine {
  /** The model that its answers name. */
  model: EngineVersion;
  /** By default it searches parts and turns nothing. */
  recognise(image: RasterImage, search?: Partial<FaceSearch>): Promise<FaceReading>;
}

/** A move of the head that a person is asked for. `left` is the person's own left. */
export const MOVES = ['left', 'right', 'up', 'down'] as const;
export type Move = (typeof MOVES)[number];

/** The face of one frame. Angles are in degrees, as the mesh shows them; 0 looks into the camera. */
export interface FrameFace {
  box: Box;
  /** From the forehead to the chin, in pixels. */
  heightPx: number;
  /** x, y and depth of the 468 points of the face mesh, in pixels of the frame. */
  points: Float32Array;
  /** Positive: turned to the person's own left, which is the right of a picture that is not mirrored. */
  yaw: number;
  /** Positive: the chin is raised. */
  pitch: number;
  /** Positive: clockwise in the picture. */
  roll: number;
  /** As `Face.embedding`; null if it was not asked for. */
  embedding: number[] | null;
}

/** What one frame of a challenge shows. Numbers only. */
export interface FrameMeasure {
  /** Of the file, in hexadecimal digits. */
  sha256: string;
  width: number;
  height: number;
  /** The largest face. */
  face: FrameFace | null;
  /** How many faces there are. */
  faces: number;
  /** Mean grey value, 0..255, of each field of a coarse grid, row by row; -1 where the person is. */
  backdrop: number[];
}

export interface LivenessEngine {
  /** The model of its embeddings: as `FaceEngine.model`. */
  model: EngineVersion;
  /**
   * Measures JPEG files of single frames, in order, each within a time limit of its own. Throws `bad_input` if one is not a picture.
   *
   * @param options.embeddings whether faces are embedded, which takes three times as long; by default they are
   */
  measure(jpegs: readonly Uint8Array[], options?: { embeddings?: boolean }): Promise<FrameMeasure[]>;
}

/** What computes a net: WebAssembly, the processor itself or the graphics processor. */
export type NetBackend = 'wasm' | 'native' | 'gpu';

/** The engine that verifications can do without: the first engine's reading then stays in force. */
export const OPTIONAL_ENGINE = 'second_text';

export interface EngineState {
  engine: 'image' | 'pdf' | 'quality' | 'text' | typeof OPTIONAL_ENGINE | 'mrz' | 'barcode' | 'face';
  /** `unused`: its first call loads it, and there was none. */
  state: 'unused' | 'loading' | 'ready' | 'failed';
  /** A sentence for a person, if it failed. */
  problem?: string;
  /** What computes its nets, and why no other backend does. Absent: it has no choice, or has not chosen yet. */
  backend?: NetBackend;
  refused?: { backend: NetBackend; reason: string }[];
}

/** Language data in another folder, with its required SHA-256 (hex). */
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
  /** Reads with other nets what `text` was uncertain of. Turns a picture as the hint says, and finds no turn itself. */
  secondText: TextEngine;
  mrz: MrzEngine;
  barcode: BarcodeEngine;
  face: FaceEngine;
  /** Works in the threads of the face engine. */
  liveness: LivenessEngine;
  /** Loads every model. Resolves when all have loaded or failed; never throws: `states()` reports the result. */
  warm(): Promise<void>;
  states(): EngineState[];
  /**
   * Reads text in these languages (Tesseract's codes) from now on; a reading in progress ends as it began. Throws
   * `EngineError` `unavailable` if one cannot be loaded, and keeps the former languages.
   *
   * @param added language data in other folders than the shipped ones
   */
  useLanguages(codes: readonly string[], added: readonly AddedLanguage[]): Promise<void>;
  /** Ends every worker. Calls in progress throw `crashed`. */
  close(): Promise<void>;
}
