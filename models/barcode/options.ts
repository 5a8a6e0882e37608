/** What the worker of the barcode engine is told when it starts. */
export interface BarcodeWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
}
