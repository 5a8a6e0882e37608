/** The start parameters of the picture worker. */
export interface PictureWorkerData {
  /** A picture with more pixels is refused before it is decoded. */
  imagePixelsMax: number;
  /** Decoded pictures are reduced until their longer side is at most this. */
  workingSidePixelsMax: number;
}

/** The order to decode a file. `lent`: the pixels go to memory that all threads share, to `memory` if they fit. */
export interface DecodeInput {
  file: Uint8Array;
  lent: boolean;
  memory: SharedArrayBuffer | null;
}
