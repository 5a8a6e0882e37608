import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { headOf, nativeOf, runsOn } from './natives.ts';
import { PackageError } from './package-error.ts';
import { nameOf, type Target } from './targets.ts';

/** electron-builder's name of each fuse (`electronFuses` of electron-builder.yml), and its position in the wire. */
export const FUSES = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
} as const;

export type FuseName = keyof typeof FUSES;
export type FuseSettings = Readonly<Record<FuseName, boolean>>;

/** The values of a fuse in the wire: the characters `0` and `1` (`FuseState` of @electron/fuses); anything else is not a setting. */
const STATES = new Map<number | undefined, boolean>([
  [0x30, false],
  [0x31, true],
]);

/** Returns the settings of a configuration. Throws `PackageError` if one is missing: Electron's own default is never relied on. */
export function fuseSettings(configured: Readonly<Record<string, unknown>> | null | undefined): FuseSettings {
  const open = fuseNames().filter((name) => typeof configured?.[name] !== 'boolean');
  if (open.length > 0) throw new PackageError(`electronFuses of electron-builder.yml leaves open: ${open.join(', ')}.`);
  return Object.fromEntries(fuseNames().map((name) => [name, configured?.[name]])) as FuseSettings;
}

/** Sets the fuses of the program at `path`, and reads them back. Throws `PackageError` if one did not change. */
export async function setFuses(path: string, settings: FuseSettings): Promise<void> {
  await flipFuses(path, {
    version: FuseVersion.V1,
    ...Object.fromEntries(fuseNames().map((name) => [FUSES[name], settings[name]])),
  });
  const states = await readFuses(path);
  const wrong = fuseNames().filter((name) => states[name] !== settings[name]);
  if (wrong.length > 0) throw new PackageError(`These fuses of ${path} are not set: ${wrong.join(', ')}.`);
}

/** Returns the fuses of the program at `path`; null: this version of Electron has removed the fuse, or does not have it. */
export async function readFuses(path: string): Promise<Record<FuseName, boolean | null>> {
  const wire = (await getCurrentFuseWire(path)) as Partial<Record<number, number>>;
  return Object.fromEntries(fuseNames().map((name) => [name, STATES.get(wire[FUSES[name]]) ?? null])) as Record<
    FuseName,
    boolean | null
  >;
}

/** Throws `PackageError` if the program at `path` is for another system than `target`. */
export function checkProgram(path: string, target: Target): void {
  const native = nativeOf(headOf(path));
  if (native !== null && runsOn(native, target)) return;
  throw new PackageError(
    `The Electron program ${path} is not for ${nameOf(target)}. Unpack the program for that system.`,
  );
}

function fuseNames(): FuseName[] {
  return Object.keys(FUSES) as FuseName[];
}
