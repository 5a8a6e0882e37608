import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { EngineVersion } from '../../../models/ports.ts';
import type { Appliance } from '../../appliance/appliance.ts';
import { type Calibration, calibrate, type LimitsMeasured } from '../../checks/calibration/calibrate.ts';
import { transact } from '../../db/transact.ts';
import { isoTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { readVersion } from '../../lib/version.ts';
import { type IdentityDeps, identityOfRecord } from '../../pipeline/duplicate-search.ts';
import { compareByModel } from '../../pipeline/face.ts';
import { renewFaces } from '../../pipeline/renew-faces.ts';
import { calibrationReport, rateText, TOO_FEW } from '../../reports/report/content/calibration.ts';
import { createReportDrawer } from '../../reports/report/drawer.ts';
import type { Report } from '../../reports/report/layout/blocks.ts';
import { noPictures } from '../../reports/report/report.ts';
import type { FaceIndex } from '../../verifications/duplicate-faces.ts';
import { reviewOf } from '../../verifications/review-store.ts';
import { getSubmission } from '../../verifications/store.ts';
import { type CommandIo, invalidCommand, misused } from '../io.ts';
import { type Gathered, peopleOfFolder } from './folder.ts';

export const FACES_USAGE = `custos faces calibrate FOLDER [--report FILE.pdf] [--apply]
custos faces calibrate --records [--report FILE.pdf] [--apply]
custos faces renew`;

const ACTOR = 'cli';
const NO_TEMPLATES = 'This appliance keeps no face templates. Set CUSTOS_DUPLICATE_FACES';
const PICTURES_TOLD_EVERY = 10;
const NOTE = 'Calibrated with pictures from this institution.';

/** `custos faces ...`: calibrates face comparison, and computes again the templates that another face model made. */
export async function facesCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'calibrate') return calibrateCommand(appliance, rest, io);
  if (action === 'renew' && rest.length === 0) return renewCommand(appliance, io);
  throw misused(FACES_USAGE);
}

async function renewCommand(appliance: Appliance, io: CommandIo): Promise<number> {
  const { registerSearch, faceIndex } = appliance;
  if (!faceIndex) throw invalidCommand(`${NO_TEMPLATES}.`);
  const deps = { ...appliance, faceIndex, registers: registerSearch, observeStep() {} };
  const { renewed, left } = await renewFaces(deps, (done, of) => io.err(`\r${done} of ${of} records`));
  transact(appliance.db, () =>
    appliance.audit.append({ actor: ACTOR, action: 'faces.renewed', subjectId: 'faces', details: { renewed, left } }),
  );
  io.out(
    `The face templates of ${renewed} records were recreated. The templates of ${left} records stay as they were and are not compared.\n`,
  );
  return 0;
}

/**
 * `custos faces calibrate`: measures how the faces of the site's own people compare, what the current thresholds achieve, and which thresholds
 * would keep the promised error rates. `--report` writes the result for an auditor. `--apply` saves the proposed thresholds as a new policy
 * version. Returns 1 if `--apply` finds nothing to propose.
 */
async function calibrateCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      records: { type: 'boolean', default: false },
      report: { type: 'string' },
      apply: { type: 'boolean', default: false },
    },
  });
  const [folder, ...more] = positionals;
  if (more.length > 0 || (folder !== undefined) === values.records) throw misused(FACES_USAGE);
  const source = folder === undefined ? 'records' : 'folder';
  const policy = appliance.policies.current();
  const { model } = appliance.engines.face;
  const gathered =
    folder === undefined ? await gatherRecords(appliance) : await gatherFolder(appliance, resolve(io.cwd, folder), io);
  if (gathered.people.length < 2 || !gathered.people.some(({ embeddings }) => embeddings.length > 1))
    throw invalidCommand(
      `Faces of ${gathered.people.length} people were found. Calibration needs at least two people, one of them with two pictures.`,
    );
  const { match_from, review_from } = policy.face;
  const compare = (a: ArrayLike<number>, b: ArrayLike<number>) => compareByModel(a, b, model);
  const calibration = await calibrate(gathered.people, compare, { match_from, review_from });
  print(calibration, { ...gathered, model }, io);
  const { people, pictures } = calibration;
  transact(appliance.db, () =>
    appliance.audit.append({
      actor: ACTOR,
      action: 'faces.calibrated',
      subjectId: `policy_${policy.version}`,
      details: { source, people, pictures },
    }),
  );
  if (values.report !== undefined) {
    const madeAt = isoTime(appliance.clock.now());
    const about = { madeAt, source, model, policy: policy.version, version: readVersion() } as const;
    await writeReport(calibrationReport(calibration, about), resolve(io.cwd, values.report), values.report);
    io.out(`Report: ${values.report}\n`);
  }
  return values.apply ? apply(appliance, calibration, policy.version, io) : 0;
}

