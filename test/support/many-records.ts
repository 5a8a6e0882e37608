import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, loadConfig } from '../../server/appliance/config.ts';
import { FINDINGS, type FindingCode, makeFinding } from '../../server/checks/findings.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { openDatabase } from '../../server/db/open.ts';
import { prepared } from '../../server/db/prepared.ts';
import { transact } from '../../server/db/transact.ts';
import type { Outcome, Reason } from '../../server/decision/types.ts';
import { isoTime, systemClock } from '../../server/lib/clock.ts';
import { createIds, type NewId } from '../../server/lib/ids.ts';
import { openKeyStore } from '../../server/vault/key-store.ts';
import { createVault } from '../../server/vault/vault.ts';
import type { VerificationDeps } from '../../server/verifications/deps.ts';
import { keepReasons } from '../../server/verifications/queue-reasons.ts';
import { stateName } from '../../server/verifications/state.ts';
import type {
  KybSubmission,
  Submission,
  VerificationKind,
  VerificationStatus,
} from '../../server/verifications/types.ts';
import { seededRandom } from './random.ts';

export interface ManyRecords {
  /** How many records; 100,000 take about half a minute. */
  count: number;
  /** The same seed gives the same people and companies in the same states. 1 by default. */
  seed?: number;
  /** True by default. */
  livemode?: boolean;
  /** The time of the newest record; the oldest is `days` earlier. By default now, and 90. */
  untilMs?: number;
  days?: number;
  /** A third of the records that wait for review go to these assignees in turn. */
  assignees?: readonly string[];
  /** After how many hours of waiting records are due; a third of them never. By default none has a due time. */
  dueHours?: number;
  /**
   * True by default: pending and processing records have a job that has ended, so a running appliance leaves them
   * alone. No real record is like that. False: their jobs wait.
   */
  idle?: boolean;
}

type Stores = Pick<VerificationDeps, 'db' | 'keys' | 'vault'>;
type Draw = <T>(from: readonly T[]) => T;

const FIRST_NAMES =
  'Anna Lucía,José María,Zoë,Łukasz,Søren,Élodie,Günther,Ngọc Anh,Mehmet,Fatima Zahra,Иван,Ольга,Aoife,Björn,Chloé,Dragan,Emine,François,Giulia,Håkon,Inês,Jürgen,Katarína,Léa,Małgorzata,Nuño,Oğuz,Pavel,Rūta,Siobhán,Tomáš,Ulrike,Víctor,William,Ximena,Yara,Şebnem,Amara,Kofi,Noor'.split(
    ',',
  );
const LAST_NAMES =
  "Martello,García Márquez,Müller,O'Connor,Kowalczyk,Ñúñez,Sørensen,Đặng,Yılmaz,Ben Salah,Петров,Nováková,Dupont-Aignan,Ångström,Brânză,Çelik,Dvořák,Ferreira da Silva,Groß,Håkansson,Ivanov,Jóhannsdóttir,Kőszegi,Lefèvre,Mac Giolla,Ní Bhriain,Öztürk,Papadopoulos,Quintanilha,Rossi,Schröder,Şahin,Tkachenko,Urbański,van den Berg,Wójcik,Xu,Younes,Žukauskas,Abara".split(
    ',',
  );
const TRADES = 'Handel,Shipping,Logistics,Textil,Énergie,Foods,Capital,Maritime,Consulting,Tecnología,Bau,Pharma'.split(
  ',',
);
const PLACES = 'Nordwind,Hafen,Côte,Sierra,Łódź,Baltic,Bosporus,Aurora,Meridian,Tajo,Rhein,Vltava,Fjord,Delta'.split(
  ',',
);
const FORMS = [
  ['GmbH', 'DE'],
  ['SARL', 'FR'],
  ['S.L.', 'ES'],
  ['Ltd', 'GB'],
  ['AB', 'SE'],
  ['A.Ş.', 'TR'],
] as const;
const COUNTRIES = ['FR', 'DE', 'ES', 'PL', 'TR', 'IE', 'SE', 'PT', 'UA', 'VN'] as const;
/** Codes whose sentence has no placeholder. */
const CODES = (Object.keys(FINDINGS) as FindingCode[]).filter((code) => !FINDINGS[code].includes('{')).slice(0, 24);

/** The states of a hundred records. */
const STATES: readonly VerificationStatus[] = [
  ...Array<VerificationStatus>(55).fill('completed'),
  ...Array<VerificationStatus>(12).fill('failed'),
  ...Array<VerificationStatus>(30).fill('needs_review'),
  ...Array<VerificationStatus>(2).fill('pending'),
  'processing',
];

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const RUN_MS = 60_000;
/** Records in one transaction. */
const CHUNK = 5_000;

