import type { Texts } from './en.ts';
import { access } from './fr/access.ts';
import { alerts } from './fr/alerts.ts';
import { common } from './fr/common.ts';
import { company } from './fr/company.ts';
import { create } from './fr/create.ts';
import { desktop } from './fr/desktop.ts';
import { findings } from './fr/findings.ts';
import { lists } from './fr/lists.ts';
import { policy } from './fr/policy.ts';
import { queue } from './fr/queue.ts';
import { reasons } from './fr/reasons.ts';
import { record } from './fr/record.ts';
import { screening } from './fr/screening.ts';
import { setup } from './fr/setup.ts';
import { shell } from './fr/shell.ts';
import { system } from './fr/system.ts';
import { webhooks } from './fr/webhooks.ts';
import { words } from './fr/words.ts';

/** The French texts. */
export const fr: Texts = {
  ...common,
  ...shell,
  ...queue,
  ...create,
  ...record,
  ...company,
  ...screening,
  ...lists,
  ...alerts,
  ...webhooks,
  ...access,
  ...policy,
  ...system,
  ...setup,
  ...desktop,
  ...words,
  ...findings,
  ...reasons,
};
