import { IDENTITY_TYPES } from '../checks/documents.ts';
import { COMPANY_DOCUMENT_TYPES } from '../checks/kyb/types.ts';
import { OFFICE_LEVELS, TOPICS, type Topic } from '../screening/types.ts';
import { booleanSetting, listSetting, numberSetting, type Setting, type SettingGroup } from './setting.ts';
import { DEADLINE_SETTINGS, SEVERITY_SETTINGS } from './severities.ts';

/** A search with a lower threshold would return thousands of namesakes. A preview shows scores from here up. */
export const SCORE_MIN = 0.7;
/** Lists do not contain people who left office longer ago than this. */
export const PEP_YEARS_MAX = 50;
/** A hundred years. */
const MONTHS_MAX = 1_200;
const LIST_CODE = /^screening\.lists\.[a-z0-9][a-z0-9_-]{0,63}\./;

const share = { unit: 'share', min: 0, max: 1, step: 0.01 } as const;
const score = { unit: 'score', min: 0, max: 1, step: 0.01 } as const;
/** Faces are calibrated in finer steps. */
const faceScore = { ...score, step: 0.0001 } as const;
const hitScore = { unit: 'score', min: SCORE_MIN, max: 1, step: 0.01 } as const;
const grey = { unit: 'grey', min: 0, max: 255, step: 1 } as const;
const percent = { unit: 'percent', min: 0, max: 100, step: 0.1 } as const;
const points = { unit: 'points', min: 1, max: 100, step: 1 } as const;
const months = { unit: 'months', min: 1, max: MONTHS_MAX, step: 1 } as const;

/** The settings of a group: each with its path, its bounds and its meaning. */
const numbers = (
  group: SettingGroup,
  rows: readonly [path: string, bounds: Parameters<typeof numberSetting>[3], means: string][],
): Setting[] => rows.map(([path, bounds, means]) => numberSetting(group, path, means, bounds));

const QUALITY = numbers('quality', [
  [
    'quality.side_pixels_min',
    { unit: 'pixels', min: 200, max: 4_000, step: 1 },
    'A picture without readable text must be at least this wide and this high.',
  ],
  [
    'quality.text.letter_height_min',
    { unit: 'pixels', min: 1, max: 100, step: 0.5 },
    'A document picture with smaller letters is too small.',
  ],
  [
    'quality.text.blur_max',
    { unit: 'share', min: 0, max: 1, step: 0.01 },
    'Above this value a picture is blurred. It measures how much wider the edges of letters are than sharp edges, as a share of letter height.',
  ],
  ['quality.text.ground_min', grey, 'If the background of the text is below this grey value, the picture is too dark.'],
  [
    'quality.text.glare_share_max',
    { unit: 'share', min: 0, max: 1, step: 0.001 },
    'There is glare if the share of overexposed pixels where words break off is above this value.',
  ],
  [
    'quality.document.sharpness_min',
    { unit: 'sharpness', min: 0, max: 2_000, step: 1 },
    'Below this value a document picture is blurred (variance of the Laplacian).',
  ],
  ['quality.document.brightness_min', grey, 'Below this mean grey value a document picture is too dark.'],
  [
    'quality.selfie.sharpness_min',
    { unit: 'sharpness', min: 0, max: 2_000, step: 1 },
    'Below this value a selfie is blurred (variance of the Laplacian).',
  ],
  ['quality.selfie.brightness_min', grey, 'Below this mean grey value a selfie is too dark.'],
  ['quality.glare_share_max', share, 'There is glare if the share of overexposed pixels is above this value.'],
  [
    'quality.lightest_min',
    grey,
    'A picture whose brightest parts are below this grey value is too dark, whatever it shows.',
  ],
  ['quality.darkest_max', grey, 'A picture whose darkest parts are above this grey value is washed out.'],
  [
    'quality.cut_letters_max',
    { unit: 'letters', min: 0, max: 50, step: 1 },
    'If more letters in a row than this touch the edge, the document counts as cut off.',
  ],
]);

