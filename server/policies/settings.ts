import { COMPANY_DOCUMENT_TYPES } from '../checks/kyb/types.ts';
import { OFFICE_LEVELS, TOPICS, type Topic } from '../screening/types.ts';
import { booleanSetting, listSetting, numberSetting, type Setting, type SettingGroup } from './setting.ts';
import { SEVERITY_SETTINGS } from './severities.ts';

/** Under it a search would give namesakes by the thousand; a preview shows scores from here on. */
export const SCORE_MIN = 0.7;
/** Whoever was out of office for longer is none that lists have. */
export const PEP_YEARS_MAX = 50;
/** A hundred years. */
const MONTHS_MAX = 1_200;
const LIST_CODE = /^screening\.lists\.[a-z0-9][a-z0-9_-]{0,63}\./;

const share = { unit: 'share', min: 0, max: 1, step: 0.01 } as const;
const score = { unit: 'score', min: 0, max: 1, step: 0.01 } as const;
/** Faces are calibrated finer. */
const faceScore = { ...score, step: 0.0001 } as const;
const hitScore = { unit: 'score', min: SCORE_MIN, max: 1, step: 0.01 } as const;
const grey = { unit: 'grey', min: 0, max: 255, step: 1 } as const;
const percent = { unit: 'percent', min: 0, max: 100, step: 0.1 } as const;
const points = { unit: 'points', min: 1, max: 100, step: 1 } as const;
const months = { unit: 'months', min: 1, max: MONTHS_MAX, step: 1 } as const;

/** The settings of a group: what each is by its path, how it is bound, what it means. */
const numbers = (
  group: SettingGroup,
  rows: readonly [path: string, bounds: Parameters<typeof numberSetting>[3], means: string][],
): Setting[] => rows.map(([path, bounds, means]) => numberSetting(group, path, means, bounds));

const QUALITY = numbers('quality', [
  [
    'quality.side_pixels_min',
    { unit: 'pixels', min: 200, max: 4_000, step: 1 },
    'Width and height that a picture in which no text is read must have.',
  ],
  [
    'quality.text.letter_height_min',
    { unit: 'pixels', min: 1, max: 100, step: 0.5 },
    'A picture of a document whose letters are lower is too small.',
  ],
  [
    'quality.text.blur_max',
    { unit: 'share', min: 0, max: 1, step: 0.01 },
    'A picture is blurred where the edges of its letters are wider than sharp ones by more than this share of their height.',
  ],
  ['quality.text.ground_min', grey, 'A picture whose text stands on a ground under this grey value is too dark.'],
  [
    'quality.text.glare_share_max',
    { unit: 'share', min: 0, max: 1, step: 0.001 },
    'Share of burnt-out pixels at which words end, above which there is glare.',
  ],
  [
    'quality.document.sharpness_min',
    { unit: 'sharpness', min: 0, max: 2_000, step: 1 },
    'A picture of a document under it is blurred (variance of the Laplacian).',
  ],
  ['quality.document.brightness_min', grey, 'A picture of a document under this mean grey value is too dark.'],
  [
    'quality.selfie.sharpness_min',
    { unit: 'sharpness', min: 0, max: 2_000, step: 1 },
    'A selfie under it is blurred (variance of the Laplacian).',
  ],
  ['quality.selfie.brightness_min', grey, 'A selfie under this mean grey value is too dark.'],
  ['quality.glare_share_max', share, 'Share of burnt-out pixels above which there is glare.'],
  [
    'quality.lightest_min',
    grey,
    'A picture whose lightest parts are under this grey value is too dark, whatever is on it.',
  ],
  ['quality.darkest_max', grey, 'A picture whose darkest parts are above this grey value is washed out.'],
  [
    'quality.cut_letters_max',
    { unit: 'letters', min: 0, max: 50, step: 1 },
    'Letters in a row that may run into the edge of a picture before the document counts as cut off.',
  ],
]);

