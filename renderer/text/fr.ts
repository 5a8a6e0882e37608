import { reasonNames } from '../../server/vocabulary/reason-names/fr.ts';
import type { Texts } from './en.ts';
import { access } from './fr/access.ts';
import { capture } from './fr/capture.ts';
import { common } from './fr/common.ts';
import { company } from './fr/company.ts';
import { create } from './fr/create.ts';
import { figures } from './fr/figures.ts';
import { findings } from './fr/findings.ts';
import { hub } from './fr/hub.ts';
import { lists } from './fr/lists.ts';
import { policy } from './fr/policy.ts';
import { record } from './fr/record.ts';
import { securityLog } from './fr/security-log.ts';
import { system } from './fr/system.ts';
import { trust } from './fr/trust.ts';
import { webhooks } from './fr/webhooks.ts';
import { words } from './fr/words.ts';

/** The French texts. */
export const fr: Texts = {
  ...common,
  ...create,
  ...capture,
  ...record,
  ...company,
  ...lists,
  ...trust,
  ...webhooks,
  ...access,
  ...policy,
  ...system,
  ...hub,
  ...securityLog,
  ...figures,
  ...words,
  ...reasonNames,
  ...findings,
};