function gatherRecords(appliance: Appliance): Promise<Gathered> {
  if (appliance.faceIndex) return peopleOfRecords(appliance, appliance.faceIndex, appliance.engines.face.model);
  throw invalidCommand(`${NO_TEMPLATES}, or give a folder with pictures.`);
}

async function gatherFolder({ engines, policies }: Appliance, folder: string, io: CommandIo): Promise<Gathered> {
  const gathered = await peopleOfFolder({ engines, policy: policies.current() }, folder, (done, of) => {
    if (done % PICTURES_TOLD_EVERY === 0 || done === of) io.err(`\r${done} of ${of} pictures`);
  });
  io.err('\n');
  return gathered;
}

function print(calibration: Calibration, { leftOut, model }: Gathered & { model: EngineVersion }, io: CommandIo): void {
  const { people, pictures, inForce, proposed } = calibration;
  io.out(`${pictures} pictures of ${people} people, compared with ${model.name}; ${leftOut} left out.\n`);
  io.out(`In force:\n${linesOf(inForce)}`);
  io.out(proposed ? `Proposed:\n${linesOf(proposed)}` : `No limits are proposed: ${TOO_FEW}\n`);
}

function linesOf({ limits, falseMatches, refused, reviewed }: LimitsMeasured): string {
  return [
    `  match from ${limits.match_from}, review from ${limits.review_from}`,
    `  strangers that match: ${rateText(falseMatches)}`,
    `  pairs of the same person that are refused: ${rateText(refused)}`,
    `  pairs of the same person that need review: ${rateText(reviewed)}`,
    '',
  ].join('\n');
}

async function writeReport(report: Report, path: string, name: string): Promise<void> {
  const file = await createReportDrawer().draw(report, noPictures());
  // The report is for the auditor and names no person; still only this user may read it.
  await writeFile(path, file, { mode: 0o600 }).catch((cause) => {
    throw new AppError('unreadable_file', `The file ${name} cannot be written. Check its path and permissions.`, cause);
  });
}

function apply({ policies }: Appliance, { proposed }: Calibration, basedOn: number, io: CommandIo): number {
  if (!proposed) {
    io.err(`Nothing was changed: ${TOO_FEW}\n`);
    return 1;
  }
  const { match_from, review_from } = proposed.limits;
  const changes = { 'face.match_from': match_from, 'face.review_from': review_from };
  const { version } = policies.change({ basedOn, note: NOTE, changes }, ACTOR);
  io.out(`Version ${version} of the policy has these limits and is now in force.\n`);
  return 0;
}

/**
 * Returns the people whom a reviewer approved, by their stored face templates: only with their consent, and only the newest record of each date of
 * birth, so a person who came twice counts once. Only templates of `model`, the current one.
 */
async function peopleOfRecords(deps: IdentityDeps, faceIndex: FaceIndex, model: EngineVersion): Promise<Gathered> {
  const gathered: Gathered = { people: [], leftOut: 0 };
  const births = new Set<string>();
  for (const { verificationId, embeddings } of await faceIndex.records(true, model)) {
    const birth = wasApproved(deps, verificationId) ? identityOfRecord(deps, verificationId, true).dob : null;
    if (birth === null || births.has(birth)) {
      gathered.leftOut += embeddings.length;
      continue;
    }
    births.add(birth);
    gathered.people.push({ embeddings });
    if (gathered.people.length * 2 >= LIMITS.calibrationPicturesMax) break;
  }
  return gathered;
}

function wasApproved(deps: IdentityDeps, id: string): boolean {
  const review = reviewOf(deps, id);
  if (review?.state !== 'decided' || (review.second ?? review.first)?.decision !== 'approve') return false;
  return getSubmission(deps, id, true)?.consent === true;
}
