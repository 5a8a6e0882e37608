import { isAbsolute, join, normalize } from 'node:path';
import { invalidCommand } from '../io.ts';
import { HIDDEN_FOLDERS, PLACES, UNIT_NAME } from './places.ts';
import { type Choices, readSettings, type ServiceSettings, settingsWith } from './settings-file.ts';
import type { Step } from './steps.ts';
import { CREDENTIALS_FROM, drawUnit } from './unit.ts';

/** What the installation of the service depends on. */
export interface InstallFacts {
  /** The folder of the headless installation. */
  home: string;
  choices: Choices;
  /** The version of systemd, such as 252. */
  systemd: number;
  /** Whether the service's user exists. */
  hasUser: boolean;
  /** The text of the settings file; null if there is none. */
  settings: string | null;
  hasMasterKey: boolean;
  /** Whether the data folder holds keys, which need their original master key. */
  hasData: boolean;
}

const { user, settings: settingsPath, settingsFolder, data, masterKey, unit, command } = PLACES;

/** Returns the steps that install and start, or restart, the service, in order. Throws `invalid_command`. */
export function planInstall(facts: InstallFacts): Step[] {
  const { home, choices, hasMasterKey, hasData } = facts;
  const both = `${user}:${user}`;
  const content = settingsWith(facts.settings, choices);
  const settings = readSettings(content);
  checkPassphrase(settings, facts.systemd);
  checkFolders(settings);
  const { dataDir, masterKeyFile, writable, network, passphraseFile } = settings;
  const unitText = drawUnit({
    program: join(home, 'custos'),
    systemd: facts.systemd,
    writable,
    network,
    passphraseFile,
  });
  // A data folder whose master key is lost gets no new one: it would open nothing and hide the fault.
  const putsKey = masterKeyFile === masterKey && (hasMasterKey || !hasData);
  return [
    ...(facts.hasUser ? [] : [makeUser()]),
    { kind: 'folder', path: settingsFolder, mode: 0o750, owner: `root:${user}` },
    { kind: 'file', path: settingsPath, mode: 0o640, owner: `root:${user}`, content },
    { kind: 'folder', path: dataDir, mode: 0o700, owner: both },
    ...(putsKey ? [{ kind: 'key' as const, path: masterKey, owner: both }] : []),
    { kind: 'file', path: unit, mode: 0o644, owner: 'root:root', content: unitText },
    { kind: 'link', path: join(home, 'custos.env'), target: settingsPath },
    { kind: 'link', path: command, target: join(home, 'custos') },
    systemctl('daemon-reload'),
    systemctl('enable', UNIT_NAME),
    systemctl('restart', UNIT_NAME),
  ];
}

/** Returns the steps that uninstall the service, even after a partial uninstallation. Data, keys, settings and user stay. */
export function planUninstall(home: string, hasUnit: boolean): Step[] {
  return [
    ...(hasUnit ? [systemctl('disable', '--now', UNIT_NAME)] : []),
    { kind: 'remove', path: unit },
    systemctl('daemon-reload'),
    { kind: 'unlink', path: join(home, 'custos.env'), target: settingsPath },
    { kind: 'unlink', path: command, target: join(home, 'custos') },
  ];
}

function makeUser(): Step {
  const args = ['--system', '--user-group', '--home-dir', data, '--no-create-home', '--shell', '/usr/sbin/nologin'];
  return { kind: 'run', program: 'useradd', args: [...args, user] };
}

const systemctl = (...args: string[]): Step => ({ kind: 'run', program: 'systemctl', args });

/** Throws `invalid_command` if the settings name a folder that the unit hides from the service, or that is emptied when it stops. */
function checkFolders({ dataDir, masterKeyFile, writable }: ServiceSettings): void {
  for (const path of [dataDir, ...writable, ...(masterKeyFile === null ? [] : [masterKeyFile])]) {
    const what = `${settingsPath} contains the path ${path},`;
    if (!isAbsolute(path) || normalize(path) !== path) {
      throw invalidCommand(
        `${what} which is not an absolute path. Use a path that starts at the root, without "." and "..".`,
      );
    }
    const hidden = HIDDEN_FOLDERS.find((folder) => `${path}/`.startsWith(`${folder}/`));
    if (hidden === undefined) continue;
    throw invalidCommand(
      `${what} which the service cannot see because ${hidden} is hidden from it. Choose another place, such as a folder in /srv or /mnt.`,
    );
  }
}

function checkPassphrase({ passphraseFile, masterKeyFile }: ServiceSettings, systemd: number): void {
  if (passphraseFile === null) return;
  if (!passphraseFile.startsWith('/')) {
    throw invalidCommand('--passphrase-file takes an absolute path that starts at the root.');
  }
  if (systemd < CREDENTIALS_FROM) {
    throw invalidCommand(
      `--passphrase-file needs systemd ${CREDENTIALS_FROM}, and this is ${systemd}. Leave it out: Custos then stores the master key in a file.`,
    );
  }
  if (masterKeyFile !== null) {
    throw invalidCommand(
      `${settingsPath} already sets a key file. Remove its line CUSTOS_MASTER_KEY_FILE first, or leave out --passphrase-file.`,
    );
  }
}
