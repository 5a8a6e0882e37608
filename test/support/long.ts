/**
 * Whether the long form of what is random or killed was asked for: `CUSTOS_LONG=whole`, as `npm run check:full` sets it. `CUSTOS_FUZZ=whole` says
 * the same, and was its former name.
 */
export const isWholeRun = (): boolean =>
  process.env['CUSTOS_LONG'] === 'whole' || process.env['CUSTOS_FUZZ'] === 'whole';
