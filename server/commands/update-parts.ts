import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { type CommandIo, invalidCommand } from './io.ts';

/**
 * `custos update parts PACK --only lists,languages`: imports these parts of a package, in the running appliance or in one opened for it. "custos
 * update apply" runs it.
 */
export async function updatePartsCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', default: 'lists,languages' },
      'accept-smaller': { type: 'boolean', default: false },
      'allow-older': { type: 'boolean', default: false },
    },
  });
  const [action, path] = positionals;
  if (action !== 'parts' || path === undefined) {
    throw invalidCommand('Run "custos update apply" to apply an update.');
  }
  const wanted = values.only.split(',');
  using pack = await appliance.updates.open(resolve(io.cwd, path));
  const rules = { acceptSmaller: values['accept-smaller'], allowOlder: values['allow-older'] };
  const taken = await appliance.updates.take(
    pack,
    { lists: wanted.includes('lists'), languages: wanted.includes('languages') },
    rules,
    'cli',
  );
  for (const list of taken.lists) io.out(`list       ${list.code}  ${list.entries} entries\n`);
  for (const code of taken.languages) io.out(`language   ${code}\n`);
  if (taken.languages.length > 0) {
    io.err('A language is used from the next start, if CUSTOS_LANGUAGES includes it.\n');
  }
  return 0;
}
