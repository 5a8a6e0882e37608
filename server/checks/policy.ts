import { LIMITS } from '../lib/limits.ts';
import type { Thresholds } from '../screening/match/rules.ts';
import type { OfficeLevel, Topic } from '../screening/types.ts';
import { FINDINGS, type FindingCode } from './findings.ts';
import { type RiskTables, SHIPPED_RISK_TABLES } from './kyb/risk-tables.ts';
import type { CompanyDocumentType } from './kyb/types.ts';
import type { CheckResult, DocumentType, Finding } from './types.ts';

/** What a finding means: the record fails, a person must look, or nothing stands in the way. */
export type Severity = 'fail' | 'review' | 'info';

/**
 * How much a check weighs: `required` must have passed, `applicable` may say that there was nothing to do, `advisory`
 * decides nothing.
 */
export type CheckDuty = 'required' | 'applicable' | 'advisory';

export type CheckName = 'quality' | 'validity' | 'consistency' | 'face' | 'liveness' | 'screening';

/** The checks of a KYB verification, in the order of their reasons. */
export type KybCheckName =
  | 'registry'
  | 'sanctions'
  | 'watchlists'
  | 'pep'
  | 'adverse_media'
  | 'ownership'
  | 'documents'
  | 'persons';

/** What it means to be listed for a topic. Its own thresholds, where it has any, go before the common ones. */
export interface TopicRule extends Partial<Thresholds> {
  /** Whether an entry of this topic is a hit at all. */
  counts: boolean;
  /** Whether a confirmed hit fails the record; if not, a person must look. */
  fails: boolean;
}

const FAILS: readonly FindingCode[] = [
  'file_unreadable',
  'document_expired',
  'mrz_forged',
  'faces_differ',
  'hit_confirmed',
  'ownership_over_100',
  'sanctioned_ownership',
  'company_not_found',
  'company_dissolved',
  'company_struck_off',
  'processing_failed',
  'simulated_failed',
];
const INFORMS: readonly FindingCode[] = [
  'document_side_missing',
  'document_side_mismatch',
  'image_glare',
  'child_validity_long',
  'holder_under_age',
  'mrz_not_found',
  'mrz_repaired',
  'name_agrees_by_rule',
  'nationality_not_compared',
  'print_name_misread',
  'mrz_name_misread',
  'nothing_to_compare',
  'face_others_present',
  'face_portrait_others',
  'selfie_turned',
  'liveness_advisory',
  'liveness_not_measured',
  'file_sent_twice',
  'duplicate_file',
  'duplicate_face',
  'duplicates_not_enabled',
  'duplicate_faces_consent_refused',
  'duplicate_faces_not_found',
  'list_kind_missing',
  'hit_dismissed',
  'ownership_incomplete',
  'owner_held_through',
  'sanctioned_ownership_below_limit',
  'company_document_missing',
  'company_document_pages_unread',
  'company_document_incorporation_differs',
  'persons_none',
  'person_not_verified',
  'person_verification_pending',
  'register_missing',
  'company_not_in_registers',
  'company_status_unknown',
  'company_name_differs_slightly',
  'company_address_differs_slightly',
  'company_legal_form_mismatch',
  'number_not_checked',
  'check_pending',
  'simulated',
];
/** What findings mean at first. One that is not named asks for a person. */
const SHIPPED_SEVERITY = new Map<FindingCode, Severity>([
  ...FAILS.map((code) => [code, 'fail'] as const),
  ...INFORMS.map((code) => [code, 'info'] as const),
]);

