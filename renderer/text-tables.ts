import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const TABLE = /\/renderer\/text\/(en|fr)\.ts$/;
const HASH_CHARS = 8;

/**
 * Puts each language's texts into a file of data beside the scripts: a browser reads JSON faster than code, and a language that nobody asks for is
 * never fetched. While developing they stay the modules they are.
 */
export function textTables(assetsDir: string): Plugin {
  return {
    name: 'text-tables',
    apply: 'build',
    async load(id) {
      const language = TABLE.exec(id.replaceAll('\\', '/'))?.[1];
      if (!language) return null;
      const tables = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
      const source = JSON.stringify(tables[language]);
      const hash = createHash('sha256').update(source).digest('hex').slice(0, HASH_CHARS);
      const fileName = `${assetsDir}/${language}-${hash}.json`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export const ${language} = await fetch('/${fileName}').then((answer) => answer.json());`;
    },
  };
}