const FACE = numbers('face', [
  ['face.match_from', faceScore, 'From this score on two faces are the same person.'],
  ['face.review_from', faceScore, 'From this score on a person decides; below, the faces clearly differ.'],
  [
    'face.duplicate_cosine_from',
    { unit: 'score', min: 0.5, max: 1, step: 0.01 },
    'From this cosine on a face is one that was seen in another verification.',
  ],
  [
    'face.same_picture_cosine_from',
    { unit: 'score', min: 0.99, max: 1, step: 0.0001 },
    'From this cosine on two faces are the same picture twice, not two pictures of one person.',
  ],
  [
    'face.detection_min',
    { unit: 'score', min: 0.3, max: 0.99, step: 0.01 },
    'A detection under this score is no face.',
  ],
  [
    'face.side_pixels_min',
    { unit: 'pixels', min: 16, max: 1_000, step: 1 },
    'A face whose shorter side is smaller is not compared.',
  ],
  [
    'face.differ_side_pixels_min',
    { unit: 'pixels', min: 16, max: 1_000, step: 1 },
    'A smaller face that does not match speaks against nobody.',
  ],
  [
    'face.largest_ratio_min',
    { unit: 'times', min: 1, max: 100, step: 0.1 },
    'How many times the next face, by size and place, the one that stands out in a selfie must weigh to be taken without asking.',
  ],
]);

const PEOPLE = numbers('people', [
  [
    'reading.age_years_min',
    { unit: 'years', min: 0, max: 30, step: 1 },
    'That a holder is younger is told (holder_under_age).',
  ],
]);

/** What a threshold costs, for whoever raises it. */
const UNSEEN = 'Whoever scores less passes unseen, sanctioned or not.';

const SCREENING: Setting[] = [
  ...numbers('screening', [
    ['screening.possible_from', hitScore, `From this score on an entry of a list is a possible hit. ${UNSEEN}`],
    [
      'screening.confirmed_from',
      hitScore,
      'From this score on an entry is a confirmed hit, where a birth date or an identifier agrees too.',
    ],
  ]),
  listSetting(
    'screening',
    'screening.required_topics',
    'Topics that some loaded list must hold for the check to be done. Sanctions are always among them.',
    TOPICS,
    ['sanction'],
  ),
  listSetting(
    'screening',
    'screening.pep_levels',
    'Levels of which an office makes its holder politically exposed. An office whose level the list does not tell always does.',
    OFFICE_LEVELS,
  ),
  ...numbers('screening', [
    [
      'screening.pep_years_after_office',
      { unit: 'years', min: 1, max: PEP_YEARS_MAX, step: 1, nullable: true },
      'Whoever left all offices longer ago is shown with the reason and makes no finding: null means that it never ends. An office whose end the list does not tell counts as held.',
    ],
  ]),
];

/** What is fixed of the topic of sanctions: nobody who is sanctioned may be served. */
const SANCTIONS_FIXED = 'Whoever is sanctioned must not be served.';

const topicSettings = (topic: Topic): Setting[] => {
  const path = `screening.topics.${topic}`;
  const fixed = topic === 'sanction' ? SANCTIONS_FIXED : null;
  const nullable = { ...hitScore, nullable: true };
  const ofNone = topic === 'other' ? ' So counts an entry whose list names no topic, such as one of your own.' : '';
  return [
    booleanSetting(
      'topics',
      `${path}.counts`,
      `Whether an entry that is listed for ${topic} is a hit.${ofNone}`,
      fixed,
    ),
    booleanSetting(
      'topics',
      `${path}.fails`,
      `Whether a confirmed hit for ${topic} fails the record; if not, a person must look.`,
      fixed,
    ),
    ...numbers('topics', [
      [`${path}.possible_from`, nullable, `Possible hits for ${topic}: null means from the common score on. ${UNSEEN}`],
      [`${path}.confirmed_from`, nullable, `Confirmed hits for ${topic}: null means from the common score on.`],
    ]),
  ];
};

