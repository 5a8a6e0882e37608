import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const TABLE = /\/renderer\/text\/(en|fr)\.ts$/;
const HASH_CHARS = 8;

/**
 * Writes each language's texts to a data file next to the scripts: a browser parses JSON faster than code, and fetches a language only when it is
 * used. During development the texts stay modules.
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
