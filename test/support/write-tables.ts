import { readFileSync, writeFileSync } from 'node:fs';
import { withCodeTables } from './code-tables.ts';

/** Brings the tables of ARCHITECTURE.md up to date with the code. */
const page = new URL('../../ARCHITECTURE.md', import.meta.url);
writeFileSync(page, withCodeTables(readFileSync(page, 'utf8')));