/**
 * The first policy. Where its numbers come from:
 * - `quality.text`: the table in models/quality/text.ts. `side_pixels_min` is the customer's advice, and holds where no text was read: of 34
 *   good pictures of public specimens 28 are smaller, and are read no worse. Sharpness and brightness were measured with the quality engine on photographed
 *   specimens (readable documents have a sharpness of 119 and more, the same ones blurred 67 and less; dark ones a
 *   brightness under 70) and on portraits, which are smoother and often on a dark ground (27 of them: 43 and more, 49
 *   and more). Glare separates badly, so it only informs. The darkest hundredth of 36 specimens has a grey value of 101
 *   at most, of the same ones washed out 142 at least. Rows of four letters and more at the edge: in none of 88 pictures of
 *   whole documents; with a tenth to a fifth cut away in 83 % of 120 at the left or right, 37 % of 60 at the top, and 22 %
 *   of 60 at the bottom, where often no print is cut through.
 * - `mrz_confidence_min`: in 30 public specimens, all read right, no character has less than 0.4, and on hard drawn pictures
 *   58 of 58 characters between 0.1 and 0.3 were right; zones with an edge cut off that passed their check digits by
 *   chance had a character near 0.
 * - `mrz_forged_confidence_above`: of 240 readings of public specimens as they lay, turned, blurred, shrunk and coarsely
 *   compressed, 237 were right, one wrong (its least sure character had 0.14), and two zones were not found; three in four
 *   of the right ones have no character under 0.7. Of 24 drawn zones with a changed digit 20 lay above, and one of 19
 *   drawn misreadings that broke a check digit, at 0.78, which is now read right.
 * - `face`: the tables in models/face/compare.ts and recognition.ts. From 0.99 on, 94.7 % of true pairs and 0.004 % of false ones of a hard
 *   public set are accepted, and under 0.2 lie 0.3 % of the true ones.
 *   A face made smaller does not resemble others more, but its own less (150 true pairs of that set, one face of each with
 *   a box of so many pixels; those that scored 0.99 and more, and under 0.2): 148: 95 and 0.7 %, 80: 93 and 0.7, 60: 95 and
 *   0.7, 50: 91 and 0.7, 40: 86 and 1.3, 33: 71 and 2.7. Hence the limits 40 and 60.
 *   The same file twice has a cosine of 1, two pictures of one person 0.976 at most. Of 624,014 false pairs none had a cosine over 0.863;
 *   from 0.87 on lie 74 % of the true ones of that set, and 36 of 38 of those of the portraits.
 * - `validity_years_max`: passports are issued for ten years, and up to nine months of an old one may be added; cards of
 *   some states for 15. Licences are valid for 15 years, for 50, or for life, so they have no bound. A minimum age is
 *   nowhere asked for, so a minor is told and nothing follows from it.
 * - `screening`: of 5,000 people on no list, name only, 1.7 % had a hit from 0.85 on and 0.64 % from 0.90 on. Who is
 *   sanctioned or wanted must not be served, whoever holds an office or is written about may be: that is for a person. For how long after an
 *   office is for each institution to say by the risk, twelve months at least (Directive (EU) 2015/849, article 22), so nobody is ruled out unasked.
 * - `retention`: records five years (Directive (EU) 2015/849, article 40). Whoever comes again under another name mostly does so soon, and
 *   templates of faces are the data that hurts most when it is lost.
 */
