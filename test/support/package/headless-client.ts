import { DEMO_CASES } from '../../demo/cases.ts';
import { createClient } from '../verification-client.ts';

/**
 * `headless-client.ts BASE KEY verify`: verifies a person to the end and prints the outcome as JSON. `... begin`: creates a verification and ends as
 * soon as it is processing. It is a separate program because it runs in the appliance's network.
 */
const [base = '', key = '', action] = process.argv.slice(2);
const POLL_MS = 20;
const client = createClient(base, key);
const [demo] = DEMO_CASES;
if (demo === undefined) throw new Error('there is no specimen');
const id = await client.create(await demo.draw());
if (action === 'verify') {
  const { status, ocr } = await client.waitForResult(id);
  const page = await fetch(`${base}/`);
  const hasConsole = page.status === 200 && (await page.text()).includes('<script');
  const manual = await fetch(`${base}/manual`);
  const hasManual = manual.status === 200 && (await manual.text()).includes('<h1');
  const name = ocr['national_id']?.first_name;
  process.stdout.write(JSON.stringify({ status, name, expected: demo.expected, hasConsole, hasManual }));
} else {
  while ((await client.retrieve(id)).status === 'pending') await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
