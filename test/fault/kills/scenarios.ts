import type { Scenario } from './scenario.ts';
import { backUp } from './scenarios/backup.ts';
import { busy } from './scenarios/busy.ts';
import { captureForThemselves } from './scenarios/capture.ts';
import { createCompany, createPerson } from './scenarios/create.ts';
import { importList, importRegister } from './scenarios/datasets.ts';
import { deliver } from './scenarios/deliver.ts';
import { eraseOne, purge } from './scenarios/erase.ts';
import { realProcess } from './scenarios/real.ts';
import { decide, fourEyes, rerun } from './scenarios/review.ts';
import { firstStart, migratingStart, startAfterKill } from './scenarios/start.ts';
import { conclude, stepsOfCompany, stepsOfPerson } from './scenarios/steps.ts';
import { trustList } from './scenarios/trust.ts';

/** In the order of the run and of the table. */
export const SCENARIOS: readonly Scenario[] = [
  createPerson,
  createCompany,
  captureForThemselves,
  stepsOfPerson,
  stepsOfCompany,
  conclude,
  decide,
  fourEyes,
  rerun,
  deliver,
  importList,
  importRegister,
  trustList,
  eraseOne,
  purge,
  backUp,
  firstStart,
  startAfterKill,
  migratingStart,
  busy,
  realProcess,
];
