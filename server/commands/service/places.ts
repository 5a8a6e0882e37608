/** The paths of the service's parts. They are fixed, so every installation has the same paths. */
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

/** The folders that the unit hides from the service (`ProtectHome`, `PrivateTmp`). The last two are emptied when it stops. */
export const HIDDEN_FOLDERS = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'] as const;

/** What the service may connect to: this machine only, private addresses, or anything. */
export const NETWORKS = ['loopback', 'local', 'any'] as const;
export type Network = (typeof NETWORKS)[number];
