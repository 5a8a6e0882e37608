/** Where a service of this machine keeps its parts. Fixed, so that every installation is found at the same places. */
export const PLACES = {
  user: 'custos',
  unit: '/etc/systemd/system/custos.service',
  settingsFolder: '/etc/custos',
  settings: '/etc/custos/custos.env',
  masterKey: '/etc/custos/master.key',
  data: '/var/lib/custos',
  command: '/usr/local/bin/custos',
} as const;

/** The unit's name for systemctl. */
export const UNIT_NAME = 'custos.service';

/** What the unit hides from the service (`ProtectHome`, `PrivateTmp`): the last two are emptied when it stops. */
export const HIDDEN_FOLDERS = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'] as const;

/** Whom a service may speak to: this machine alone, addresses that no other network routes to, or any. */
export const NETWORKS = ['loopback', 'local', 'any'] as const;
export type Network = (typeof NETWORKS)[number];
