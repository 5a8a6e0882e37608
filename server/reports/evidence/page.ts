import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { besideModule } from '../../../models/threads/beside.ts';
import { assert } from '../../lib/assert.ts';

const ED25519 = '@noble/ed25519';

/**
 * Returns the page that verifies a bundle without a network or an appliance: one HTML file with all of its code, the
 * same files that the appliance runs. The page forbids the browser to load anything.
 */
export function verifyPage(): string {
  const ed25519 = readFileSync(createRequire(import.meta.url).resolve(ED25519), 'utf8');
  const [archive, verify] = [besideModule(import.meta.url, 'archive'), besideModule(import.meta.url, 'verify')];
  const verifier = inline(readSource(verify), archive, readSource(archive));
  const page = readSource(besideModule(import.meta.url, 'page-script'));
  const script = inline(inlinePackage(page, ED25519, ed25519), verify, verifier);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'">
<title>Verify a Custos evidence bundle</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
input[type=text] { width: 100%; font: inherit; }
table { border-collapse: collapse; margin-top: 1rem; }
td { padding: 0.2rem 1rem 0.2rem 0; vertical-align: top; overflow-wrap: anywhere; }
.holds { color: #0a5c1f; }
.fails { color: #a30000; font-weight: bold; }
</style>
</head>
<body>
<h1>Verify an evidence bundle</h1>
<p>Choose the ZIP file that contains this page. Nothing leaves this computer, and no network is needed.</p>
<p><label>Bundle <input type="file" id="file" accept=".zip,application/zip"></label></p>
<p><label>The public key that the institution gave you, or its fingerprint. Without it, this page only shows that the bundle is unchanged since it was signed, not who signed it.
<input type="text" id="key" autocomplete="off" spellcheck="false"></label></p>
<p>The page in a forged bundle can show a false result. Use this page from a bundle that you trust, or run <code>custos evidence verify</code>.</p>
<p id="verdict" role="status">No bundle is chosen.</p>
<table><tbody id="lines"></tbody></table>
<script type="module">
${script}
</script>
</body>
</html>
`;
}

/** Returns a source file in a form that a browser can run; files of packages are JavaScript already. */
function readSource(url: URL): string {
  const source = readFileSync(url, 'utf8');
  return url.pathname.endsWith('.ts') ? stripTypes(source) : source;
}

function stripTypes(source: string): string {
  const { emitWarning } = process;
  // Node warns on standard error that this function may change in a later version. The version is pinned (ADR 1).
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Replaces a module's name with its text, whatever its extension. */
function inline(source: string, { pathname }: URL, module: string): string {
  return inlinePackage(source, `./${pathname.slice(pathname.lastIndexOf('/') + 1)}`, module);
}

/** Throws if no code imports `specifier`: the page would include it for nothing. */
function inlinePackage(source: string, specifier: string, module: string): string {
  const asked = `from '${specifier}'`;
  assert(source.includes(asked), `a source of the page imports no ${specifier}`);
  const url = `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
  return source.replace(asked, () => `from '${url}'`);
}
