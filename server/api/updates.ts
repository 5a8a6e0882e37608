import type { Appliance } from '../appliance/appliance.ts';
import type { UpdatePackAnswer, UpdatesAnswer, UpdateTakenAnswer, updateRoutes } from '../contract/updates.ts';
import { fileWithin } from '../datasets/named-file.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ChosenPack } from '../updates/chosen.ts';
import { planProgram } from '../updates/plan.ts';
import { fingerprintOf } from '../updates/trusted-keys.ts';
import type { Updates } from '../updates/updates.ts';
import type { Call } from './call.ts';
import { receiveDatasetForm } from './dataset-form.ts';
import { acceptanceOf } from './datasets.ts';
import type { Handlers } from './mount.ts';

type Deps = Pick<Appliance, 'db' | 'audit' | 'config' | 'uploads' | 'updates' | 'chosenUpdate'>;

/** Routes to inspect and apply an update package. An update changes the appliance for both modes, so a test key has no access. */
export function updateHandlers(deps: Deps): Handlers<typeof updateRoutes> {
  const { config, updates, chosenUpdate: chosen } = deps;
  return {
    getUpdates: () => present(deps, chosen.current()),
    async chooseUpdatePack(call) {
      const pack = call.req.is('application/json')
        ? await chosen.name(await fileWithin(config.listsDir, call.body.path, 'path'))
        : await receive(deps, call, chosen.keep);
      noteChosen(deps, pack, call.actor);
      return presentPack(deps, pack);
    },
    discardUpdatePack: (call) => chosen.discard(call.id),
    applyUpdatePack(call) {
      const order = call.body;
      return take(updates, chosen.get(call.id), order, call.actor);
    },
  };
}

/** Receives an update package. The uploaded file is removed from the uploads folder afterwards, whatever the outcome. */
async function receive(
  { uploads }: Deps,
  { req, res }: Call,
  keep: (path: string) => Promise<ChosenPack>,
): Promise<ChosenPack> {
  const upload = uploads.begin();
  try {
    const order = { filesMax: 1, fileSizeBytesMax: LIMITS.updatePackBytesMax, fields: [], readFields: () => ({}) };
    const { files } = await receiveDatasetForm(req, res, upload, order);
    return await keep(files[0]?.path ?? '');
  } finally {
    await upload.discard();
  }
}

function noteChosen({ db, audit }: Deps, { manifest, sizeBytes }: ChosenPack, actor: string): void {
  const details = { bytes: sizeBytes };
  transact(db, () => audit.append({ actor, action: 'update.chosen', subjectId: manifest.id, details }));
}

async function take(
  updates: Updates,
  { path, manifest }: ChosenPack,
  order: { parts: readonly string[]; accept_smaller?: boolean; allow_older?: boolean },
  actor: string,
): Promise<UpdateTakenAnswer> {
  using pack = await updates.open(path);
  // Other programs may replace the named file in its folder.
  if (pack.manifest.id !== manifest.id) {
    throw new AppError('state_conflict', 'The package at this path has changed since you chose it. Choose it again.');
  }
  const wants = (part: string): boolean => order.parts.includes(part);
  if (wants('program') && !updates.here.desktop) {
    throw new AppError(
      'state_conflict',
      'This installation updates its program with a command. Run the command given in the package.',
    );
  }
  const parts = { lists: wants('lists'), languages: wants('languages') };
  const nothing = { lists: [], languages: [] };
  const taken = parts.lists || parts.languages ? await updates.take(pack, parts, acceptanceOf(order), actor) : nothing;
  return {
    object: 'update_taken',
    lists: taken.lists.map(({ code, entries }) => ({ code, entries })),
    languages: taken.languages,
    program: wants('program') ? await updates.handOver(pack, actor) : null,
  };
}

function present(deps: Deps, chosen: ChosenPack | null): UpdatesAnswer {
  const { updates, config } = deps;
  const last = updates.result();
  return {
    object: 'updates',
    version: updates.here.version,
    trusted: updates.publicKeys().map(fingerprintOf),
    languages: updates.languages().map(({ code, madeAt }) => ({
      code,
      made_at: madeAt,
      used: config.languages.includes(code),
    })),
    last: last && {
      from: last.from,
      to: last.to,
      outcome: last.outcome,
      reason: last.reason,
      ended_at: isoTime(last.endedAtMs),
    },
    pack: chosen && presentPack(deps, chosen),
  };
}

function presentPack(deps: Deps, chosen: ChosenPack): UpdatePackAnswer {
  const { manifest, signedBy, sizeBytes } = chosen;
  const sum = (files: readonly { size: number }[]): number => files.reduce((bytes, { size }) => bytes + size, 0);
  return {
    id: manifest.id,
    object: 'update_pack',
    made_at: manifest.made_at,
    signed_by: fingerprintOf(signedBy),
    size_bytes: sizeBytes,
    program: presentProgram(deps.updates, chosen),
    lists: manifest.lists.map(({ code, name, files }) => ({ code, name, size_bytes: sum(files) })),
    languages: manifest.languages.map(({ code, file }) => ({ code, size_bytes: file.size })),
  };
}

function presentProgram({ here }: Updates, { path, manifest }: ChosenPack): UpdatePackAnswer['program'] {
  const { program } = manifest;
  if (!program) return null;
  try {
    const { way } = planProgram(program, here);
    const command = way === 'tree' ? `sudo ${quoted(`${here.home}/custos`)} update apply ${quoted(path)}` : null;
    const said = { tree: 'command', installer: 'hand_over', none: 'none' } as const;
    return { ...program.version, way: said[way], command, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...program.version, way: 'none', command: null, problem: error.message };
  }
}

/** Quotes a file name for a shell, so the name cannot run commands as root. */
const quoted = (name: string): string => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`);
