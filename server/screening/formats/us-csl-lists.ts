import { ownValue } from '../../lib/own.ts';
import type { Topic } from '../types.ts';

/** By the short names that stand in brackets in `source`. Lists that are added later are `other` until they are known. */
const TOPICS: Record<string, Topic[]> = {
  // Treasury (OFAC).
  SDN: ['sanction'],
  FSE: ['sanction'],
  SSI: ['sanction'],
  PLC: ['sanction'],
  CAP: ['sanction'],
  CMIC: ['sanction'],
  MBS: ['sanction'],
  // State: nonproliferation sanctions; debarred under the Arms Export Control Act.
  ISN: ['sanction'],
  DTC: ['debarment'],
  // Commerce (BIS): denied persons, unverified, entity list, military end users.
  DPL: ['export_control'],
  UVL: ['export_control'],
  EL: ['export_control'],
  MEU: ['export_control'],
};

/** The list that a row is of: `Entity List (EL) - Bureau of Industry and Security` is `EL`. */
export function shortListName(source: string): string {
  const named = /\((?:NS-)?([A-Z]{2,6})(?: List)?\)/.exec(source)?.[1];
  return named ?? source.split(' - ')[0] ?? source;
}

/** Why those of a list are on it. */
export function topicsOf(shortName: string): Topic[] {
  return [...(ownValue(TOPICS, shortName) ?? ['other'])];
}