const SHIPPED = {
  version: 1,
  quality: {
    /** Width and height in pixels that an image without text must have. */
    side_pixels_min: LIMITS.imageSidePixelsMin as number,
    /** Where text was read, it tells the quality (`TextMeasures`). */
    text: {
      /** Pixels; lower letters: the image is too small. */
      letter_height_min: 6.5,
      /** Heights of a letter that its edges are wider than sharp ones; above: blurred. */
      blur_max: 0.13,
      /** Grey value, 0..255, of the ground that the text stands on; below: too dark. */
      ground_min: 90,
      /** Share of the picture, 0..1, under burnt-out places at which words end; above: glare. */
      glare_share_max: 0.002,
    },
    /** Variance of the Laplacian as `QualityMeasures` has it; below: blurred. Mean grey value, 0..255; below: too dark. */
    document: { sharpness_min: 100, brightness_min: 70 },
    selfie: { sharpness_min: 40, brightness_min: 45 },
    /** Share of burnt-out pixels, 0..1; above: glare. */
    glare_share_max: 0.02,
    /** Grey value, 0..255, of the picture's darkest parts; above: washed out. */
    darkest_max: 140,
    /** Letters in a row of text that runs into the picture's edge; above: the document is cut off. */
    cut_letters_max: 3,
    /** Grey value, 0..255, of the picture's lightest parts; below: too dark, whatever is on it. */
    lightest_min: 90,
  },
  reading: {
    /** Mean word confidence, 0..1, from which printed fields count as read. */
    text_confidence_min: 0.5,
    /** Confidence, 0..1, from which one printed date may fail a record. */
    date_confidence_min: 0.8,
    /** Confidence, 0..1; a date that no check digit and no second reading proves must have it to count as valid. */
    date_valid_confidence_min: 0.6,
    /** MRZ confidence, 0..1, that a zone must have: names stand under no check digit. */
    mrz_confidence_min: 0.05,
    /** MRZ confidence, 0..1, strictly above which wrong check digits on a clear image are a forgery. */
    mrz_forged_confidence_above: 0.7,
    /** Years; an older applicant's birth date is taken for a misreading. */
    age_years_max: 120,
    /** Years; that a holder is younger is told. */
    age_years_min: 18,
    /** Years from issue to expiry that documents of a type have at most; a type that is left out has no bound. */
    validity_years_max: { passport: 11, national_id: 16, residence_permit: 16 } as Partial<
      Record<DocumentType | 'unknown', number>
    >,
    /** Years; whoever was no older at the issue is a child, whose documents are valid for so many years at most. */
    child_age_years_max: 15,
    child_validity_years_max: 6,
  },
  face: {
    /** `compareFaces` score, 0..1: from here the same person. */
    match_from: 0.99,
    /** `compareFaces` score, 0..1: from here a person decides; below, clearly different. */
    review_from: 0.2,
    /** `cosineOf`, 0..1: from here not two pictures of one person, but one picture twice. */
    same_picture_cosine_from: 0.9995,
    /** `cosineOf`, 0..1: from here a face is one that was seen before, sure enough to be looked for among thousands. */
    duplicate_cosine_from: 0.87,
    /** The detector's score, 0..1; a weaker detection is no face. */
    detection_min: 0.5,
    /** Pixels of the shorter side of a face's box; a smaller one is not compared. */
    side_pixels_min: 40,
    /** Pixels likewise; a smaller face that does not match speaks against nobody. */
    differ_side_pixels_min: 60,
    /** How many times the next face the one that stands out must weigh, by size and place, to be taken without asking. */
    largest_ratio_min: 2,
  },
  screening: {
    /** Hits under this score, 0..1, are left out. */
    possible_from: 0.85,
    /** A hit counts as confirmed only from this score, 0..1. */
    confirmed_from: 0.9,
    topics: {
      sanction: { counts: true, fails: true },
      crime: { counts: true, fails: true },
      pep: { counts: true, fails: false },
      relative_or_associate: { counts: true, fails: false },
      adverse_media: { counts: true, fails: false },
      export_control: { counts: true, fails: false },
      debarment: { counts: true, fails: false },
      other: { counts: true, fails: false },
    } as Record<Topic, TopicRule>,
    /** Thresholds of single lists, by their code; they go before those of topics. */
    lists: {} as Readonly<Record<string, Partial<Thresholds>>>,
    /** Levels of which an office makes its holder politically exposed; one whose level is not known always does. */
    pep_levels: ['national', 'regional', 'local', 'international'] as readonly OfficeLevel[],
    /** Topics that some loaded list must hold for the check to be done. */
    required_topics: ['sanction'] as readonly Topic[],
  },
  review: {
    /** Whether a second person must confirm what a reviewer decides. */
    four_eyes: false,
    /** Whether an approval needs a birth date or a number besides a name. */
    birth_date_or_number: false,
  },
  /** How long what is kept. */
  retention: {
    /** Months from the end of the relationship with whoever was verified, else from the record's own end. */
    months: 60,
    /** Months from the creation of the record of templates of faces. */
    biometrics_months: 12,
    /** Whether what is due is erased once a day. */
    purge_daily: true,
  },
  duties: {
    quality: 'required',
    validity: 'required',
    consistency: 'applicable',
    face: 'required',
    liveness: 'advisory',
    screening: 'required',
  } as Record<CheckName, CheckDuty>,
  /** The rules of company verifications. Which finding means what stands in `severity`, as for people. */
  kyb: {
    duties: {
      registry: 'applicable',
      sanctions: 'required',
      watchlists: 'applicable',
      pep: 'applicable',
      adverse_media: 'applicable',
      ownership: 'required',
      documents: 'applicable',
      persons: 'applicable',
    } as Record<KybCheckName, CheckDuty>,
    registry: {
      /** Similarity of two company names, 0..1: from here a company that is looked for by name is the one that was found. */
      name_found_from: 0.9,
      /** From here the submitted name is the registered one. */
      name_agrees_from: 0.85,
      /** Share of the words of an address, 0..1, that the other one must have. */
      address_agrees_from: 0.6,
      /** Countries of which a register that holds all companies is required to be loaded. ISO 3166-1 alpha-2. */
      required_countries: [] as readonly string[],
    },
    ownership: {
      /** Percent: an owner at or above it is a beneficial owner. */
      threshold_percent: 25,
      /** Percentage points by which shares may exceed 100 % for being rounded. */
      sum_tolerance_percent: 0.1,
      /** Percentage points by which a declared share may lie outside of a registered one. */
      share_tolerance_percent: 1,
      /** Percent: sanctioned owners who hold so much together make the company sanctioned. */
      sanctioned_percent: 50,
    },
    documents: {
      /** Share of the words of the company's name, 0..1, that a document must show; likewise of its address. */
      name_agrees_from: 0.8,
      address_agrees_from: 0.6,
      /** Days; an older proof of address is too old. */
      proof_of_address_days_max: 92,
      /** Types whose file must have come. */
      required_types: [] as readonly CompanyDocumentType[],
    },
    risk: {
      /** Points, 0..100. */
      medium_from: 30,
      high_from: 60,
      /** What gives how many; the operator may have their own. */
      tables: SHIPPED_RISK_TABLES,
    },
  },
  severity: Object.fromEntries(
    (Object.keys(FINDINGS) as FindingCode[]).map((code) => [code, SHIPPED_SEVERITY.get(code) ?? 'review']),
  ) as Record<FindingCode, Severity>,
};

/** The rules of a decision: data, versioned, and stamped on each decision by `version`. */
export type Policy = typeof SHIPPED & {
  screening: {
    /** Whoever left all offices longer ago than so many years is politically exposed no more; null or absent: whoever held one always is. */
    pep_years_after_office?: number | null;
  };
};

export const POLICY_V1: Policy = SHIPPED;

/** The policy with the operator's own tables of risks; null: they have none. */
export function withRiskTables(policy: Policy, tables: RiskTables | null): Policy {
  return tables ? { ...policy, kyb: { ...policy.kyb, risk: { ...policy.kyb.risk, tables } } } : policy;
}

/** The result of a check that ran: passed where no finding fails the record or asks for a person. */
export function concludeCheck(findings: Finding[], policy: Policy): CheckResult {
  return { passed: findings.every((finding) => policy.severity[finding.code] === 'info'), findings };
}
