/** Every limit of the appliance has its name here. Bytes, milliseconds, pixels; the customer's own are marked. */
export const LIMITS = {
  /** Customer: 15 MB a file. */
  fileSizeBytesMax: 15 * 1024 * 1024,
  filesMax: 10,
  fileNameBytesMax: 255,
  jsonPartBytesMax: 64 * 1024,
  metadataBytesMax: 16 * 1024,
  /** A JSON body of the other routes. */
  jsonBodyBytesMax: 1024 * 1024,
  webhookUrlCharsMax: 2048,
  textFieldCharsMax: 256,
  fieldsMax: 20,
  /** Levels of nesting in a JSON part. */
  jsonDepthMax: 32,
  /** Characters of a name that a caller chose and an answer repeats. */
  fieldNameCharsMax: 100,
  /** Items in the `errors` or `warnings` of one answer. */
  errorItemsMax: 50,
  streamHeartbeatMs: 15_000,
  watchlistFilesMax: 20,
  /** Room for the multipart boundaries and part headers. */
  multipartOverheadBytesMax: 64 * 1024,
  /** Bytes of a file's start that are kept to read its type and header. */
  fileHeadBytes: 512 * 1024,
  /** Customer: images of at least 600x600. */
  imageSidePixelsMin: 600,
  imagePixelsMax: 50_000_000,
  /** The pipeline works on a picture whose longer side is at most this. */
  workingSidePixelsMax: 3_000,
  pdfInspectTimeoutMs: 2_000,
  pdfRenderTimeoutMs: 8_000,
  pdfRenderDpi: 200,
  imageTimeoutMs: 15_000,
  textTimeoutMs: 60_000,
  /** For one picture's machine-readable zone. */
  mrzTimeoutMs: 20_000,
  barcodeTimeoutMs: 30_000,
  faceTimeoutMs: 30_000,
  engineLoadTimeoutMs: 60_000,
  listPageDefault: 10,
  listPageMax: 100,
  idempotencyKeepMs: 7 * 24 * 3600 * 1000,
  queueLengthMax: 1_000,
  /** Creation is refused when less than this is free where the data lives. */
  diskFreeBytesMin: 256 * 1024 * 1024,
  jobAttemptsMax: 3,
  /** So often may the process end under a job before that counts as its failing: it may be what kills the process. */
  jobInterruptionsMax: 25,
  jobLeaseMs: 60_000,
  jobHeartbeatMs: 15_000,
  jobBackoffMs: 2_000,
  drainTimeoutMs: 30_000,
  uploadTimeoutMs: 120_000,
  /** After an answer that came before the whole body, the rest is read and thrown away for so long. */
  lingerMs: 5_000,
  streamsPerKeyMax: 8,
  streamRevokeCheckMs: 2_000,
  requestsPerMinute: 1_200,
  createsPerMinute: 300,
  keyRotationOverlapMs: 24 * 3600 * 1000,
  /** Contract: a list is stale 30 days after its publication. */
  listAgeDaysMax: 30,
  hitsMax: 50,
  /** Other verifications named as duplicates, of the same file and of the same face each. */
  duplicatesMax: 10,
  /** Earlier faces that a face is compared with, the newest of its mode: about 4 kB of memory and 2 us each. */
  duplicateFacesMax: 50_000,
  /** One file of a watchlist. */
  listFileBytesMax: 256 * 1024 * 1024,
  listRowBytesMax: 1024 * 1024,
  /** Levels of elements in an XML list. */
  listDepthMax: 64,
  listEntriesMax: 2_000_000,
  /** Words of a name to search for; what goes beyond is left out. */
  searchWordsMax: 24,
} as const;
