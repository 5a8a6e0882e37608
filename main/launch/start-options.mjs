// @ts-check
/** What stands behind `npm start --`. Nothing is installed, built or started before it is understood. */

const HEADLESS = '--headless';

export const START_USAGE = `npm start
npm start -- ${HEADLESS}
npm start -- --help
Settings are variables such as CUSTOS_PORT, or stand in custos.json of the data folder.`;

/** Whether the appliance is to be started, and no other command of the launcher run. @param {string[]} args @returns {boolean} */
export function isStart([first]) {
  return first === undefined || first.startsWith('-');
}

/** @param {string[]} args @returns {boolean} */
export function isHeadless(args) {
  return args.includes(HEADLESS);
}

/** A sentence that names the first argument that is not known, without its value, which may be a secret. @param {string[]} args @returns {string | null} */
export function unknownArgument(args) {
  const unknown = args.find((arg) => arg !== HEADLESS);
  return unknown === undefined ? null : `Unknown option "${unknown.replace(/=.*/s, '')}". Use one of:`;
}
