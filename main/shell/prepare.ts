import type { App, Protocol } from 'electron';
import { registerScheme } from './pages.ts';

/** As `appId` in electron-builder.yml: Windows shows notifications under the name of the program that has this id. */
const APP_ID = 'com.custos.appliance';

/**
 * Switches of Chromium that keep it from asking the world for anything. The first two stand in Electron's own documentation, the rest are
 * Chromium's for programs that must not speak of themselves; what a version no longer knows it passes over. The server is a Node process, to
 * which none of them applies.
 */
export const SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  // No name has an address: whatever part of Chromium asks for one gets none. The window needs this machine only.
  ['host-resolver-rules', 'MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE ::1 , EXCLUDE localhost'],
  ['no-proxy-server'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['disable-breakpad'],
  ['no-pings'],
];

type PreparedApp = Pick<App, 'enableSandbox' | 'on' | 'setAppUserModelId'> & {
  commandLine: Pick<App['commandLine'], 'appendSwitch'>;
};

interface Unready {
  app: PreparedApp;
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>;
}

/** What must be settled before Electron is ready. */
export function prepareApp({ app, protocol }: Unready): void {
  for (const [name, value] of SWITCHES) app.commandLine.appendSwitch(name, value);
  app.enableSandbox();
  app.setAppUserModelId(APP_ID);
  registerScheme(protocol);
  // Unheard, Electron would choose the first certificate of the machine, and tell who its owner is.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}
