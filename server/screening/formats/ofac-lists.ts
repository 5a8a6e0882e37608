/** OFAC publishes two lists in the same forms. */
export const OFAC_SDN = { code: 'us_ofac_sdn', name: 'OFAC Specially Designated Nationals' };
export const OFAC_CONSOLIDATED = { code: 'us_ofac_cons', name: 'OFAC Consolidated Sanctions (not SDN)' };

/**
 * Programmes under which entries of the consolidated list stand: the Palestinian Legislative Council, sectoral
 * sanctions, Chinese military companies, foreign sanctions evaders, menu-based sanctions, correspondent accounts. Some
 * of them occur among the SDN too, but seldom, and hardly alone.
 */
const CONSOLIDATED_PROGRAM = /^(?:NS-|UKRAINE-EO13662|CMIC|FSE|561|MBS|CAPTA|HKAA)/;

/** Whether entries with these programmes, the first of their file, belong to the consolidated list and not to the SDN. */
export function areConsolidated(programsOfEntries: readonly (readonly string[])[]): boolean {
  const hits = programsOfEntries.filter((programs) => programs.some((name) => CONSOLIDATED_PROGRAM.test(name)));
  return hits.length * 2 > programsOfEntries.length;
}