const FACE = numbers('face', [
  ['face.match_from', faceScore, 'From this score, two faces are the same person.'],
  ['face.review_from', faceScore, 'From this score a reviewer decides. Below it, the faces clearly differ.'],
  [
    'face.duplicate_cosine_from',
    { unit: 'score', min: 0.5, max: 1, step: 0.01 },
    'From this cosine similarity, a face counts as seen in another verification.',
  ],
  [
    'face.same_picture_cosine_from',
    { unit: 'score', min: 0.99, max: 1, step: 0.0001 },
    'From this cosine similarity, two faces are the same picture, not two pictures of one person.',
  ],
  [
    'face.detection_min',
    { unit: 'score', min: 0.3, max: 0.99, step: 0.01 },
    'A detection below this score is not a face.',
  ],
  [
    'face.side_pixels_min',
    { unit: 'pixels', min: 16, max: 1_000, step: 1 },
    'A face with a shorter side below this value is not compared.',
  ],
  [
    'face.differ_side_pixels_min',
    { unit: 'pixels', min: 16, max: 1_000, step: 1 },
    'A smaller face that does not match does not count against anyone.',
  ],
  [
    'face.largest_ratio_min',
    { unit: 'times', min: 1, max: 100, step: 0.1 },
    'To be chosen automatically, the main face in a selfie must exceed the next one by this factor in size and position.',
  ],
]);

const AUTHENTICITY = [
  listSetting(
    'people',
    'authenticity.required_types',
    'For these document types the chip must have been read. A record without one needs review (chip_missing).',
    IDENTITY_TYPES,
  ),
];

const LIVENESS = [
  booleanSetting(
    'face',
    'liveness.required',
    'Whether every selfie must come from a challenge. A record without one needs review (liveness_missing).',
  ),
];

const PEOPLE = numbers('people', [
  [
    'reading.age_years_min',
    { unit: 'years', min: 0, max: 30, step: 1 },
    'A younger holder is reported (holder_under_age).',
  ],
]);

/** The risk of raising a threshold, for the administrator who does. */
const UNSEEN = 'Anyone who scores less passes unseen, sanctioned or not.';

const SCREENING: Setting[] = [
  ...numbers('screening', [
    ['screening.possible_from', hitScore, `From this score, a watchlist entry is a possible hit. ${UNSEEN}`],
    [
      'screening.confirmed_from',
      hitScore,
      'From this score, an entry is a confirmed hit if a birth date or an identifier also matches.',
    ],
  ]),
  listSetting(
    'screening',
    'screening.required_topics',
    'The loaded watchlists must cover each of these topics, or the check counts as not done. Sanctions are always required.',
    TOPICS,
    ['sanction'],
  ),
  listSetting(
    'screening',
    'screening.pep_levels',
    'An office at one of these levels makes its holder politically exposed. An office without a level in the list always does.',
    OFFICE_LEVELS,
  ),
  ...numbers('screening', [
    [
      'screening.pep_years_after_office',
      { unit: 'years', min: 1, max: PEP_YEARS_MAX, step: 1, nullable: true },
      'A person who left all offices longer ago is shown with the reason and causes no finding. null means no limit. An office without an end date in the list counts as held.',
    ],
  ]),
];

/** Why sanctions settings are fixed. */
const SANCTIONS_FIXED = 'A sanctioned person or company must not be served.';

const topicSettings = (topic: Topic): Setting[] => {
  const path = `screening.topics.${topic}`;
  const fixed = topic === 'sanction' ? SANCTIONS_FIXED : null;
  const nullable = { ...hitScore, nullable: true };
  const ofNone = topic === 'other' ? ' This includes entries of a list with no topic, such as a list of your own.' : '';
  return [
    booleanSetting('topics', `${path}.counts`, `Whether an entry listed for ${topic} counts as a hit.${ofNone}`, fixed),
    booleanSetting(
      'topics',
      `${path}.fails`,
      `Whether a confirmed hit for ${topic} fails the record automatically. Otherwise it needs review.`,
      fixed,
    ),
    ...numbers('topics', [
      [
        `${path}.possible_from`,
        nullable,
        `Minimum score of possible hits for ${topic}. null means the common score. ${UNSEEN}`,
      ],
      [
        `${path}.confirmed_from`,
        nullable,
        `Minimum score of confirmed hits for ${topic}. null means the common score.`,
      ],
    ]),
  ];
};

