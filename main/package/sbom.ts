import { execFileSync } from 'node:child_process';
import { PackageError } from './package-error.ts';

/** The parts of a CycloneDX component that are read or written (version 1.5 of the specification). */
export interface Component {
  type: string;
  'bom-ref': string;
  name: string;
  version: string;
  purl?: string;
  hashes?: readonly { alg: string; content: string }[];
  licenses?: readonly object[];
  scope?: string;
  properties?: readonly object[];
}

export interface Bom {
  $schema?: string;
  bomFormat: string;
  specVersion: string;
  version: number;
  serialNumber?: string;
  metadata: { component: Component; tools?: readonly object[]; lifecycles?: readonly object[]; timestamp?: string };
  components: readonly Component[];
  dependencies: readonly { ref: string; dependsOn?: readonly string[] }[];
}

/** A model file of `models/weights.json`. */
export interface WeightEntry {
  file: string;
  sha256: string;
  licence: string;
  version: string;
}

/** The content of a package. */
export interface Packed {
  /** The SPDX expression of each package's licence, by `name@version`. */
  packages: ReadonlyMap<string, string>;
  weights: readonly WeightEntry[];
  /** Version of Electron; null in a package without it. */
  electron: string | null;
}

/** Returns everything in package-lock.json, as npm describes it. @param root the project's folder */
export function lockedBom(root: string): Bom {
  const out = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
    shell: process.platform === 'win32',
  });
  return JSON.parse(out) as Bom;
}

/**
 * Returns the bill of materials of one package: the packed ones of npm's components, Electron, and the model files. It
 * has neither a time nor a random number, so packing twice makes the same file.
 *
 * @throws PackageError if something packed has no component
 */
export function packedBom(bom: Bom, { packages, weights, electron }: Packed): Bom {
  const components = bom.components.filter((one) => packages.has(idOf(one)));
  const found = new Set(components.map(idOf));
  const lost = [...packages.keys()].filter((id) => !found.has(id));
  if (lost.length > 0)
    throw new PackageError(`These packed packages are not in package-lock.json: ${lost.join(', ')}.`);
  const runtime = bom.components.filter((one) => electron !== null && idOf(one) === `electron@${electron}`);
  const kept = [...components, ...runtime].map(({ scope: _, properties: __, ...one }) => ({
    ...one,
    name: idOf(one).slice(0, idOf(one).lastIndexOf('@')),
    // The lock file does not have every licence; the installed package does.
    licenses: one.licenses?.length ? one.licenses : [{ expression: packages.get(idOf(one)) }],
    scope: 'required',
  }));
  const refs = new Set(kept.map((one) => one['bom-ref']));
  const root = bom.metadata.component['bom-ref'];
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === root || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const { component, tools = [] } = bom.metadata;
  return {
    ...(bom.$schema === undefined ? {} : { $schema: bom.$schema }),
    bomFormat: bom.bomFormat,
    specVersion: bom.specVersion,
    version: bom.version,
    metadata: { tools, component: { ...component, type: 'application', name: 'custos' } },
    components: [...kept, ...weights.map(weightComponent)],
    dependencies,
  };
}

function weightComponent({ file, sha256, licence, version }: WeightEntry): Component {
  return {
    type: 'machine-learning-model',
    'bom-ref': `weights/${file}`,
    name: file,
    version,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { name: licence } }],
  };
}

/** Returns the name and version of one of npm's components: the package's own name; `name` is that of an alias. */
function idOf({ 'bom-ref': ref }: Component): string {
  return ref;
}
