import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Debian's Chromium, unless the environment names another. */
export const CHROMIUM = process.env['CUSTOS_CHROMIUM'] ?? '/usr/bin/chromium';
export const hasChromium = (): boolean => existsSync(CHROMIUM);

/**
 * Opens `page` in Chromium, chooses a file with these bytes in its `#file` and writes `key` into its `#key`. Returns
 * the document afterwards. The browser has its own profile in `folder`.
 */
export async function readWithChromium(
  chromium: string,
  folder: string,
  { page, bytes, key }: { page: string; bytes: Uint8Array; key: string },
): Promise<string> {
  const choose = `<script type="module">
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (letter) => letter.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'bundle.zip'));
    document.querySelector('#key').value = '${key}';
    const input = document.querySelector('#file');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change'));
  </script></body>`;
  const path = join(folder, 'page.html');
  writeFileSync(
    path,
    page.replace('</body>', () => choose),
  );
  const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`];
  const wait = ['--virtual-time-budget=20000', '--dump-dom', `file://${path}`];
  const { stdout } = await promisify(execFile)(chromium, [...options, ...wait], { maxBuffer: 64 * 1024 * 1024 });
  // The document contains the chosen file too.
  return stdout.slice(0, stdout.indexOf('<script type="module">'));
}
