import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled.ts';
import { licencesText, readLicence } from './licences.ts';
import type { Modules } from './modules.ts';
import { lockedBom, packedBom, type WeightEntry } from './sbom.ts';

export const LICENCES_FILE = 'THIRD-PARTY-LICENCES.txt';
export const BOM_FILE = 'sbom.cdx.json';

/**
 * Writes the documents about a package's parts into `folder`: the licences of all packages in it, and its bill of
 * materials (CycloneDX). Includes the console's packages, although they are built into it.
 *
 * @param root the project's folder
 * @param modules the packages that are packed
 * @param folder the target folder
 * @param electron version of Electron in the package; null if it has none
 * @throws PackageError if a licence is not allowed
 */
export function writePapers(root: string, modules: Modules, folder: string, electron: string | null): void {
  const bundled = bundledPackages(root).map((name) => join(root, 'node_modules', name));
  const licensed = [...modules.packages.map(({ path }) => join(modules.root, path)), ...bundled].map(readLicence);
  const { files } = JSON.parse(readFileSync(join(root, 'models/weights.json'), 'utf8')) as { files: WeightEntry[] };
  const bom = packedBom(lockedBom(root), {
    packages: new Map(licensed.map(({ name, version, licence }) => [`${name}@${version}`, licence])),
    weights: files,
    electron,
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, LICENCES_FILE), licencesText(licensed));
  writeFileSync(join(folder, BOM_FILE), `${JSON.stringify(bom, null, 1)}\n`);
}
