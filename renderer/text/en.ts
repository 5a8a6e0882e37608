import { reasonNames } from '../../server/vocabulary/reason-names/en.ts';
import { access } from './en/access.ts';
import { capture } from './en/capture.ts';
import { common } from './en/common.ts';
import { company } from './en/company.ts';
import { create } from './en/create.ts';
import { figures } from './en/figures.ts';
import { findings } from './en/findings.ts';
import { hub } from './en/hub.ts';
import { lists } from './en/lists.ts';
import { policy } from './en/policy.ts';
import { record } from './en/record.ts';
import { securityLog } from './en/security-log.ts';
import { system } from './en/system.ts';
import { trust } from './en/trust.ts';
import { webhooks } from './en/webhooks.ts';
import { words } from './en/words.ts';

/** The English texts, which define the keys for every language. */
export const en = {
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
} as const;

export type Texts = Readonly<Record<keyof typeof en, string>>;
