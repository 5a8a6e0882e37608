/** Every limit of the appliance. Bytes, milliseconds, pixels; those set by the customer are marked. */
export const LIMITS = {
  /** Customer: 15 MB a file. */
  fileSizeBytesMax: 15 * 1024 * 1024,
  filesMax: 10,
  fileNameBytesMax: 255,
  jsonPartBytesMax: 64 * 1024,
  metadataBytesMax: 16 * 1024,
  /** The JSON body of other routes. */
  jsonBodyBytesMax: 1024 * 1024,
  webhookUrlCharsMax: 2048,
  /** Contract: for one whole attempt, from resolving the name to the end of the answer. */
  webhookAttemptTimeoutMs: 15_000,
  /** For the resolution of a `webhook_url` while its verification is created. */
  webhookLookupTimeoutMs: 2_000,
  /** How many bytes of a receiver's answer are awaited. */
  webhookAnswerBytesMax: 64 * 1024,
  /** How many of these are kept if the endpoint asks for it. */
  webhookAnswerKeptBytesMax: 4 * 1024,
  /** The last use of a key is recorded at most this often. */
  keyTouchMs: 60_000,
  /** The longest `Retry-After` that is honoured. */
  webhookRetryAfterMsMax: 24 * 3600 * 1000,
  webhookSecretOverlapMs: 24 * 3600 * 1000,
  /** Contract: an endpoint without a success for five days is disabled. */
  webhookFailingMsMax: 5 * 24 * 3600 * 1000,
  /** Endpoints of one mode. */
  webhookEndpointsMax: 16,
  /** Allowed `webhook_url` origins of one mode, in addition to those of endpoints. */
  webhookOriginsMax: 100,
  /** Concurrent attempts to one receiver, and to one whose last attempt failed. */
  webhookLaneAttemptsMax: 4,
  webhookFailingLaneAttemptsMax: 1,
  /** Concurrent attempts to all `webhook_url`s of verifications together; those that failed before take at most half. */
  webhookUrlAttemptsMax: 64,
  /** Events that one replay request sends again. */
  webhookReplayEventsMax: 10_000,
  textFieldCharsMax: 256,
  /** For a partly known birth date: years, and how many years it may leave open. */
  birthYearMin: 1850,
  birthYearMax: 2100,
  birthYearsOpenMax: 100,
  /** For a company: people who act for it, owners along all chains, announced documents, and names of each kind. */
  representativesMax: 100,
  ubosMax: 1_000,
  descriptorsMax: 50,
  companyNamesMax: 20,
  /** Pages of a company's PDF; a person's has one. */
  companyPdfPagesMax: 20,
  /** Pages of such a PDF without embedded text whose image is read: a few seconds each. */
  companyPdfPicturesMax: 5,
  /** Characters kept from one file; twenty dense pages have about 80,000. */
  companyTextCharsMax: 200_000,
  /** Of those, characters read from images: the search allows for misreadings there, which takes several times as long. */
  companyPictureCharsMax: 30_000,
  /** Files of one company that are opened at once: each holds an image of up to 27 MB. */
  companyFilesReadAtOnce: 4,
  /** Files of one company, older ones included. */
  companyDocumentsMax: 100,
  /** A reviewer's note on a decision. */
  noteCharsMax: 4_000,
  /** Files of one person's verification, older ones included. */
  personDocumentsMax: 30,
  /** For one verification: decisions and proposals of each person, document requests, notes, and reruns. */
  reviewsMax: 100,
  documentRequestsMax: 100,
  notesMax: 1_000,
  /** Corrections of one verification. */
  correctionsMax: 50,
  /** Faces that reviewers chose in one verification. */
  faceChoicesMax: 50,
  rerunsMax: 100,
  fieldsMax: 20,
  /** Levels of nesting in a JSON part. */
  jsonDepthMax: 32,
  /** Characters of a caller's field name that an answer repeats. */
  fieldNameCharsMax: 100,
  /** Items in the `errors` or `warnings` of one answer. */
  errorItemsMax: 50,
  streamHeartbeatMs: 15_000,
  watchlistFilesMax: 20,
  /** Room for the multipart boundaries and part headers. */
  multipartOverheadBytesMax: 64 * 1024,
  /** Bytes kept from a file's start, to read its type and header. */
  fileHeadBytes: 512 * 1024,
  /** Customer: images of at least 600x600. */
  imageSidePixelsMin: 600,
  imagePixelsMax: 50_000_000,
  /** The longer side of the picture that the pipeline works on, at most. */
  workingSidePixelsMax: 3_000,
  pdfInspectTimeoutMs: 2_000,
  pdfRenderTimeoutMs: 8_000,
  /** For the embedded text of all pages of a PDF. */
  pdfTextTimeoutMs: 10_000,
  pdfRenderDpi: 200,
  imageTimeoutMs: 15_000,
  textTimeoutMs: 60_000,
  /** For the MRZ of one picture. */
  mrzTimeoutMs: 20_000,
  barcodeTimeoutMs: 30_000,
  faceTimeoutMs: 30_000,
  /** For one frame of a liveness challenge. */
  frameTimeoutMs: 5_000,
  engineLoadTimeoutMs: 60_000,
  listPageDefault: 10,
  listPageMax: 100,
  idempotencyKeepMs: 7 * 24 * 3600 * 1000,
  queueLengthMax: 1_000,
  /** Creation is refused if the data folder's disk has less free than this. */
  diskFreeBytesMin: 256 * 1024 * 1024,
  jobAttemptsMax: 3,
  /** How often the process may end during a job before the job counts as failed: it may be the cause. */
  jobInterruptionsMax: 25,
  jobLeaseMs: 60_000,
  jobHeartbeatMs: 15_000,
  jobBackoffMs: 2_000,
  drainTimeoutMs: 30_000,
  uploadTimeoutMs: 120_000,
  /** For any whole body to arrive; slightly longer than a route's own time limit, so that the route answers first. */
  bodyTimeoutMs: 125_000,
  /** For all headers of a request to arrive, how often that is checked, and their total size. */
  headersTimeoutMs: 10_000,
  headersCheckMs: 2_000,
  headersBytesMax: 16 * 1024,
  /** Concurrent connections on this machine's own address; the office network has its own limits. */
  connectionsMax: 512,
  /** Refused connections are logged once in this time, with their number. */
  connectionsRefusedToldMs: 60_000,
  /** For one connection: requests without an answer yet. They are answered one after the other. */
  requestsOfConnectionMax: 16,
  /** For all connections, per turn of the event loop; the others start in the next turns, newest first. */
  requestsOfLoopMax: 32,
  /** A connection is closed if its client reads nothing of an answer for this long; a slow reader is not. */
  unreadMs: 30_000,
  /** For all connections together: bytes of answers that wait to be read. */
  unreadBytesMax: 64 * 1024 * 1024,
  /** For one address: the reference, as a page and as OpenAPI. */
  referenceRequestsPerMinute: 120,
  /** After an answer that preceded the end of the body, the rest is read and discarded until nothing arrives for this long. */
  lingerMs: 5_000,
  /** And no longer than this, whatever arrives. */
  lingerMaxMs: 60_000,
  /** For one key or one operator. */
  streamsPerActorMax: 8,
  streamRevokeCheckMs: 2_000,
  requestsPerMinute: 1_200,
  createsPerMinute: 300,
  keyRotationOverlapMs: 24 * 3600 * 1000,
  /** Inactive operators do not count. */
  operatorsMax: 1_000,
  /** For an operator's login name. */
  loginCharsMin: 3,
  loginCharsMax: 64,
  passwordCharsMin: 12,
  /** Longer ones add no security, and each is hashed. */
  passwordCharsMax: 256,
  /** How long a new second factor's secret waits for its first code. */
  secondFactorProposedMs: 15 * 60_000,
  /** For the passphrase that seals the master key. */
  passphraseCharsMin: 12,
  passphraseCharsMax: 1_024,
  /** Passwords that are hashed at once, each about 0.15 s of one core and 46 MiB; more wait, and beyond that the answer is 429. */
  passwordHashingsAtOnce: 1,
  passwordHashingsWaitingMax: 16,
  /** How long a one-time password from an administrator works. */
  oneTimePasswordMs: 72 * 3600 * 1000,
  /** A session ends after this long without a request, and after this long in any case. */
  sessionIdleMs: 30 * 60 * 1000,
  sessionLifetimeMs: 12 * 3600 * 1000,
  /** A session's last request is recorded if the recorded one is older than this. */
  sessionTouchMs: 60 * 1000,
  /** A login beyond this ends the oldest session. */
  sessionsPerOperatorMax: 10,
  /** How long a session lasts after the directory has confirmed its operator, so a person who is removed there is out after this long. */
  directoryConfirmedMs: 10 * 60 * 1000,
  /** The directory is asked again when less than this is left, and sessions are looked at this often. */
  directoryRecheckMs: 5 * 60 * 1000,
  directoryTickMs: 15 * 1000,
  /** For one request to the directory: its time and the size of its answer. */
  directoryTimeoutMs: 8_000,
  directoryAnswerBytesMax: 512 * 1024,
  /** How long what the provider publishes about its addresses is used before it is read again. */
  directoryDiscoveryMs: 5 * 60 * 1000,
  /** How long a person may take at the directory's own login page, and how many may be there at once. */
  directoryLoginMs: 10 * 60 * 1000,
  directoryLoginsMax: 1_000,
  /** For the table of groups: its rows, and the characters of a group and of the directory's name. */
  directoryGroupsMax: 200,
  directoryGroupCharsMax: 512,
  directoryNameCharsMax: 60,
  /** Groups of one person that are looked at. */
  directoryPersonGroupsMax: 10_000,
  /** Failed logins of one account, and from one address, before the first delay; each further one doubles it. */
  loginFailuresOfAccount: 5,
  loginFailuresOfAddress: 20,
  loginWaitMsMin: 30 * 1000,
  loginWaitMsMax: 15 * 60 * 1000,
  /** Failed logins are forgotten after this long without another. */
  loginFailuresKeptMs: 24 * 3600 * 1000,
  /** For one address: the session routes, which need no login. */
  sessionRequestsPerMinute: 120,
  /** The audit log is signed after this many further entries, and with the first entry this long after the last signature. */
  auditCheckpointEntries: 1_000,
  auditCheckpointMs: 24 * 3600 * 1000,
  /** Entries of the audit log, or of connections, in one answer. */
  logPageDefault: 50,
  logPageMax: 200,
  /** Destinations kept in the connection log, the newest; entries waiting to be written; characters of a name. */
  egressEntriesKept: 10_000,
  egressPendingMax: 1_000,
  egressHostCharsMax: 253,
  /** Entries of one record's timeline in one answer: the newest. */
  timelineEntriesMax: 2_000,
  /** How far back throughput is counted, and how many durations of one hour its percentiles use. */
  throughputHoursMax: 720,
  throughputSamplesPerHourMax: 1_000,
  /** The data folder is measured again if its sizes are older than this; an answer waits this long for them. */
  folderSizesMaxAgeMs: 60_000,
  folderSizesWaitMs: 250,
  /** For an evidence bundle to be verified: a hundred files of a company, and some more. */
  evidenceBytesMax: 1_700 * 1024 * 1024,
  /** Contract: a list is stale 30 days after its publication. */
  listAgeDaysMax: 30,
  /** The longest age limit that a list can have. */
  listAgeDaysLimitMax: 3_650,
  hitsMax: 50,
  /** Media reports shown with a hit, the newest of its entry. */
  hitMediaMax: 10,
  /** Up to this many changed entities of a list, a re-screening builds indexes of only those. */
  changedEntitiesIndexMax: 5_000,
  /** Entities in one of these indexes, whose build cannot be interrupted: about 20 ms, and 0.1 ms for each search. */
  changedEntitiesAtOnce: 1_000,
  /** Stored subjects that a re-screening reads at once, and after how long it lets other work run. */
  rescreeningSubjectsAtOnce: 50,
  rescreeningSliceMs: 15,
  /** Alerts of a new comparison that are released or dismissed in one transaction. */
  heldAlertsAtOnce: 200,
  /** Stored records that a threshold preview searches, the newest; and how long it may take. */
  previewSubjectsMax: 100_000,
  previewMsMax: 120_000,
  /** Previews that can still be read, the newest. */
  previewsKept: 20,
  /** Other verifications reported as duplicates, for the same file and for the same face each. */
  duplicatesMax: 10,
  /** Earlier faces that a face is compared with, the newest of its mode: about 4 kB of memory and 2 us each. */
  duplicateFacesMax: 50_000,
  /** Faces that one calibration compares, each with each: 12.5 million pairs, about 10 s. */
  calibrationPicturesMax: 5_000,
  /** One file of a watchlist, decompressed, in a form that is read in constant memory. */
  listFileBytesMax: 4 * 1024 * 1024 * 1024,
  /** One in a form whose parts refer to each other and are joined in memory: measured, at most as much again is held. */
  listJoinedFileBytesMax: 1024 * 1024 * 1024,
  /** One in any other form; several times its size may be held in memory. */
  listHeldFileBytesMax: 256 * 1024 * 1024,
  listRowBytesMax: 1024 * 1024,
  /** A spreadsheet with a list, as stored, and the texts in it. */
  listArchiveBytesMax: 64 * 1024 * 1024,
  /** Columns of a spreadsheet that are read. */
  listColumnsMax: 256,
  /** Characters of a media report in a list; a longer one is refused. */
  mediaTextCharsMax: 100_000,
  /** Characters of it that are kept, around the name. */
  mediaPassageCharsMax: 1_000,
  /** Characters of its source, its title, and the address of its page. */
  mediaLabelCharsMax: 1_000,
  /** Media reports of one entry; more are refused. */
  mediaOfEntryMax: 1_000,
  /** Levels of elements in an XML list. */
  listDepthMax: 64,
  listEntriesMax: 2_000_000,
  /** Versions of one list that are kept; a roll-back to an older one is no longer possible. */
  listVersionsKept: 10,
  /** How long an erasure waits for threads that read from the write-ahead log. */
  erasureWalWaitMs: 5_000,
  /** Due records that one request erases; it may be repeated. */
  purgeRecordsAtOnce: 500,
  /** How often a running appliance checks for due records. */
  purgeIntervalMs: 24 * 3600 * 1000,
  /**
   * The share of all records, and the minimum, that may be erased automatically; more waits for a person. A wrong
   * clock, or a period set too short, makes many records due at once.
   */
  purgeUnaskedShare: 0.05,
  purgeUnaskedMin: 20,
  /** How often a running appliance looks for records whose deadline for the review has passed. */
  overdueCheckMs: 60_000,
  /** Clock corrections up to this are normal. */
  clockStepMs: 5 * 60_000,
  /** An appliance may have been off for this long; if the clock shows more, it may be wrong. */
  clockGapMs: 40 * 24 * 3600 * 1000,
  /** After being off for longer than a long weekend, the appliance must run for this long before a purge, so that a person sees the time first. */
  clockOffMs: 4 * 24 * 3600 * 1000,
  clockFreshMs: 24 * 3600 * 1000,
  /** Entries that one transaction stores or deletes, about 10 ms. */
  listChunkEntries: 250,
  /** Entries that are read, or compared with another version's, at once, about 20 ms. */
  listCompareEntries: 10_000,
  /** Pairs of versions whose counted changes are cached. */
  listCountsKept: 100,
  /** Columns in the mapping of a list. */
  listMappingMax: 50,
  /** Characters of a path in a request. */
  pathCharsMax: 4_096,
  /** Imports that run or wait; beyond that the answer is 503. */
  listImportsMax: 20,
  /** Finished imports since the start that are still shown, for lists and for registers each. */
  importsKept: 50,
  /** Concurrent uploads of lists and registers. */
  datasetUploadsAtOnce: 4,
  /** For one whole upload to arrive, and how long nothing of it may arrive. */
  datasetUploadTimeoutMs: 2 * 3600 * 1000,
  datasetUploadIdleMs: 60_000,
  /** The free disk space is checked again after this many bytes. */
  uploadRoomCheckBytes: 64 * 1024 * 1024,
  /** How often the folder for lists is checked. */
  inboxPollMs: 3_000,
  /** After an error there, the delay before the next attempt doubles each time, up to this. */
  inboxRetryMsMax: 15 * 60 * 1000,
  /** Lists of one pack, and files in its archive. */
  packListsMax: 100,
  packFilesMax: 500,
  /** An update package, one file in it, files in it, and its manifest: a program for two platforms with its models has 1.5 GB in 12,000 files. */
  updatePackBytesMax: 8 * 1024 * 1024 * 1024,
  updateFileBytesMax: 2 * 1024 * 1024 * 1024,
  updateFilesMax: 100_000,
  updateManifestBytesMax: 32 * 1024 * 1024,
  updatePathCharsMax: 400,
  /** For the trial start of a new version: it may rewrite large tables, and loads every model. */
  updateTrialMs: 30 * 60 * 1000,
  /** How long to wait for a process that is ending, such as a trial whose update was killed. */
  updateLockWaitMs: 20 * 1000,
  /** A version with a smaller share of the entries in force is refused unless the caller confirms it. */
  listShareMin: 0.9,
  /** This many entries may always go, however small the list is. */
  listEntriesGoneMin: 5,
  /** Indexes of up to this many names are built in place; larger ones in a separate thread. */
  indexInlineNamesMax: 2_000,
  /** How long work waits for lists that are loading. */
  listsReadyTimeoutMs: 120_000,
  /** Names of an index that one search compares, the best first. */
  searchCandidatesMax: 1_000,
  /** Entries read for hits that are cached. */
  searchEntriesKept: 4_000,
  /** Queries in one screening request. */
  screeningQueriesMax: 1_000,
  /** A batch of screenings lets other work run after this long. */
  screeningSliceMs: 10,
  screeningsPerMinute: 30_000,
  screeningThresholdMin: 0.5,
  screeningIdentifiersMax: 20,
  screeningCountriesMax: 20,
  screeningFiltersMax: 100,
  screeningAddressCharsMax: 1_024,
  screeningHitsDefault: 10,
  /** One file of a trust list: the ICAO's largest LDIF files have some 80 MB. */
  trustFileBytesMax: 256 * 1024 * 1024,
  /** Files of one trust list, with the certificates of its publisher. */
  trustFilesMax: 200,
  /** Versions of one trust list that are kept beside those that records name. */
  trustVersionsKept: 10,
  /** Certificates that one activation confirms, and characters of a fingerprint: 64 digits with separators. */
  trustConfirmedMax: 200,
  fingerprintCharsMax: 200,
  /** Certificates between a signer and the confirmed one. */
  trustPathMax: 6,
  /** A register is stale after three months: publishers release their full files monthly or more often. */
  registerAgeDaysMax: 92,
  /** One file of a register, decompressed: the largest published ones have 10 GB. */
  registerFileBytesMax: 16 * 1024 * 1024 * 1024,
  registerFilesMax: 50,
  /** Versions of one register that are kept; each is a file of several hundred bytes per company. */
  registerVersionsKept: 3,
  /** Countries that an answer about a register names. */
  registerCountriesMax: 40,
  /** Words of names, with repeats, and keys that a register build holds in memory at once, 8 bytes each. */
  registerSegmentWords: 16_000_000,
  /** Register words that may match a misspelled word of a name; the most frequent. */
  registerVariantsMax: 40,
  /** Companies, with repeats, that the rarest words of one search select; more frequent words only rank them. */
  registerNamedMax: 60_000,
  /** Companies, with repeats, that the words of one search may have; the rest are skipped. */
  registerPostingsMax: 1_000_000,
  /** Companies whose records are read to compare their names, the most likely first. */
  registerCandidatesMax: 300,
  /** Companies that one key or one exact name may return. */
  registerSameMax: 200,
  /** How often a due backup is checked for; a failed one is retried after the other time. */
  backupTickMs: 60 * 1000,
  backupRetryMs: 15 * 60 * 1000,
  /** Failed backups since the start that are still shown. */
  backupFailuresKept: 10,
  /** Stored records that the queue index reads at once, and after how long it lets other work run. */
  queueRecordsAtOnce: 250,
  queueSliceMs: 10,
  /** For the queue: records on one page, characters of a search text, and reason codes in one filter. */
  queuePageDefault: 50,
  queuePageMax: 200,
  queueTextCharsMax: 200,
  queueReasonsMax: 50,
  /** Words of a name to search for; the rest are ignored. */
  searchWordsMax: 24,
  /** Pages of a report; if the record does not fit, the report says where it stops. */
  reportPagesMax: 80,
  /** Rows of one table in a report, and hits; the report says how many more there are. */
  reportRowsMax: 250,
  reportHitsMax: 40,
  /** Characters of one text in a report. */
  reportTextCharsMax: 1_500,
  /** Widths of page pictures, and the default. */
  pictureWidthsPixels: [160, 320, 640, 1280, 1920],
  pictureWidthPixelsDefault: 1280,
  /** For the picture of a face. */
  facePictureSidePixelsMax: 512,
  /** Pictures for display that are made at once, each using up to 54 MB meanwhile; more wait, and beyond that the answer is 429. */
  picturesAtOnce: 2,
  picturesWaitingMax: 64,
  /** Files that are inspected before submission: at once, waiting, and per minute of one key. */
  inspectionsAtOnce: 1,
  inspectionsWaitingMax: 8,
  inspectionsPerMinute: 60,
  /** For the whole inspection of one file; what is not found by then is not reported. */
  inspectionTimeoutMs: 10_000,
  reportsWaitingMax: 20,
  /** Days of one period of statistics, and requests that wait while one is counted. */
  figuresDaysMax: 1_100,
  figuresWaitingMax: 20,
  /** Characters of the name of a time zone. */
  timeZoneCharsMax: 64,
  reportTimeoutMs: 60_000,
  /** V8's heap; fonts and pictures are outside it. */
  reportHeapBytesMax: 768 * 2 ** 20,
  /** The interval at which the self-test polls the sockets of the process. */
  socketWatchMs: 10,
  /** The office network: concurrent connections, and the time to complete TLS. */
  lanConnectionsMax: 256,
  /** For one address: a browser opens six connections, and one more for each stream, so several people may share an address. */
  lanConnectionsPerAddressMax: 64,
  lanHandshakeTimeoutMs: 10_000,
  /** After it is switched off or moved: requests in progress may end, streams are closed. */
  lanDrainTimeoutMs: 5_000,
  /** The validity of a certificate that the appliance makes: the most that browsers accept. */
  lanCertificateMs: 397 * 24 * 3600 * 1000,
  /** How long before its end a certificate causes a warning, and one made by the appliance is renewed; how long the renewal is reported. */
  lanWarnMs: 30 * 24 * 3600 * 1000,
  lanRenewMs: 7 * 24 * 3600 * 1000,
  lanRenewedToldMs: 14 * 24 * 3600 * 1000,
  /** Names from an administrator, certificates of one chain, and characters of a PEM text. */
  lanNamesMax: 32,
  lanChainMax: 10,
  lanPemCharsMax: 64 * 1024,
  /** The security log: receivers, characters of one value in a message, and of a path. */
  securityLogReceiversMax: 2,
  securityLogValueCharsMax: 500,
  securityLogPathCharsMax: 1_024,
  /** How often new entries are looked for. */
  securityLogPollMs: 1_000,
  /** Entries in memory at once, and entries that a receiver may get twice: those of one connection. */
  securityLogEntriesAtOnce: 100,
  securityLogWindowEntries: 2_000,
  /** How long a connection stays open after the last message, so that a receiver that ends meanwhile is noticed. */
  securityLogSettleMs: 2_000,
  /** For connecting with TLS, for a receiver that reads nothing, and for it to close after the last message. */
  securityLogConnectTimeoutMs: 10_000,
  securityLogStallMs: 20_000,
  securityLogCloseTimeoutMs: 10_000,
  /** Bytes that a receiver may send: syslog has no answers. */
  securityLogAnswerBytesMax: 16 * 1024,
  /** The first delay after a failure; each further one doubles it. */
  securityLogRetryMsMin: 1_000,
  securityLogRetryMsMax: 5 * 60_000,
  /** The chain's head is sent after this many entries, this long after the last head, and in any case this long after it. */
  securityLogHeadEntries: 100,
  securityLogHeadMs: 5 * 60_000,
  securityLogHeadIdleMs: 3600 * 1000,
  /** An entry that waits for longer causes a warning. */
  securityLogLagMsMax: 15 * 60_000,
  /** The size of one file, and how many full files are kept. */
  securityLogFileBytesMin: 64 * 1024,
  securityLogFileBytesMax: 1024 * 1024 * 1024,
  securityLogFilesMax: 1_000,
  /** For settings that change at runtime: items of one, and characters of an item. */
  settingItemsMax: 100,
  settingCharsMax: 300,
  /** A login by LDAP: to connect with TLS, for one bind and one search, and for everything, whatever the number of servers. */
  ldapConnectTimeoutMs: 5_000,
  ldapBindTimeoutMs: 5_000,
  ldapSearchTimeoutMs: 10_000,
  ldapTotalTimeoutMs: 20_000,
  /** Servers of the directory. */
  ldapServersMax: 5,
  /** Bytes of all answers on one connection, and groups of one person. */
  ldapAnswerBytesMax: 4 * 1024 * 1024,
  ldapGroupsMax: 1_000,
  /** Characters of a login of the directory, which may be a mail address. */
  ldapLoginCharsMax: 254,
  /** Logins that ask the directory at once; more wait, and beyond that the answer is 429. */
  ldapLoginsAtOnce: 8,
  ldapLoginsWaitingMax: 64,
  /** A refused login takes a multiple of this time, so that its length says nothing. */
  ldapRefusalStepMs: 500,
  /** A capture session: to claim it, from the claim to its end, and one attempt of the challenge. */
  captureClaimMs: 10 * 60_000,
  captureSessionMs: 30 * 60_000,
  captureChallengeMs: 60_000,
  /** How often sessions whose time is over are ended, and how long rows that led to no record are kept. */
  captureCheckMs: 10_000,
  captureKeptMs: 30 * 24 * 3600 * 1000,
  /** Attempts of the challenge that were finished and failed, before an operator looks. */
  captureAttemptsMax: 3,
  /** Documents of one session, and sessions that are open at once. */
  captureDocumentsMax: 6,
  captureOpenMax: 500,
  /** Characters of a token, nonce or pairing code in a request. */
  captureSecretCharsMax: 128,
  /** Claims a minute that were refused, such as for a wrong token or pairing code: of one address, and of all together. */
  captureClaimsPerMinute: 10,
  captureWrongClaimsPerMinute: 60,
  /** Requests a minute of one session: 10 frames a second in batches of a few, and the page's polling; and its pictures. */
  captureRequestsPerMinute: 900,
  capturePicturesPerMinute: 30,
  /** Sessions that may share one address at full use: an office's tablets behind one proxy or router. */
  captureSessionsPerAddress: 20,
  capturePreviewBytesMax: 256 * 1024,
  /** Frames: bytes of one, number in a batch, number and bytes of one attempt, and how many of them are kept. */
  captureFrameBytesMax: 128 * 1024,
  captureBatchFramesMax: 12,
  captureChallengeFramesMax: 1_000,
  captureChallengeBytesMax: 64 * 1024 * 1024,
  captureFramesKeptMax: 40,
  /** Challenges that run at once on the appliance; each may hold its frames in memory. */
  captureChallengesMax: 4,
  /** By how much the page's time since the challenge began may be ahead of the server's: clocks drift, and timers are coarse. */
  capturePageAheadMs: 250,
  /** How long after its last frame a batch may arrive, and how long the page may send nothing. */
  captureBatchLateMs: 5_000,
  captureBatchGapMs: 8_000,
  /** PBKDF2 rounds for an encrypted private key: about a second. */
  lanKeyRoundsMax: 2_000_000,
  /** Of one file or seal with signed data: the field has up to 1.2 MB. */
  authenticityBytesMax: 2 * 1024 * 1024,
  /** A JSON part with such files in Base64. */
  sourcePartBytesMax: 3 * 1024 * 1024,
  /** How long a challenge for a chip can be answered. */
  chipChallengeMs: 5 * 60_000,
  /** CBOR: nesting and items of one file. A mobile document has about 500 items, a list of issuers 10,000. */
  cborDepthMax: 24,
  cborItemsMax: 100_000,
  /** A seal after unzipping: Aadhaar and IDB have up to 5 kB. */
  sealUnzippedBytesMax: 64 * 1024,
  /** Connections of one hub process to PostgreSQL, and for opening one. */
  hubDatabaseConnectionsMax: 10,
  hubDatabaseConnectMs: 10_000,
  /** For one statement of the hub, for waiting on a lock, and for a transaction in which nothing happens. */
  hubStatementMs: 30_000,
  hubLockMs: 10_000,
  hubIdleTransactionMs: 30_000,
  /** How often a transaction runs again that PostgreSQL gave up because of others, and the longest random wait before it. */
  hubTransactionTriesMax: 20,
  hubTransactionWaitMsMax: 200,
  /** How long a PostgreSQL that the hub starts itself may take until it answers. */
  hubPostgresStartMs: 60_000,
  /** A parcel to a hub: entries, bytes as sealed, and bytes of the entries when they are unpacked. */
  hubParcelEntriesMax: 100,
  hubParcelBytesMax: 4 * 1024 * 1024,
  hubParcelPlainBytesMax: 16 * 1024 * 1024,
  /** A carried file, with packs, and files in it: a backlog of a week has some thousands. */
  hubCarriedBytesMax: 16 * 1024 * 1024 * 1024,
  hubCarriedFilesMax: 100_000,
  /** How long the code of an invite can be used. */
  hubInviteMs: 72 * 3600 * 1000,
  /** The hub's authority is valid for this long, and from this long before; a branch's certificate is, and is renewed after two thirds. */
  hubCaMs: 20 * 365 * 24 * 3600 * 1000,
  hubCaBeforeMs: 10 * 365 * 24 * 3600 * 1000,
  hubCertificateMs: 90 * 24 * 3600 * 1000,
  /** By how much the clocks of a branch and its hub may differ. */
  hubClockOffMsMax: 24 * 3600 * 1000,
  /** Directives in one answer. */
  hubDirectivesMax: 20,
  /** How long after an erasure the key over the record's key is destroyed: further erasures share the work. */
  hubWrapDelayMs: 3600 * 1000,
  /** Keys that one run destroys, and records' keys that one transaction seals again. */
  hubWrapsAtOnce: 1_000,
  hubRewrapsAtOnce: 1_000,
  /** For how long a database that was restored from a backup loses its erased records again at the next start. */
  hubErasedLogMs: 400 * 24 * 3600 * 1000,
  /** A pack lies in the hub's database in parts of this size. */
  hubPackPartBytes: 1024 * 1024,
  /** Branches and waves of one rollout. */
  hubRolloutBranchesMax: 10_000,
  hubRolloutWavesMax: 20,
  /** Enrolments and questions about them a minute of one address. */
  hubEnrolmentsPerMinute: 60,
  /** Connections of branches, parcels that the hub works on at once, and that wait for it; the longest time after which another one comes again. */
  hubConnectionsMax: 4_000,
  hubParcelsAtOnce: 8,
  hubParcelsWaitingMax: 1_000,
  hubRetryAfterSecondsMax: 5,
  /** Characters of an invite as text. */
  hubInviteCharsMax: 4_096,
  /** A connection to the hub: with TLS, and for one answer. */
  hubConnectTimeoutMs: 10_000,
  hubAnswerTimeoutMs: 60_000,
  /** How often a branch asks its hub when it has nothing to send, and how long an entry waits for others to share its parcel. */
  uplinkPollMs: 60_000,
  uplinkGatherMs: 5_000,
  /** The first delay after a failure; each further one doubles it. */
  uplinkRetryMsMin: 2_000,
  uplinkRetryMsMax: 15 * 60_000,
  /** How often a branch reports its health. */
  uplinkHealthMs: 15 * 60_000,
  /** How long confirmed entries are kept, in case the hub's database is restored. */
  uplinkKeptMs: 31 * 24 * 3600 * 1000,
  /** Records that were there before that a branch reports at once, each second, while fewer entries than this wait. */
  uplinkBackfillAtOnce: 100,
  uplinkBackfillWaitingMax: 100_000,
  /** How long a branch takes what former keys of its hub signed. */
  uplinkFormerKeysMs: 31 * 24 * 3600 * 1000,
  /** Bytes of parcels that wait sealed; beyond that, entries wait as rows. */
  uplinkWaitingBytesMax: 4 * 1024 * 1024 * 1024,
  /** How long before its end a branch renews its certificate of 90 days. */
  uplinkRenewMs: 30 * 24 * 3600 * 1000,
  /** Entries that wait for longer cause a warning. */
  uplinkLagMsMax: 24 * 3600 * 1000,
  /** Directives of the hub that are shown. */
  uplinkDirectivesShown: 20,
  /** Branches to which one operator of the hub is limited. */
  hubOperatorBranchesMax: 1_000,
  /** What the page of a branch shows of its directives, certificates and proofs: the newest ones. */
  hubBranchRowsShown: 50,
  /** Records in one part of the signed list of erasures. */
  hubErasuresListed: 1_000,
  /** What other lists of the hub's console show: the newest ones. */
  hubListRowsShown: 200,
  /** How long a wave of a rollout must be healthy before the next one starts on its own. */
  hubHealthyMinutesMax: 30 * 24 * 60,
} as const;
