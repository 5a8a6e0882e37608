import { NETWORKS, type Network, PLACES } from './places.ts';

/** Settings that name folders to which the appliance writes. */
const WRITTEN = [
  'CUSTOS_DATA_DIR',
  'CUSTOS_BACKUP_DIR',
  'CUSTOS_BACKUP_KEYS_DIR',
  'CUSTOS_LISTS_DIR',
  'CUSTOS_LISTS_INBOX',
];
/** Shapes the unit; otherwise only `lan/machine.ts` reads it. */
const NETWORK = 'CUSTOS_SERVICE_NETWORK';
const PASSPHRASE = 'CUSTOS_SERVICE_PASSPHRASE_FILE';

/** Changes to the current settings; undefined: unchanged. */
export interface Choices {
  network: Network | undefined;
  passphraseFile: string | undefined;
}

/** What the settings say about the unit. `writable`: the folders that they name, without the service's own. */
export interface ServiceSettings {
  network: Network;
  passphraseFile: string | null;
  masterKeyFile: string | null;
  dataDir: string;
  host: string | null;
  writable: string[];
}

/** Returns the text of the settings file: the current text, or that of a new service, with the changes. */
export function settingsWith(text: string | null, { network, passphraseFile }: Choices): string {
  const key = passphraseFile === undefined ? `CUSTOS_MASTER_KEY_FILE=${PLACES.masterKey}\n` : '';
  const begun =
    text ??
    `# Settings of the service, as lines of NAME=value without quotes. The manual lists all of them (Configuration).
# After a change, run "custos service install". It gives the service write access to the folders named here, and restarts it.
CUSTOS_DATA_DIR=${PLACES.data}
${key}${NETWORK}=loopback
`;
  const chosen = network === undefined ? begun : withLine(begun, NETWORK, network);
  return passphraseFile === undefined ? chosen : withLine(chosen, PASSPHRASE, passphraseFile);
}

/** Parses the file as the launcher does. An invalid network counts as the most restricted one. */
export function readSettings(text: string): ServiceSettings {
  const found = linesOf(text);
  const dataDir = found.get('CUSTOS_DATA_DIR') || PLACES.data;
  const written = WRITTEN.map((name) => found.get(name) ?? '').filter(
    (folder) => folder !== '' && folder !== PLACES.data,
  );
  return {
    network: NETWORKS.find((name) => name === found.get(NETWORK)) ?? 'loopback',
    passphraseFile: found.get(PASSPHRASE) || null,
    masterKeyFile: found.get('CUSTOS_MASTER_KEY_FILE') || null,
    dataDir,
    host: found.get('CUSTOS_HOST') || null,
    writable: [...new Set(written)],
  };
}

function linesOf(text: string): Map<string, string> {
  const lines = text.split('\n').map((line) => /^(CUSTOS_[A-Z_]*)=(.*)$/.exec(line));
  // The first value of a name wins, as in the launcher.
  return new Map(
    lines.flatMap((found): [string, string][] => (found ? [[found[1] ?? '', found[2] ?? '']] : [])).reverse(),
  );
}

function withLine(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const kept = text.split('\n').filter((it) => !it.startsWith(`${name}=`));
  return `${kept.join('\n').replace(/\n*$/, '\n')}${line}\n`;
}
