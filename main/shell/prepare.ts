import type { App, Protocol } from 'electron';
import { registerScheme } from './pages.ts';

/** As `appId` in electron-builder.yml: Windows shows notifications under the name of the program with this id. */
const APP_ID = 'com.custos.appliance';

/**
 * Switches of Chromium that stop its own network requests. The first two are in Electron's documentation, the rest are Chromium's for privacy; a
 * version ignores switches that it does not know. The server is a Node process, which none of them affects.
 */
export const SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  // No name resolves to an address, for any part of Chromium. The window needs only this machine.
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

/** Settings that must be made before Electron is ready. */
export function prepareApp({ app, protocol }: Unready): void {
  for (const [name, value] of SWITCHES) app.commandLine.appendSwitch(name, value);
  app.enableSandbox();
  app.setAppUserModelId(APP_ID);
  registerScheme(protocol);
  // Without a listener, Electron would choose the first certificate of the machine and reveal its owner.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}
