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
  /** Contract: for one attempt as a whole, from the name's resolution to the end of the answer. */
  webhookAttemptTimeoutMs: 15_000,
  /** For the resolution of a `webhook_url` while its verification is created. */
  webhookLookupTimeoutMs: 2_000,
  /** Of a receiver's answer, so many bytes are awaited. */
  webhookAnswerBytesMax: 64 * 1024,
  /** Of these, so many are kept where its endpoint asks for it. */
  webhookAnswerKeptBytesMax: 4 * 1024,
  /** A key is noted as used at most so often. */
  keyTouchMs: 60_000,
  /** A receiver that asks for a longer wait is tried after this all the same. */
  webhookRetryAfterMsMax: 24 * 3600 * 1000,
  webhookSecretOverlapMs: 24 * 3600 * 1000,
  /** Contract: after five days without one success an endpoint is switched off. */
  webhookFailingMsMax: 5 * 24 * 3600 * 1000,
  /** Endpoints of one mode. */
  webhookEndpointsMax: 16,
  /** Origins of one mode that a `webhook_url` may lead to, beside those of endpoints. */
  webhookOriginsMax: 100,
  /** Attempts at once to one receiver, and to one whose last attempt failed. */
  webhookLaneAttemptsMax: 4,
  webhookFailingLaneAttemptsMax: 1,
  /** Attempts at once to the `webhook_url`s of verifications, all together; those that failed before take half of them at most. */
  webhookUrlAttemptsMax: 64,
  /** Events that one request sends again. */
  webhookReplayEventsMax: 10_000,
  textFieldCharsMax: 256,
  /** Of a birth date that is known in part: years, and how many of them it may leave open. */
  birthYearMin: 1850,
  birthYearMax: 2100,
  birthYearsOpenMax: 100,
  /** Of a company: people who act for it, owners along all chains, announced documents, and names of each kind. */
  representativesMax: 100,
  ubosMax: 1_000,
  descriptorsMax: 50,
  companyNamesMax: 20,
  /** Pages of a PDF that came for a company; one of a person's has one. */
  companyPdfPagesMax: 20,
  /** Pages of one of these without text of their own whose picture is read: some seconds each. */
  companyPdfPicturesMax: 5,
  /** Characters that are kept of one file; twenty pages full of print have about 80,000. */
  companyTextCharsMax: 200_000,
  /** Of those the ones that were read from pictures: misreadings are allowed for in them, so each takes several times as long to search. */
  companyPictureCharsMax: 30_000,
  /** Files of one company that are opened at once: each holds a picture of up to 27 MB. */
  companyFilesReadAtOnce: 4,
  /** Files that come for one company, older ones included. */
  companyDocumentsMax: 100,
  /** What a person writes beside a decision. */
  noteCharsMax: 4_000,
  /** Files that come for one person's verification, older ones included. */
  personDocumentsMax: 30,
  /** Of one verification: decisions and proposals of each person, requests for documents, notes, and how often it is run again. */
  reviewsMax: 100,
  documentRequestsMax: 100,
  notesMax: 1_000,
  /** Corrections of one verification. */
  correctionsMax: 50,
  /** Faces that people chose in one verification. */
  faceChoicesMax: 50,
  rerunsMax: 100,
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
  /** For the text that a PDF's pages hold themselves, all together. */
  pdfTextTimeoutMs: 10_000,
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
  /** For any body to arrive as a whole; a little longer, so that a route that has a clock of its own answers first. */
  bodyTimeoutMs: 125_000,
  /** For all headers of a request to arrive, how often that is looked at, and how large they are together. */
  headersTimeoutMs: 10_000,
  headersCheckMs: 2_000,
  headersBytesMax: 16 * 1024,
  /** Connections at once on this machine's own address; the office network has limits of its own. */
  connectionsMax: 512,
  /** That connections were refused is told once in so long, with their number. */
  connectionsRefusedToldMs: 60_000,
  /** Of one connection: requests that were sent and have not been answered. They are answered one after the other. */
  requestsOfConnectionMax: 16,
  /** Of all connections, in one turn of the event loop; the others are begun in the next ones, the newest first. */
  requestsOfLoopMax: 32,
  /** A connection is cut off where so long nothing of an answer was read; a slow reader who goes on is not. */
  unreadMs: 30_000,
  /** Of all connections together: bytes of answers that wait to be read. */
  unreadBytesMax: 64 * 1024 * 1024,
  /** Of one address: for the reference, as a page and as OpenAPI. */
  referenceRequestsPerMinute: 120,
  /** After an answer that came before the whole body, the rest is read and thrown away until nothing more has come for so long. */
  lingerMs: 5_000,
  /** And no longer than this, whatever comes. */
  lingerMaxMs: 60_000,
  /** Of one key or one operator. */
  streamsPerActorMax: 8,
  streamRevokeCheckMs: 2_000,
  requestsPerMinute: 1_200,
  createsPerMinute: 300,
  keyRotationOverlapMs: 24 * 3600 * 1000,
  operatorsMax: 1_000,
  /** Of an operator's login name. */
  loginCharsMin: 3,
  loginCharsMax: 64,
  passwordCharsMin: 12,
  /** Longer ones make nobody safer, and each is hashed. */
  passwordCharsMax: 256,
  /** So long a secret that was shown for a second factor waits for its first code. */
  secondFactorProposedMs: 15 * 60_000,
  /** Of what the master key is sealed with. */
  passphraseCharsMin: 12,
  passphraseCharsMax: 1_024,
  /** Passwords that are hashed at once, each about 0.15 s of one core and 46 MiB; more wait, and still more are answered 429. */
  passwordHashingsAtOnce: 1,
  passwordHashingsWaitingMax: 16,
  /** A password that an administrator had made works for so long. */
  oneTimePasswordMs: 72 * 3600 * 1000,
  /** A session ends after so long without a request, and after so long in any case. */
  sessionIdleMs: 30 * 60 * 1000,
  sessionLifetimeMs: 12 * 3600 * 1000,
  /** A session's last request is noted when the one noted before is older than this. */
  sessionTouchMs: 60 * 1000,
  /** A login beyond them ends the oldest. */
  sessionsPerOperatorMax: 10,
  /** Failed logins of one account, and from one address, before the first wait; each further one doubles the wait. */
  loginFailuresOfAccount: 5,
  loginFailuresOfAddress: 20,
  loginWaitMsMin: 30 * 1000,
  loginWaitMsMax: 15 * 60 * 1000,
  /** Without another failed login for so long, they count no more. */
  loginFailuresKeptMs: 24 * 3600 * 1000,
  /** Of one address to the routes of the session, which nobody need be logged in for. */
  sessionRequestsPerMinute: 120,
  /** The audit log is signed after so many further entries, and with the first one that comes so long after the last signature. */
  auditCheckpointEntries: 1_000,
  auditCheckpointMs: 24 * 3600 * 1000,
  /** Entries of the audit log, or of connections, in one answer. */
  logPageDefault: 50,
  logPageMax: 200,
  /** Destinations that are kept in the log of connections, the newest; those that wait to be written; characters of one's name. */
  egressEntriesKept: 10_000,
  egressPendingMax: 1_000,
  egressHostCharsMax: 253,
  /** What happened to one record, as far as one answer tells it: the newest. */
  timelineEntriesMax: 2_000,
  /** How far back the throughput is counted, and times of one hour that its percentiles are of. */
  throughputHoursMax: 720,
  throughputSamplesPerHourMax: 1_000,
  /** The data folder is measured anew where its sizes are older than this; an answer waits so long for them. */
  folderSizesMaxAgeMs: 60_000,
  folderSizesWaitMs: 250,
  /** Of an evidence bundle that is verified: a hundred files of a company and some more. */
  evidenceBytesMax: 1_700 * 1024 * 1024,
  /** Contract: a list is stale 30 days after its publication. */
  listAgeDaysMax: 30,
  /** The longest limit of age that a list can be given. */
  listAgeDaysLimitMax: 3_650,
  hitsMax: 50,
  /** So many reports in the media are told with a hit, the newest ones of its entry. */
  hitMediaMax: 10,
  /** Up to so many changed entities of a list, a re-screening builds indexes of them alone. */
  changedEntitiesIndexMax: 5_000,
  /** Entities in one of these, whose building nothing interrupts: about 20 ms, and 0.1 ms for each search. */
  changedEntitiesAtOnce: 1_000,
  /** Stored subjects that a re-screening reads at once, and after how long it lets other work go first. */
  rescreeningSubjectsAtOnce: 50,
  rescreeningSliceMs: 15,
  /** Alerts of a new comparison that are released or dismissed in one transaction. */
  heldAlertsAtOnce: 200,
  /** Stored records that a preview of a threshold searches for, the newest; and for how long it does. */
  previewSubjectsMax: 100_000,
  previewMsMax: 120_000,
  /** Previews that can be read again, the newest. */
  previewsKept: 20,
  /** Other verifications named as duplicates, of the same file and of the same face each. */
  duplicatesMax: 10,
  /** Earlier faces that a face is compared with, the newest of its mode: about 4 kB of memory and 2 us each. */
  duplicateFacesMax: 50_000,
  /** That one calibration of the comparison compares, each with each: 12.5 million pairs, some 10 s. */
  calibrationPicturesMax: 5_000,
  /** One file of a watchlist, decompressed, in a form that is read in memory which does not grow with it. */
  listFileBytesMax: 4 * 1024 * 1024 * 1024,
  /** One in a form whose parts name each other, and are joined in memory: measured, as much again is held at most. */
  listJoinedFileBytesMax: 1024 * 1024 * 1024,
  /** One in any other form, several times which may be held in memory. */
  listHeldFileBytesMax: 256 * 1024 * 1024,
  listRowBytesMax: 1024 * 1024,
  /** A spreadsheet with a list, as it lies there, and the texts in it. */
  listArchiveBytesMax: 64 * 1024 * 1024,
  /** Columns of a spreadsheet that are read. */
  listColumnsMax: 256,
  /** Characters of a report in the media as a list has it; a longer one is refused. */
  mediaTextCharsMax: 100_000,
  /** Characters that are kept of it, those around the name. */
  mediaPassageCharsMax: 1_000,
  /** Characters of its source, its title, and the address of its page. */
  mediaLabelCharsMax: 1_000,
  /** Reports of one entry; more are refused. */
  mediaOfEntryMax: 1_000,
  /** Levels of elements in an XML list. */
  listDepthMax: 64,
  listEntriesMax: 2_000_000,
  /** Versions of one list that are kept; an older one can no longer be rolled back to. */
  listVersionsKept: 10,
  /** How long an erasure waits for threads that read from the write-ahead log. */
  erasureWalWaitMs: 5_000,
  /** Records that one request erases because their time has come; it may be repeated. */
  purgeRecordsAtOnce: 500,
  /** How often a running appliance looks whose time has come. */
  purgeIntervalMs: 24 * 3600 * 1000,
  /** Of all records, and at least: what is due beyond that waits for a person. A wrong clock, or a period set too short, makes much due at once. */
  purgeUnaskedShare: 0.05,
  purgeUnaskedMin: 20,
  /** By so much a clock is set right all the time. */
  clockStepMs: 5 * 60_000,
  /** An appliance may have been switched off for so long; where the clock says more, it may be wrong. */
  clockGapMs: 40 * 24 * 3600 * 1000,
  /** Switched off for longer than over a long weekend, it must run for so long before anything is purged, so that a person sees the time before. */
  clockOffMs: 4 * 24 * 3600 * 1000,
  clockFreshMs: 24 * 3600 * 1000,
  /** Entries that one transaction stores or deletes, about 10 ms. */
  listChunkEntries: 250,
  /** Entries that are read, or compared with those of another version, at once, about 20 ms. */
  listCompareEntries: 10_000,
  /** Pairs of versions whose changes have been counted, and are not counted again. */
  listCountsKept: 100,
  /** Columns in the mapping of a list's. */
  listMappingMax: 50,
  /** Characters of a path that a request names. */
  pathCharsMax: 4_096,
  /** Imports that run or wait; more are answered 503. */
  listImportsMax: 20,
  /** Imports that ended since the start and are still shown, of lists and of registers each. */
  importsKept: 50,
  /** Uploads of lists and registers that arrive at once. */
  datasetUploadsAtOnce: 4,
  /** For one of them to arrive as a whole, and so long may nothing come of it. */
  datasetUploadTimeoutMs: 2 * 3600 * 1000,
  datasetUploadIdleMs: 60_000,
  /** After so many further bytes it is looked whether the disk has room for more. */
  uploadRoomCheckBytes: 64 * 1024 * 1024,
  /** So often is the folder for lists looked at. */
  inboxPollMs: 3_000,
  /** What met a fault there is tried again after twice the time each time, at most after this. */
  inboxRetryMsMax: 15 * 60 * 1000,
  /** Lists of one pack, and files in its archive. */
  packListsMax: 100,
  packFilesMax: 500,
  /** An update pack, one file in it, files in it, and its manifest: a program for two platforms with its models has 1.5 GB in 12,000 files. */
  updatePackBytesMax: 8 * 1024 * 1024 * 1024,
  updateFileBytesMax: 2 * 1024 * 1024 * 1024,
  updateFilesMax: 100_000,
  updateManifestBytesMax: 32 * 1024 * 1024,
  updatePathCharsMax: 400,
  /** For the trial start of a new version: it may have large tables to rewrite, and loads every model. */
  updateTrialMs: 30 * 60 * 1000,
  /** So long is a process waited for that ends, such as a trial whose update was killed. */
  updateLockWaitMs: 20 * 1000,
  /** A version with a smaller share of the entries in force is refused unless that is asked for. */
  listShareMin: 0.9,
  /** So few entries may go in any case, however small the list is. */
  listEntriesGoneMin: 5,
  /** Up to so many names an index is built at once; more are left to a thread of its own. */
  indexInlineNamesMax: 2_000,
  /** How long work waits for lists that are being loaded. */
  listsReadyTimeoutMs: 120_000,
  /** Names of an index that are looked at in one search, the best first. */
  searchCandidatesMax: 1_000,
  /** Entries that were read for hits and are kept for the next ones. */
  searchEntriesKept: 4_000,
  /** Queries in one request for screenings. */
  screeningQueriesMax: 1_000,
  /** After so long a batch of screenings lets other work go first. */
  screeningSliceMs: 10,
  screeningsPerMinute: 30_000,
  screeningThresholdMin: 0.5,
  screeningIdentifiersMax: 20,
  screeningCountriesMax: 20,
  screeningFiltersMax: 100,
  screeningAddressCharsMax: 1_024,
  screeningHitsDefault: 10,
  /** A register is stale after three months: publishers bring out their whole files monthly or oftener. */
  registerAgeDaysMax: 92,
  /** One file of a register, decompressed: the largest that are published have 10 GB. */
  registerFileBytesMax: 16 * 1024 * 1024 * 1024,
  registerFilesMax: 50,
  /** Versions of one register that are kept; each is a file of several hundred bytes a company. */
  registerVersionsKept: 3,
  /** Countries that an answer about a register names. */
  registerCountriesMax: 40,
  /** Words of names, with repeats, and keys that a register's build holds in memory at once, 8 bytes each. */
  registerSegmentWords: 16_000_000,
  /** Words of a register that may be meant by one of a name, if it has an error in it; the most frequent. */
  registerVariantsMax: 40,
  /** Companies, with repeats, that the rarest words of one search name; what is more frequent only tells between them. */
  registerNamedMax: 60_000,
  /** Companies, with repeats, that the words of one search may have; what goes beyond is passed over. */
  registerPostingsMax: 1_000_000,
  /** Companies whose records are read to compare their names, the likeliest first. */
  registerCandidatesMax: 300,
  /** Companies that one key or one very name may give. */
  registerSameMax: 200,
  /** So often is it looked at whether a backup is due; one that failed is tried again after the other time. */
  backupTickMs: 60 * 1000,
  backupRetryMs: 15 * 60 * 1000,
  /** Backups that failed since the start and are still shown. */
  backupFailuresKept: 10,
  /** Stored records that the index of the queue reads at once, and after how long it lets other work go first. */
  queueRecordsAtOnce: 250,
  queueSliceMs: 10,
  /** Of the queue: records on one page, characters of a text that is searched for, and codes of reasons in one filter. */
  queuePageDefault: 50,
  queuePageMax: 200,
  queueTextCharsMax: 200,
  queueReasonsMax: 50,
  /** Words of a name to search for; what goes beyond is left out. */
  searchWordsMax: 24,
  /** Pages of a report; it says where it ends before the record does. */
  reportPagesMax: 80,
  /** Rows of one table in a report, and hits; it says how many more there are. */
  reportRowsMax: 250,
  reportHitsMax: 40,
  /** Characters of one text in a report. */
  reportTextCharsMax: 1_500,
  /** Widths that a page's picture is made at, and the one that it has unless told otherwise. */
  pictureWidthsPixels: [160, 320, 640, 1280, 1920],
  pictureWidthPixelsDefault: 1280,
  /** Of the picture of a face. */
  facePictureSidePixelsMax: 512,
  /** Pictures for people that are made at once, each of up to 54 MB while it is; more wait, and still more are answered 429. */
  picturesAtOnce: 2,
  picturesWaitingMax: 64,
  /** Files that are looked at before they are sent, at once and waiting, and a minute of one key. */
  inspectionsAtOnce: 1,
  inspectionsWaitingMax: 8,
  inspectionsPerMinute: 60,
  /** For all that is looked for in one of them; what has not been found by then is not told. */
  inspectionTimeoutMs: 10_000,
  reportsWaitingMax: 20,
  reportTimeoutMs: 60_000,
  /** Of V8's heap; fonts and pictures live outside of it. */
  reportHeapBytesMax: 768 * 2 ** 20,
  /** Between two looks at the sockets of the process, in the self-test. */
  socketWatchMs: 10,
  /** The office network: connections at once, and the time that one has to agree on TLS. */
  lanConnectionsMax: 256,
  /** Of one address: a browser opens six, and one more for each stream, so that several people may share it. */
  lanConnectionsPerAddressMax: 64,
  lanHandshakeTimeoutMs: 10_000,
  /** When it is switched off or moved: requests under way may end, streams are cut. */
  lanDrainTimeoutMs: 5_000,
  /** How long a certificate that is made here lasts: what browsers accept at most. */
  lanCertificateMs: 397 * 24 * 3600 * 1000,
  /** So long before its end a certificate is warned of, and one that was made here made anew; so long after that it is told. */
  lanWarnMs: 30 * 24 * 3600 * 1000,
  lanRenewMs: 7 * 24 * 3600 * 1000,
  lanRenewedToldMs: 14 * 24 * 3600 * 1000,
  /** Names that an administrator gives, certificates of one chain, and characters of a PEM text. */
  lanNamesMax: 32,
  lanChainMax: 10,
  lanPemCharsMax: 64 * 1024,
  /** Of the settings that are changed while it runs: items of one, and characters of an item. */
  settingItemsMax: 100,
  settingCharsMax: 300,
  /** Of PBKDF2, for an encrypted private key: about a second. */
  lanKeyRoundsMax: 2_000_000,
} as const;
