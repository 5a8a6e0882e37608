import { compareVersions } from './home.ts';
import { type Installer, type ProgramPart, type ProgramTree, packFault } from './manifest.ts';

/** The running program. */
export interface Here {
  version: string;
  platform: string;
  arch: string;
  /** The folder of a headless installation. */
  home: string | null;
  /** The desktop form of this program, which an installer of this kind updates; null: this is not a desktop app. */
  desktop: boolean;
}

/** What part of a program package applies to this machine. */
export type ProgramPlan =
  | { way: 'tree'; tree: ProgramTree }
  | { way: 'installer'; installers: Installer[] }
  /** A clone, which is updated the way it was built. */
  | { way: 'none' };

/** Throws `update_invalid` with `pack_same`, `pack_older`, `pack_too_far` or `pack_other_platform`. */
export function planProgram(program: ProgramPart, here: Here): ProgramPlan {
  const { to, least } = program.version;
  const order = compareVersions(to, here.version);
  if (order === 0) throw packFault('pack_same', `it contains version ${to}, which is already installed`);
  if (order < 0) throw packFault('pack_older', `it contains version ${to}, which is older than ${here.version}`);
  if (compareVersions(here.version, least) < 0) {
    throw packFault('pack_too_far', `it requires version ${least} or later, and this is ${here.version}`);
  }
  const isHere = (it: { platform: string; arch: string }): boolean =>
    it.platform === here.platform && it.arch === here.arch;
  const tree = program.trees.find(isHere);
  const installers = program.installers.filter(isHere);
  if (!tree && installers.length === 0) {
    throw packFault('pack_other_platform', `it contains no program for this machine (${here.platform}, ${here.arch})`);
  }
  if (here.home !== null) {
    if (tree) return { way: 'tree', tree };
    throw packFault('pack_other_platform', 'it contains only the desktop app, and this is a headless installation');
  }
  if (here.desktop) {
    if (installers.length > 0) return { way: 'installer', installers };
    throw packFault('pack_other_platform', 'it contains only the headless program, and this is the desktop app');
  }
  return { way: 'none' };
}