/**
 * Fills the data folder of a stopped appliance, and creates the folder if needed. Tests then start an appliance on it:
 *     fillDataFolder(testConfig(folder.path), { count: 100_000 });
 *     const server = await startTestServer({ folder: folder.path });
 * A separate process finds it with CUSTOS_DATA_DIR=<folder>/data and CUSTOS_MASTER_KEY_FILE=<folder>/master.key. By hand:
 *     node test/support/many-records.ts <folder> <count>
 * Returns the ids, oldest first.
 */
export function fillDataFolder(config: Pick<Config, 'dataDir' | 'masterKey'>, records: ManyRecords): string[] {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const keys = openKeyStore(join(config.dataDir, 'keys.db'), config.masterKey);
  const db = openDatabase(join(config.dataDir, 'custos.db'));
  try {
    migrate(db, MIGRATIONS);
    const vault = createVault({ folder: config.dataDir, keys, newId: createIds(systemClock) });
    return storeManyRecords({ db, keys, vault }, records);
  } finally {
    db.close();
    keys.close();
  }
}

/**
 * Stores sealed records of both kinds in all states, as real submissions leave them. They have names, references, decisions, events, jobs and
 * screenings without hits, but no files and no audit rows. About one in five is a company. Returns the ids, oldest first.
 */
export function storeManyRecords(stores: Stores, records: ManyRecords): string[] {
  const { count, seed = 1, untilMs = systemClock.now(), days = 90 } = records;
  const random = seededRandom(seed);
  const draw: Draw = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number];
  // Each record ends a minute after its creation.
  const newestMs = untilMs - RUN_MS;
  let nowMs = newestMs - days * DAY_MS;
  const newId = createIds({ now: () => nowMs });
  const ids: string[] = [];
  while (ids.length < count) {
    const end = Math.min(count, ids.length + CHUNK);
    transact(stores.keys.db, () => {
      transact(stores.db, () => {
        while (ids.length < end) {
          nowMs = Math.round(newestMs - days * DAY_MS * (1 - (ids.length + 1) / count));
          ids.push(storeOne(stores, records, { number: ids.length, nowMs, draw, newId }));
        }
      });
    });
  }
  return ids;
}

interface Turn {
  /** Counts from 0. */
  number: number;
  nowMs: number;
  draw: Draw;
  newId: NewId;
}

