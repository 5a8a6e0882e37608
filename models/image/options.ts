/** What the worker of pictures is told when it starts. */
export interface PictureWorkerData {
  /** A picture of more pixels is refused before it is decoded. */
  imagePixelsMax: number;
  /** Decoded pictures are made smaller until their longer side is at most this. */
  workingSidePixelsMax: number;
}

/** What it is asked to decode. `lent`: the pixels go to memory that all threads see, to `memory` where they fit. */
export interface DecodeInput {
  file: Uint8Array;
  lent: boolean;
  memory: SharedArrayBuffer | null;
}
