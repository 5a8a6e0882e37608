import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type AfterPackContext, Arch, build, Platform } from 'electron-builder';
import { electronVersion } from './electron-dist.ts';
import { checkProgram, fuseSettings, setFuses } from './fuses.ts';
import { modulesFor } from './modules.ts';
import { PackageError } from './package-error.ts';
import { writePapers } from './papers.ts';
import { STAGE_FOLDER, stageTree } from './stage.ts';
import { nameOf, type Target } from './targets.ts';

/** The options of one run. */
export interface PackOrder {
  /** The project's folder. */
  root: string;
  target: Target;
  /** A folder with Electron's program for the target, or a substitute. */
  electronDist: string;
  /** Only make the folder, no installers. */
  folderOnly: boolean;
  /** The folder for packages; default: from electron-builder.yml. */
  output?: string;
  /** The folder for the staged tree; default: in the project's folder. */
  stage?: string;
  /** The compiled tree; by default that of the project's folder, rebuilt if it is stale. */
  app?: string;
}

const PLATFORMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };
const ARCHS = { x64: Arch.x64, arm64: Arch.arm64 };
/** The side of the application's icon in pixels; electron-builder makes every other size and format from it. */
const ICON_PX = 1024;

/**
 * Packs the desktop appliance for one system with electron-builder: stages the tree, writes its licence documents and
 * its icon, packs, sets the fuses.
 *
 * @returns paths of the packages
 * @throws PackageError with a sentence for a person
 */
export async function packDesktop(order: PackOrder): Promise<string[]> {
  const { root, target, electronDist, folderOnly, output } = order;
  const stage = order.stage ?? join(root, STAGE_FOLDER, nameOf(target));
  const { folder } = stageTree(root, target, stage, order.app);
  const resources = `${stage}-resources`;
  rmSync(resources, { recursive: true, force: true });
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, 'icon.png'), await appIconPng(root));
  const papers = join(resources, 'papers');
  writePapers(root, modulesFor(root, target), papers, electronVersion(root));
  const packing = build({
    targets: PLATFORMS[target.platform].createTarget(folderOnly ? 'dir' : null, ARCHS[target.arch]),
    projectDir: root,
    config: {
      directories: { app: folder, buildResources: resources, ...(output === undefined ? {} : { output }) },
      electronDist,
      extraResources: [
        { from: join(root, 'models', 'weights'), to: 'weights' },
        { from: papers, to: '.' },
      ],
      afterPack: (context: AfterPackContext) => afterPack(context, target),
    },
  });
  return packing.catch(explainFailure);
}

/** Returns the console's own icon. Does not use sharp: in a process that decodes pictures it has no SVG loader. */
async function appIconPng(root: string): Promise<Buffer> {
  const svg = readFileSync(join(root, 'renderer/styles/icon.svg'), 'utf8');
  const sized = svg.replace('<svg ', `<svg width="${ICON_PX}" height="${ICON_PX}" `);
  const canvas = createCanvas(ICON_PX, ICON_PX);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0);
  return canvas.toBuffer('image/png');
}

/** Errors from our own hook stay as they are; most others mean that a tool could not be downloaded. */
function explainFailure(cause: unknown): never {
  if (cause instanceof PackageError) throw cause;
  const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
  throw new PackageError(
    `electron-builder could not build the packages: ${reason}. It downloads its tools (7-Zip, NSIS, AppImage, fpm) when it first uses them: build once ` +
      'with a network, or copy its tools folder from another machine and set ELECTRON_BUILDER_CACHE to it.',
    { cause },
  );
}

/** Runs before anything is signed: the program must be for the right system, with the configured fuses. */
async function afterPack(context: AfterPackContext, target: Target): Promise<void> {
  const program = join(context.appOutDir, programOf(context));
  checkProgram(program, target);
  await setFuses(
    fusedFile(context),
    fuseSettings(context.packager.config.electronFuses as Record<string, unknown> | null),
  );
}

function programOf({ packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return `${productFilename}.app/Contents/MacOS/${productFilename}`;
  return electronPlatformName === 'win32' ? `${productFilename}.exe` : 'custos';
}

/** On macOS @electron/fuses takes the bundle and finds the framework in it. */
function fusedFile(context: AfterPackContext): string {
  const { appOutDir, packager, electronPlatformName } = context;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${packager.appInfo.productFilename}.app`);
  return join(appOutDir, programOf(context));
}
