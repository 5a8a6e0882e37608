/** What the bundle's page does in a browser. `page.ts` inlines it; the appliance itself never runs it. */
import { verifyAsync } from '@noble/ed25519';
import { type BundleVerdict, verifyBundle } from './verify.ts';

const TOOLS = {
  sha256: async (bytes: Uint8Array<ArrayBuffer>) => hexOf(await crypto.subtle.digest('SHA-256', bytes)),
  isSigned: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) =>
    verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false),
};

const input = document.querySelector<HTMLInputElement>('#file');
const expected = document.querySelector<HTMLInputElement>('#key');
const verdictLine = document.querySelector('#verdict');
const table = document.querySelector('#lines');
let last: BundleVerdict | null = null;

input?.addEventListener('change', async () => {
  const [file] = input.files ?? [];
  if (file) await verify(file).catch(showFailure);
});
expected?.addEventListener('input', () => void showVerdict());

async function verify(file: File): Promise<void> {
  last = await verifyBundle(new Uint8Array(await file.arrayBuffer()), TOOLS);
  const rows = last.lines.map(({ what, holds, note }) => {
    const row = document.createElement('tr');
    row.className = holds ? 'holds' : 'fails';
    for (const text of [holds ? 'valid' : 'REFUSED', what, note]) {
      const cell = document.createElement('td');
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  });
  table?.replaceChildren(...rows);
  await showVerdict();
}

/** An old browser, a page opened over plain HTTP, or a file too large for the browser: no result. */
function showFailure(error: unknown): void {
  last = null;
  table?.replaceChildren();
  if (!verdictLine) return;
  verdictLine.className = 'fails';
  verdictLine.textContent = `NOT VERIFIED: this browser could not check the file (${error}). Open this page from a file in a newer browser, or run custos evidence verify.`;
}

async function showVerdict(): Promise<void> {
  if (!last || !verdictLine) return;
  const wanted = (expected?.value ?? '').replace(/\s/g, '').toLowerCase();
  const { holds, publicKey, about } = last;
  const fingerprint = publicKey === null ? '' : await fingerprintOf(publicKey);
  const isOther = wanted !== '' && wanted !== publicKey && wanted !== fingerprint.replace(/ /g, '');
  verdictLine.className = holds && !isOther ? 'holds' : 'fails';
  const made = about ? `${about.id}, made ${about.createdAt} by Custos ${about.applianceVersion}.` : '';
  const signer = publicKey === null ? '' : `Signed by the key ${publicKey} (fingerprint ${fingerprint}).`;
  const outcome = !holds
    ? 'REFUSED: this bundle was changed after it was made.'
    : isOther
      ? 'REFUSED: the bundle is signed with a different key from the one you expect.'
      : wanted === ''
        ? 'The bundle is intact. Compare the key with the one that the institution gave you.'
        : 'The bundle is intact and signed with the key you expect.';
  verdictLine.textContent = [outcome, made, signer].filter(Boolean).join(' ');
}

async function fingerprintOf(publicKey: string): Promise<string> {
  const bytes = Uint8Array.from(publicKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = hexOf(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 32);
  return (digest.match(/.{4}/g) ?? []).join(' ');
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