const KYB: Setting[] = [
  ...numbers('kyb', [
    [
      'kyb.registry.name_found_from',
      { unit: 'score', min: 0.5, max: 1, step: 0.01 },
      'From this name similarity, a company searched by name counts as found.',
    ],
    [
      'kyb.registry.name_agrees_from',
      { unit: 'score', min: 0.5, max: 1, step: 0.01 },
      'From this similarity, the submitted name matches the registered name.',
    ],
    [
      'kyb.registry.address_agrees_from',
      share,
      'The registered address must contain this share of the words of the submitted address.',
    ],
    [
      'kyb.ownership.threshold_percent',
      { ...percent, min: 1 },
      'An owner with this share or more is a beneficial owner and must be named.',
    ],
    [
      'kyb.ownership.sum_tolerance_percent',
      { ...percent, max: 5 },
      'Because of rounding, the shares may exceed 100 % by this many percentage points.',
    ],
    [
      'kyb.ownership.share_tolerance_percent',
      { ...percent, max: 25 },
      'A declared share may differ from the registered share by this many percentage points.',
    ],
    [
      'kyb.ownership.sanctioned_percent',
      { ...percent, min: 1, max: 50 },
      'If sanctioned owners hold this share in total, the company counts as sanctioned. At most 50.',
    ],
    [
      'kyb.documents.name_agrees_from',
      share,
      'A company document must show this share of the words of the company name.',
    ],
    [
      'kyb.documents.address_agrees_from',
      share,
      'A company document must show this share of the words of the address.',
    ],
    [
      'kyb.documents.proof_of_address_days_max',
      { unit: 'days', min: 1, max: 3_650, step: 1 },
      'A proof of address older than this is too old.',
    ],
  ]),
  listSetting(
    'kyb',
    'kyb.registry.required_countries',
    'For these countries, a register with all companies must be loaded.',
    null,
  ),
  listSetting(
    'kyb',
    'kyb.documents.required_types',
    'A file of each of these document types must be received.',
    COMPANY_DOCUMENT_TYPES,
  ),
];

const RISK = numbers('risk', [
  ['kyb.risk.medium_from', points, 'From this number of points out of 100, a risk is medium.'],
  ['kyb.risk.high_from', points, 'From this number of points out of 100, a risk is high (risk_high).'],
]);

const REVIEW = [
  booleanSetting('review', 'review.four_eyes', 'Whether a second person must confirm each decision of a reviewer.'),
  booleanSetting(
    'review',
    'review.birth_date_or_number',
    'Whether a birth date or a number must be known in addition to the name before a person can approve.',
  ),
  booleanSetting(
    'review',
    'review.named_in_statistics',
    'Whether statistics show how many decisions each reviewer made, with the name.',
  ),
];

const RETENTION: Setting[] = [
  ...numbers('retention', [
    [
      'retention.months',
      months,
      'How long records are kept after the end of the relationship, or else after the end of the record. If you set a shorter time, the next daily purge erases all records that are then due.',
    ],
    ['retention.biometrics_months', months, 'How long face templates are kept after the creation of their record.'],
  ]),
  booleanSetting('retention', 'retention.purge_daily', 'Whether records that are due are erased once a day.'),
];

/** Every setting except those of single lists. */
export const SETTINGS: readonly Setting[] = [
  ...QUALITY,
  ...FACE,
  ...AUTHENTICITY,
  ...LIVENESS,
  ...PEOPLE,
  ...SCREENING,
  ...TOPICS.flatMap(topicSettings),
  ...KYB,
  ...RISK,
  ...REVIEW,
  ...RETENTION,
  ...SEVERITY_SETTINGS,
  ...DEADLINE_SETTINGS,
];

const BY_PATH = new Map(SETTINGS.map((setting) => [setting.path, setting]));

/**
 * Returns the two thresholds of one list.
 * @param code the list's code
 */
export function listSettings(code: string): Setting[] {
  const nullable = { ...hitScore, nullable: true };
  const path = `screening.lists.${code}`;
  return numbers('lists', [
    [
      `${path}.possible_from`,
      nullable,
      `Minimum score of possible hits on the list ${code}. null means the score of its topics. ${UNSEEN}`,
    ],
    [
      `${path}.confirmed_from`,
      nullable,
      `Minimum score of confirmed hits on the list ${code}. null means the score of its topics.`,
    ],
  ]);
}

/** Returns the setting at this path, or null if there is none or if its list does not exist. */
export function settingAt(path: string, isList: (code: string) => boolean = () => true): Setting | null {
  const known = BY_PATH.get(path);
  if (known) return known;
  const code = LIST_CODE.exec(path)?.[0].split('.')[2];
  if (code === undefined || !isList(code)) return null;
  return listSettings(code).find((setting) => setting.path === path) ?? null;
}
