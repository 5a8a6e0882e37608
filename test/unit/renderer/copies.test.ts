import { expect, test } from 'vitest';
import { KINDS, ORDERS, STATUSES } from '../../../renderer/pages/queue/filter.ts';
import { STEPS } from '../../../renderer/pages/setup/steps.ts';
import { KYB_ROLES } from '../../../server/checks/kyb/types.ts';
import { screeningRequestSchema } from '../../../server/contract/screenings.ts';
import { searchRequestSchema } from '../../../server/contract/search.ts';
import { STATUSES as APPLIANCE_STATUSES } from '../../../server/contract/status.ts';
import { firstRunSchema } from '../../../server/contract/system-keys.ts';
import { identifierKinds } from '../../../server/lib/identifiers/kinds.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { TEXT_MAX } = await import('../../../renderer/pages/queue/filter-bar.tsx');
const { NOTE_CHARS_MAX } = await import('../../../renderer/pages/policy/page.tsx');
const { ROLES } = await import('../../../renderer/pages/create-company/people.tsx');
const { IDENTIFIER_KINDS, TYPES } = await import('../../../renderer/pages/screening/page.tsx');

const sorted = (values: readonly string[]): string[] => values.toSorted();

// The console knows only the types of the appliance, so it has lists of its own.
test('what the console lists by itself is what the appliance knows', () => {
  expect(sorted(STATUSES)).toEqual(sorted(APPLIANCE_STATUSES));
  const { kinds, order } = searchRequestSchema.shape;
  expect(sorted(KINDS)).toEqual(sorted(kinds.unwrap().element.options));
  expect(sorted(ORDERS)).toEqual(sorted(order.unwrap().options));
  const facts = ['object', 'done', 'dismissed'];
  expect(STEPS).toEqual(Object.keys(firstRunSchema.shape).filter((name) => !facts.includes(name)));
  expect(sorted(ROLES)).toEqual(sorted(KYB_ROLES));
  expect(sorted(TYPES)).toEqual(sorted(screeningRequestSchema.shape.type.unwrap().options));
  expect(IDENTIFIER_KINDS.filter((kind) => !(kind in identifierKinds))).toEqual([]);
});

test('what the console bounds by itself is bounded as the appliance does', () => {
  expect(TEXT_MAX).toBe(LIMITS.queueTextCharsMax);
  expect(NOTE_CHARS_MAX).toBe(LIMITS.noteCharsMax);
});
