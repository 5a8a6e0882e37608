import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_CASES, DEMO_LIST } from './cases.ts';

/** `npm run specimens -- FOLDER`: writes the first case's pictures and the demonstration's list, to try the appliance with. */
const [folder] = process.argv.slice(2);
const [first] = DEMO_CASES;
if (folder === undefined || first === undefined) {
  process.stderr.write('Name the folder to draw into: npm run specimens -- specimens\n');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const { applicant, uploads } = await first.draw();
for (const { name, file } of uploads) writeFileSync(join(folder, name), file);
writeFileSync(join(folder, 'applicant.json'), `${JSON.stringify(applicant)}\n`);
writeFileSync(join(folder, 'list.csv'), DEMO_LIST);
process.stdout.write(
  `Drawn into ${folder}: ${[...uploads.map(({ name }) => name), 'applicant.json', 'list.csv'].join(', ')}\n`,
);
