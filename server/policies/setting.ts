/** The possible values of a policy setting. */
export type SettingValue = number | boolean | string | readonly string[] | null;

export const SETTING_GROUPS = {
  quality: 'Picture quality',
  face: 'Faces',
  people: 'People',
  screening: 'Screening',
  topics: 'Screening by topic',
  lists: 'Screening by list',
  kyb: 'Companies',
  risk: 'Company risk',
  review: 'Review',
  retention: 'Retention',
  findings: 'Effect of findings',
  deadlines: 'Review deadlines',
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

export const SETTING_UNITS = [
  'score',
  'share',
  'percent',
  'points',
  'pixels',
  'grey',
  'letters',
  'sharpness',
  'hours',
  'days',
  'months',
  'years',
  'times',
] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

interface Common {
  /** Its path in the policy, such as `screening.possible_from`. */
  path: string;
  group: SettingGroup;
  /** A sentence for a reader. */
  means: string;
  /** Why it cannot be changed. null: it can be changed. */
  fixed: string | null;
}

interface NumberSetting extends Common {
  kind: 'number';
  unit: SettingUnit;
  min: number;
  max: number;
  /** 1: whole numbers only. Otherwise the step of a form's input. */
  step: number;
  /** null is a value too: the common threshold applies, or there is none. */
  nullable: boolean;
}

interface BooleanSetting extends Common {
  kind: 'boolean';
}

interface EnumSetting extends Common {
  kind: 'enum';
  options: readonly string[];
}

interface ListSetting extends Common {
  kind: 'list';
  /** The values that it may contain. null: ISO 3166-1 alpha-2 country codes. */
  options: readonly string[] | null;
  /** The values that it must contain. */
  always: readonly string[];
}

/** What an administrator can set. Validation and the console's form both come from it. */
export type Setting = NumberSetting | BooleanSetting | EnumSetting | ListSetting;

type Bounds = Pick<NumberSetting, 'unit' | 'min' | 'max' | 'step'> & { nullable?: boolean };

export function numberSetting(group: SettingGroup, path: string, means: string, bounds: Bounds): Setting {
  return { kind: 'number', fixed: null, nullable: false, path, group, means, ...bounds };
}

export function booleanSetting(group: SettingGroup, path: string, means: string, fixed: string | null = null): Setting {
  return { kind: 'boolean', path, group, means, fixed };
}

export function listSetting(
  group: SettingGroup,
  path: string,
  means: string,
  options: readonly string[] | null,
  always: readonly string[] = [],
): Setting {
  return { kind: 'list', path, group, means, fixed: null, options, always };
}
