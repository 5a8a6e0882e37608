import { registerHooks } from 'node:module';

const REAL = new URL('../../../models/engines.ts', import.meta.url).href;
const FAKE = new URL('fake-engines-module.ts', import.meta.url).href;

/** Loaded before the real entry (`node --import`). It replaces the real engines with fake ones; everything else is what `npm start` runs. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === REAL ? { ...found, url: FAKE } : found;
  },
});
