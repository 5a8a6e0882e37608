import { versionLabel } from '../../datasets/age.ts';
import { LIMITS } from '../../lib/limits.ts';
import { compareTexts } from '../../lib/text.ts';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import type { Hit } from '../hits.ts';
import type { StoredEntry } from '../store/entries.ts';
import type { ListName, ListVersion } from '../types.ts';
import type { MatchScore } from './score.ts';

/** An entry that reached its threshold. */
export interface Match {
  entry: StoredEntry;
  name: ListName;
  version: ListVersion;
  scored: MatchScore;
  strength: Hit['strength'];
  threshold: number;
}

/** Best match first. Equal ones are sorted by list code, then by entity id, so that the order is total. */
export function compareMatches(a: Match, b: Match): number {
  return (
    b.scored.score - a.scored.score ||
    compareTexts(a.version.code, b.version.code) ||
    compareTexts(a.entry.id, b.entry.id)
  );
}

/** Returns a match in the form in which it is shown: who was found, by which name, why, on which list, by which rules. */
export function hitOf({ entry, name, version, scored, strength, threshold }: Match, id: string): Hit {
  return {
    id,
    strength,
    score: scored.score,
    entity: {
      id: entry.id,
      name: entry.names[0].name,
      type: entry.type,
      topics: entry.topics,
      programs: entry.programs,
      birth_dates: entry.birthDates,
      countries: entry.countries,
      ...(entry.roles.length === 0 ? {} : { roles: entry.roles }),
      ...mediaOf(entry),
    },
    matched_name: name.name,
    matched_name_kind: name.kind,
    matched_name_quality: name.quality,
    name_score: scored.nameScore,
    features: scored.features,
    list: { id: version.id, code: version.code, name: version.name, version: versionLabel(version) },
    threshold,
    algorithm_version: ALGORITHM_VERSION,
  };
}

/** Returns the newest reports of the entry and their number, or nothing if there is none. Other list formats have them in any order. */
function mediaOf({ media }: StoredEntry): Pick<Hit['entity'], 'media' | 'media_count'> {
  if (media.length === 0) return {};
  const inOrder = media.toSorted((a, b) => compareTexts(b.date ?? '', a.date ?? ''));
  return { media: inOrder.slice(0, LIMITS.hitMediaMax), media_count: media.length };
}
