import { type TextKey, t } from '../../text/text.ts';

/** Why a setting cannot be changed, by the appliance's own sentence: it gives no codes for these. */
export const FIXED_KEYS: Readonly<Record<string, TextKey>> = {
  'Whoever is sanctioned must not be served.': 'fixed.sanction',
  'A check that did not run never counts as passed, and speaks against nobody.': 'fixed.check_not_run',
  'Nobody passes who was not searched for in fresh lists, and nobody fails for it.': 'fixed.lists',
  'What a person types in the place of what was read lets nobody pass by itself.': 'fixed.value_corrected',
  'Where a person chose a face, the comparison alone neither clears nor fails anybody.': 'fixed.face_chosen',
  'A fault of the appliance itself speaks against nobody.': 'fixed.appliance',
  'Without consent a person verifies the identity; nobody fails for refusing.': 'fixed.consent',
  'Whether a likeness of names is more than that is for a person to judge.': 'fixed.hit_possible',
  'There is nothing that a person could decide by.': 'fixed.processing_failed',
  'A person has judged it; a dismissal is taken back by confirming the hit.': 'fixed.hit_dismissed',
  'It says that a check is still to come.': 'fixed.check_pending',
  'It tells of test mode and decides nothing.': 'fixed.simulated',
  'Test mode gives the outcome that was asked for.': 'fixed.outcome',
  'Liveness values are advisory: they detect no attacks and decide nothing.': 'fixed.liveness',
  'Duplicates stand beside the decision and take no part in it.': 'fixed.duplicates',
  'What was not read or compared surely fails nobody and clears nobody.': 'fixed.unsure',
};

/** Why a setting cannot be changed, in the chosen language. */
export function fixedText(why: string): string {
  const key = FIXED_KEYS[why];
  return key ? t(key) : why;
}
