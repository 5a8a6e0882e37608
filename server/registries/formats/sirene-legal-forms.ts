import { ownValue } from '../../lib/own.ts';

/** The more frequent legal categories of INSEE (nomenclature des catégories juridiques, level III), by their code. */
const FORMS: Readonly<Record<string, string>> = {
  1000: 'Entrepreneur individuel',
  2110: 'Indivision entre personnes physiques',
  2310: 'Société en participation entre personnes physiques',
  3120: 'Société commerciale étrangère immatriculée au RCS',
  5202: 'Société en nom collectif',
  5306: 'Société en commandite simple',
  5308: 'Société en commandite par actions',
  5385: "Société d'exercice libéral en commandite par actions",
  5485: "Société d'exercice libéral à responsabilité limitée",
  5498: 'Société à responsabilité limitée unipersonnelle',
  5499: 'Société à responsabilité limitée',
  5599: "Société anonyme à conseil d'administration",
  5699: 'Société anonyme à directoire',
  5710: 'Société par actions simplifiée',
  5720: 'Société par actions simplifiée à associé unique',
  5785: "Société d'exercice libéral par actions simplifiée",
  5800: 'Société européenne',
  6220: "Groupement d'intérêt économique",
  6316: "Coopérative d'utilisation de matériel agricole en commun",
  6317: 'Société coopérative agricole',
  6521: 'Société civile de placement collectif immobilier',
  6533: "Groupement agricole d'exploitation en commun",
  6534: 'Groupement foncier agricole',
  6540: 'Société civile immobilière',
  6599: 'Société civile',
  7210: 'Commune',
  8110: 'Mutuelle',
  9110: 'Syndicat de copropriété',
  9210: 'Association non déclarée',
  9220: 'Association déclarée',
  9230: "Association déclarée reconnue d'utilité publique",
  9260: 'Association de droit local',
  9300: 'Fondation',
};

/** The category of a natural person in business. */
export const SOLE_TRADER = '1000';

/** Returns the words for a legal category's code, or the code itself for a rarer one. Null if there is none. */
export function legalFormOf(code: string): string | null {
  return ownValue(FORMS, code) ?? (code || null);
}