const KYB: Setting[] = [
  ...numbers('kyb', [
    [
      'kyb.registry.name_found_from',
      { unit: 'score', min: 0.5, max: 1, step: 0.01 },
      'From this similarity of names on a company that is looked for by name is the one that was found.',
    ],
    [
      'kyb.registry.name_agrees_from',
      { unit: 'score', min: 0.5, max: 1, step: 0.01 },
      'From this similarity on the submitted name is the registered one.',
    ],
    [
      'kyb.registry.address_agrees_from',
      share,
      'Share of the words of the submitted address that the registered one must have.',
    ],
    [
      'kyb.ownership.threshold_percent',
      { ...percent, min: 1 },
      'An owner of so much or more is a beneficial owner, and must be named.',
    ],
    [
      'kyb.ownership.sum_tolerance_percent',
      { ...percent, max: 5 },
      'Percentage points by which shares may exceed 100 % for being rounded.',
    ],
    [
      'kyb.ownership.share_tolerance_percent',
      { ...percent, max: 25 },
      'Percentage points by which a declared share may lie outside of a registered one.',
    ],
    [
      'kyb.ownership.sanctioned_percent',
      { ...percent, min: 1, max: 50 },
      'Sanctioned owners who hold so much together make the company sanctioned; 50 at most.',
    ],
    ['kyb.documents.name_agrees_from', share, 'Share of the words of the company’s name that its document must show.'],
    ['kyb.documents.address_agrees_from', share, 'Share of the words of its address that its document must show.'],
    [
      'kyb.documents.proof_of_address_days_max',
      { unit: 'days', min: 1, max: 3_650, step: 1 },
      'An older proof of address is too old.',
    ],
  ]),
  listSetting(
    'kyb',
    'kyb.registry.required_countries',
    'Countries of which a register that holds all companies must be loaded.',
    null,
  ),
  listSetting(
    'kyb',
    'kyb.documents.required_types',
    'Types of documents whose file must have come.',
    COMPANY_DOCUMENT_TYPES,
  ),
];

const RISK = numbers('risk', [
  ['kyb.risk.medium_from', points, 'From so many points of 100 on a risk is medium.'],
  ['kyb.risk.high_from', points, 'From so many points of 100 on a risk is high (risk_high).'],
]);

const REVIEW = [
  booleanSetting('review', 'review.four_eyes', 'Whether a second person must confirm what a reviewer decides.'),
  booleanSetting(
    'review',
    'review.birth_date_or_number',
    'Whether a birth date or a number must be known, besides the name, before a person may approve.',
  ),
];

const RETENTION: Setting[] = [
  ...numbers('retention', [
    [
      'retention.months',
      months,
      'Records are erased so long after the end of the relationship, else after their own end. A shorter time erases at the next daily purge what is due by it.',
    ],
    ['retention.biometrics_months', months, 'Templates of faces are erased so long after their record was made.'],
  ]),
  booleanSetting('retention', 'retention.purge_daily', 'Whether what is due is erased once a day.'),
];

/** Every setting but those of single lists. */
export const SETTINGS: readonly Setting[] = [
  ...QUALITY,
  ...FACE,
  ...PEOPLE,
  ...SCREENING,
  ...TOPICS.flatMap(topicSettings),
  ...KYB,
  ...RISK,
  ...REVIEW,
  ...RETENTION,
  ...SEVERITY_SETTINGS,
];

const BY_PATH = new Map(SETTINGS.map((setting) => [setting.path, setting]));

/** The two thresholds of one list, by its code. */
export function listSettings(code: string): Setting[] {
  const nullable = { ...hitScore, nullable: true };
  const path = `screening.lists.${code}`;
  return numbers('lists', [
    [
      `${path}.possible_from`,
      nullable,
      `Possible hits on the list ${code}: null means as its topics have it. ${UNSEEN}`,
    ],
    [`${path}.confirmed_from`, nullable, `Confirmed hits on the list ${code}: null means as its topics have it.`],
  ]);
}

/** The setting at this path; null: there is none, or it is of a list that is not there. */
export function settingAt(path: string, isList: (code: string) => boolean = () => true): Setting | null {
  const known = BY_PATH.get(path);
  if (known) return known;
  const code = LIST_CODE.exec(path)?.[0].split('.')[2];
  if (code === undefined || !isList(code)) return null;
  return listSettings(code).find((setting) => setting.path === path) ?? null;
}
