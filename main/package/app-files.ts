/** Folders of sources whose files go into the package: code compiled, all else as it lies there. */
export const SOURCE_FOLDERS = ['main', 'server', 'models'] as const;

/** What stands in those folders and has no part in a package. */
const LEFT_OUT = [
  // The launcher of a clone, and what makes packages.
  /^main\/(?:launch|package)\//,
  /^main\/[^/]+\.mjs$/,
  // Models are carried beside the program; here are only their lists and the small nets of our own.
  /^models\/(?:weights|mrz\/train)\//,
  /^models\/[^/]+\.mjs$/,
  // What the kernels are compiled of.
  /^models\/kernels\/(?:assembly\/|build\.mjs$|functions\.d\.mts$)/,
  // For readers of the sources, and what icons are drawn of.
  /\.md$/,
  /^main\/.*\.svg$/,
];

/** How a source file gets into the compiled tree. */
export type Passage = 'compiled' | 'copied' | 'left_out';

/** @param path from the project's folder, with `/` between folders */
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

/** The package.json of the compiled tree: what it is, where it begins, and what it needs installed. */
export function appManifest({ name, version, description, license, dependencies }: Manifest): object {
  return {
    name,
    productName: 'Custos',
    version,
    description,
    author: 'Custos',
    // A Debian package must name one, and Custos has none on the Internet: this one can never be anybody's (RFC 2606).
    homepage: 'https://custos.invalid/',
    license,
    private: true,
    type: 'module',
    main: 'main/main.js',
    dependencies,
  };
}
