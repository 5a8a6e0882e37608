import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplianceProcess } from '../support/appliance-process.ts';
import { createClient } from '../support/verification-client.ts';
import { DEMO_LIST } from './cases.ts';

/** Imports the fictitious watchlist: a verification passes only with a fresh list. */
export async function loadDemoList(appliance: ApplianceProcess): Promise<void> {
  const path = join(appliance.folder, 'demo-list.csv');
  writeFileSync(path, DEMO_LIST);
  await createClient(appliance.base, appliance.key).importList(path, 'demo', 'Fictitious list of the demonstration');
}
