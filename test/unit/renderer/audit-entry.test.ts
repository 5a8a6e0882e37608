import { expect, it } from 'vitest';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();

it.each([
  ['scopes', 'kyc:read admin', 'Read verifications of people, Administer: keys, operators, webhooks, policy, system'],
  ['types', 'national_id:back passport', 'Identity card (back), Passport'],
  ['reason', 'failing', 'Turned off: no delivery succeeded for five days'],
  ['reason', 'by_hand', 'Turned off manually'],
  ['cause', 'retention', 'the retention period ended'],
  ['by', 'rerun', 'a person ran the checks again'],
  ['role', 'auditor', 'Auditor'],
  ['sessions_ended', 1200, '1,200'],
  ['list', 'eu_fsf', 'eu_fsf'],
])('a detail of the audit log is shown in words: %s %s', async (name, value, words) => {
  const { detailTexts } = await import('../../../renderer/pages/audit/page.tsx');
  expect(detailTexts({ [name]: value })[0]?.[1]).toBe(words);
});