function storeOne({ db, keys, vault }: Stores, records: ManyRecords, turn: Turn): string {
  const { livemode = true, assignees = [], dueHours = null, idle = true } = records;
  const { number, nowMs, draw, newId } = turn;
  const kind: VerificationKind = draw([0, 1, 2, 3, 4]) === 0 ? 'kyb' : 'kyc';
  const status = draw(STATES);
  const id = newId(kind === 'kyb' ? 'kyb_ver' : 'ver');
  const endMs = nowMs + RUN_MS;
  const isFinal = status === 'completed' || status === 'failed';
  const outcome = status === 'pending' || status === 'processing' ? null : status;
  const { submission, searched } = kind === 'kyb' ? drawCompany(turn) : drawPerson(turn);
  const dataKey = randomBytes(32);
  const seal = (column: string, value: unknown) => vault.sealJson(id, column, value, dataKey);
  const decision = outcome && { outcome, reasons: drawReasons(outcome, draw), policy_version: 1 };
  const assignee =
    status === 'needs_review' && number % 3 === 0 ? (assignees[(number / 3) % assignees.length] ?? null) : null;
  keys.addDataKey(id, dataKey, nowMs);
  prepared(
    db,
    `INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, step, policy_version, sealed_submission,
       sealed_decision, assignee, assigned_by, assigned_at, ended_at, review_since,
       review_due_ms)
     VALUES (@id, @kind, @livemode, @status, @nowMs, @endMs, 'system', @step, @policy, @submission, @decision, @assignee,
       @assignedBy, @assignedAt, @endedAt, @reviewSince, @reviewDue)`,
  ).run({
    id,
    kind,
    livemode: Number(livemode),
    status,
    nowMs,
    endMs: status === 'pending' ? nowMs : endMs,
    step: status === 'processing' ? (kind === 'kyb' ? 'read' : 'intake') : null,
    policy: decision && 1,
    submission: seal('verifications.submission', submission),
    decision: decision && seal('verifications.decision', decision),
    assignee,
    assignedBy: assignee && 'system',
    assignedAt: assignee && endMs,
    endedAt: isFinal ? endMs : null,
    reviewSince: status === 'needs_review' ? endMs : null,
    // In another order than they were created.
    reviewDue:
      status === 'needs_review' && dueHours !== null && number % 3 > 0
        ? endMs + dueHours * HOUR_MS * ((number * 7) % 11)
        : null,
  });
  if (decision) {
    keepReasons({ db }, id, decision);
    const passed = { passed: true, findings: [] };
    const found = { hits: [], lists: [], searched };
    const byTopic = { sanctions: passed, watchlists: passed, pep: passed, adverse_media: passed };
    const screening = kind === 'kyc' ? { ...passed, ...found } : { ...byTopic, ...found };
    prepared(
      db,
      "INSERT INTO step_results (verification_id, step, finished_at, duration_ms, sealed_result) VALUES (?, 'screening', ?, 5, ?)",
    ).run(id, endMs, seal('step_results.screening', screening));
  }
  const job = decision || idle ? 'done' : 'queued';
  prepared(
    db,
    'INSERT INTO jobs (verification_id, kind, state, run_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(id, kind, job, nowMs, nowMs, endMs);
  const went = ['created', ...(status === 'pending' ? [] : ['processing']), ...(outcome ? [outcome] : [])];
  for (const state of went) {
    const at = state === outcome ? endMs : nowMs;
    const event = { id: newId('evt'), type: stateName(kind, state), timestamp: isoTime(at) };
    const data = {
      id,
      object: kind === 'kyb' ? 'kyb_verification' : 'verification',
      status: state === 'created' ? 'pending' : state,
      livemode,
    };
    prepared(db, 'INSERT INTO events (id, kind, subject_id, livemode, created_at, body) VALUES (?, ?, ?, ?, ?, ?)').run(
      event.id,
      event.type,
      id,
      Number(livemode),
      at,
      JSON.stringify({ ...event, data }),
    );
  }
  return id;
}

function drawPerson({ number, draw }: Turn): { submission: Submission; searched: object[] } {
  const applicant = {
    first_name: draw(FIRST_NAMES),
    last_name: draw(LAST_NAMES),
    dob: drawDate(draw),
    nationality: draw(COUNTRIES),
  };
  const name = `${applicant.first_name} ${applicant.last_name}`;
  return {
    submission: { applicant, consent: true, metadata: { internal_ref: referenceOf(number) }, webhook_url: null },
    searched: [{ source: 'submitted', name, query: { name, type: 'person', birthDate: applicant.dob } }],
  };
}

function drawCompany({ number, draw, newId }: Turn): { submission: KybSubmission; searched: object[] } {
  const [form, country] = draw(FORMS);
  const legal_name = `${draw(PLACES)} ${draw(TRADES)} ${number} ${form}`;
  const director = {
    id: newId('per'),
    first_name: draw(FIRST_NAMES),
    last_name: draw(LAST_NAMES),
    role: 'director' as const,
  };
  const owner = {
    id: newId('per'),
    first_name: draw(FIRST_NAMES),
    last_name: draw(LAST_NAMES),
    ownership_percent: 100,
  };
  const people = [director, owner].map(({ id, first_name, last_name }) => ({
    party: id,
    name: `${first_name} ${last_name}`,
  }));
  return {
    submission: {
      company: { legal_name, country, registration_number: `R ${number}`, address: { city: draw(PLACES), country } },
      representatives: [director],
      ubos: [owner],
      documents: [],
      metadata: { internal_ref: referenceOf(number) },
    },
    searched: [
      {
        party: 'company',
        source: 'submitted',
        name: legal_name,
        query: { name: legal_name, type: 'entity', countries: [country] },
      },
      ...people.map(({ party, name }) => ({ party, source: 'submitted', name, query: { name, type: 'person' } })),
    ],
  };
}

/** Such as `CASE-000042`. */
function referenceOf(number: number): string {
  return `CASE-${String(number).padStart(6, '0')}`;
}

function drawDate(draw: Draw): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Array.from({ length: 28 }, (_, i) => i + 1);
  return `19${draw([50, 62, 74, 81, 88, 93, 99])}-${two(draw(days.slice(0, 12)))}-${two(draw(days))}`;
}

function drawReasons(outcome: Outcome, draw: Draw): Reason[] {
  if (outcome === 'completed') return [];
  const codes = new Set([draw(CODES), draw(CODES), ...(draw([true, false]) ? [draw(CODES)] : [])]);
  const severity = outcome === 'failed' ? 'fail' : 'review';
  return [...codes].map((code) => ({ ...makeFinding(code), check: 'validity', severity }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, count] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name a folder: node test/support/many-records.ts <folder> <count>');
  const env = { CUSTOS_DATA_DIR: join(folder, 'data'), CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key') };
  const ids = fillDataFolder(
    loadConfig(env, () => null),
    { count: Number(count ?? 100_000) },
  );
  process.stdout.write(`${ids.length} records in ${env.CUSTOS_DATA_DIR}\n`);
}
