/** Source folders whose files go into the package: code is compiled, everything else copied. */
export const SOURCE_FOLDERS = ['main', 'server', 'models'] as const;

/** Files in those folders that are not packaged. */
const LEFT_OUT = [
  // The launcher of a clone, and the packaging code.
  /^main\/(?:launch|package)\//,
  /^main\/[^/]+\.mjs$/,
  // The package has the models next to the program; these are only their lists and Custos' own small nets.
  /^models\/(?:weights|mrz\/train)\//,
  /^models\/[^/]+\.mjs$/,
  // The sources of the kernels.
  /^models\/kernels\/(?:assembly\/|build\.mjs$|functions\.d\.mts$)/,
  // For readers of the sources, and the sources of icons.
  /\.md$/,
  /^main\/.*\.svg$/,
];

/** How a source file gets into the compiled tree. */
export type Passage = 'compiled' | 'copied' | 'left_out';

/**
 * Returns how a file gets into the compiled tree.
 * @param path from the project's folder, with `/` between folders
 */
export function passageOf(path: string): Passage {
  if (LEFT_OUT.some((pattern) => pattern.test(path))) return 'left_out';
  return path.endsWith('.ts') ? 'compiled' : 'copied';
}

/** The parts of package.json that the compiled tree needs. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
}

/** Returns the package.json of the compiled tree: its description, its entry, and its dependencies. */
export function appManifest({ name, version, description, license, dependencies }: Manifest): object {
  return {
    name,
    productName: 'Custos',
    version,
    description,
    author: 'Custos',
    // A Debian package must name a homepage, and Custos has none on the Internet: no one can own this one (RFC 2606).
    homepage: 'https://custos.invalid/',
    license,
    private: true,
    type: 'module',
    main: 'main/main.js',
    dependencies,
  };
}
