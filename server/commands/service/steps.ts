import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeKeyFile } from '../../vault/master-key.ts';
import { KEY_BYTES } from '../../vault/seal.ts';

/** One change to the machine. `owner` has the format of chown(1). */
export type Step =
  | { kind: 'run'; program: string; args: string[] }
  | { kind: 'folder'; path: string; mode: number; owner: string }
  | { kind: 'file'; path: string; mode: number; owner: string; content: string }
  | { kind: 'key'; path: string; owner: string }
  | { kind: 'link'; path: string; target: string }
  /** Removes this link; anything else at the path belongs to somebody else and stays. */
  | { kind: 'unlink'; path: string; target: string }
  | { kind: 'remove'; path: string };

/** How steps change the machine. Tests use their own folders, and programs that only record their calls. */
export interface Machine {
  /** The folder that stands for `/`. */
  root: string;
  /** Runs a program and returns its exit code and what it printed. */
  run(program: string, args: string[]): { code: number; output: string };
}

/** Only its owner may read the master key. */
const KEY_MODE = 0o600;

/** A step that failed, with what to do. */
export class StepFailure extends Error {
  override name = 'StepFailure';
}

/** Describes a step, as a person would type or say it. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'run':
      return [step.program, ...step.args].join(' ');
    case 'folder':
      return `folder ${step.path} (mode ${step.mode.toString(8)}, ${step.owner})`;
    case 'file':
      return `file ${step.path} (mode ${step.mode.toString(8)}, ${step.owner})`;
    case 'key':
      return `master key ${step.path}, created if missing (mode 600, ${step.owner})`;
    case 'link':
      return `link ${step.path} to ${step.target}`;
    case 'unlink':
      return `remove link ${step.path} to ${step.target}`;
    case 'remove':
      return `remove ${step.path}`;
  }
}

/** Runs a step. Running it again changes nothing. Throws `StepFailure`, or the file system's error. */
export function doStep(step: Step, machine: Machine): void {
  const at = (path: string): string => machine.root + path;
  if (step.kind === 'run') runOrThrow(machine, step.program, step.args);
  else if (step.kind === 'remove') rmSync(at(step.path), { force: true });
  else if (step.kind === 'link') putLink(at(step.path), step.target);
  else if (step.kind === 'unlink') takeLinkAway(at(step.path), step.target);
  else if (step.kind === 'folder') putFolder(step, at(step.path), machine);
  else putOwned(step, at(step.path), machine);
}

/**
 * The folder may be inside one of the service's own folders, where the service could replace it with a link. So root does not change the owner of a
 * folder that others link to, and follows no link.
 */
function putFolder({ mode, owner }: Extract<Step, { kind: 'folder' }>, path: string, machine: Machine): void {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() && link.uid !== 0) {
    throw new StepFailure(`${path} is a link that a user other than root created. Replace it with a folder.`);
  }
  if (link === undefined) mkdirSync(path, { recursive: true, mode });
  const folder = realpathSync(path);
  if (!lstatSync(folder).isDirectory())
    throw new StepFailure(`${path} is not a folder. Move it away, then run the command again.`);
  runOrThrow(machine, 'chown', ['-h', owner, folder]);
  const file = openSync(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  fchmodSync(file, mode);
  closeSync(file);
}

function putOwned(step: Extract<Step, { kind: 'file' | 'key' }>, path: string, machine: Machine): void {
  // An existing key, such as one restored from a copy, stays, and the service becomes its owner.
  if (step.kind === 'file') putFile(path, step.content);
  else if (!existsSync(path)) writeKeyFile(path, randomBytes(KEY_BYTES));
  runOrThrow(machine, 'chown', [step.owner, path]);
  chmodSync(path, step.kind === 'key' ? KEY_MODE : step.mode);
}

function runOrThrow({ run }: Machine, program: string, args: string[]): void {
  const { code, output } = run(program, args);
  if (code !== 0) {
    throw new StepFailure(`"${[program, ...args].join(' ')}" failed (${code}): ${output.trim() || 'no output'}`);
  }
}

/** Writes the whole file or leaves it unchanged. Nobody else can read it before it has its mode. */
function putFile(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${path}.new`, path);
}

function takeLinkAway(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && readlinkSync(path) === target) rmSync(path);
}

function putLink(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && readlinkSync(path) === target) return;
  if (found && !found.isSymbolicLink()) {
    throw new StepFailure(`${path} already exists and is not a link. Move it away, then run the command again.`);
  }
  rmSync(path, { force: true });
  symlinkSync(target, path);
}
