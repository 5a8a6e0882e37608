import { LIMITS } from '../lib/limits.ts';
import type { Thresholds } from '../screening/match/rules.ts';
import type { OfficeLevel, Topic } from '../screening/types.ts';
import { FINDINGS, type FindingCode } from './findings.ts';
import { type RiskTables, SHIPPED_RISK_TABLES } from './kyb/risk-tables.ts';
import type { CompanyDocumentType } from './kyb/types.ts';
import type { CheckResult, DocumentType, Finding } from './types.ts';

/** What a finding means: the record fails, it needs a review, or it changes nothing. */
export type Severity = 'fail' | 'review' | 'info';

/** How much a check counts: `required` must have passed, `applicable` may report that there was nothing to do, `advisory` decides nothing. */
export type CheckDuty = 'required' | 'applicable' | 'advisory';

export type CheckName = 'quality' | 'authenticity' | 'validity' | 'consistency' | 'face' | 'liveness' | 'screening';

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

/** What a listing for a topic means. The topic's own thresholds, if any, go before the common ones. */
export interface TopicRule extends Partial<Thresholds> {
  /** Whether an entry of this topic counts as a hit at all. */
  counts: boolean;
  /** Whether a confirmed hit fails the record. If not, it needs a review. */
  fails: boolean;
}

const FAILS: readonly FindingCode[] = [
  'file_unreadable',
  'document_expired',
  'mrz_forged',
  'chip_signature_invalid',
  'chip_data_altered',
  'chip_data_not_covered',
  'chip_signer_revoked',
  'chip_country_mismatch',
  'chip_zone_mismatch',
  'chip_clone_suspected',
  'seal_signature_invalid',
  'mdoc_signature_invalid',
  'mdoc_data_altered',
  'mdoc_expired',
  'mdoc_device_signature_invalid',
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
  'authenticity_not_checked',
  'chip_authentic',
  'chip_clone_excluded',
  'seal_authentic',
  'mdoc_authentic',
  'chip_copy_not_excluded',
  'chip_deviation',
  'chip_algorithm_weak',
  'chip_revocation_unknown',
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
  'liveness_proven',
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
/** The shipped severities. A finding that is not named here asks for a review. */
const SHIPPED_SEVERITY = new Map<FindingCode, Severity>([
  ...FAILS.map((code) => [code, 'fail'] as const),
  ...INFORMS.map((code) => [code, 'info'] as const),
]);

/**
 * The shipped policy. Where its numbers come from:
 * - `quality.text`: the table in models/quality/text.ts. `side_pixels_min` is the customer's advice, and applies if no text was
 * read: 28 of 34 good pictures of public specimens are smaller, and are read no worse. Sharpness and brightness were measured with the quality engine
 * on photographed specimens (readable documents have a sharpness of 119 and more, the same ones blurred 67 and less; dark ones a brightness under
 * 70). They were also measured on portraits, which are smoother and often on a dark ground (27 of them: 43 and more, 49 and more). Glare separates
 * badly, so it only informs. The darkest hundredth of 36 specimens has a grey value of at most 101; washed out, of at least 142. Rows of four letters
 * and more at the edge: in none of 88 pictures of whole documents. With a tenth to a fifth cut away at the left or right, they are in 83 % of 120
 * pictures. At the top they are in 37 % of 60, and at the bottom in 22 % of 60, where the cut often crosses no printed text.
 * - `mrz_confidence_min`: in 30 public specimens, all read correctly, no character has less than 0.4. On hard drawn pictures 58
 * of 58 characters between 0.1 and 0.3 were correct. MRZs with an edge cut off that passed their check digits by chance had a character near 0.
 * - `mrz_forged_confidence_above`: of 240 readings of public specimens as they were, turned, blurred, shrunk and coarsely
 * compressed, 237 were correct, one wrong (its least certain character had 0.14), and two MRZs were not found. Three in four of
 * the correct ones have no character under 0.7. Of 24 drawn MRZs with a changed digit 20 were above it. So was one of 19 drawn
 * misreadings that broke a check digit, at 0.78, which is now read correctly.
 * - `face`: the tables in models/face/compare.ts and recognition.ts. At 0.99 and above, 94.7 % of true pairs and 0.004 % of false
 * ones of a hard public set are accepted. Under 0.2 are 0.3 % of the true ones. A face made smaller does not resemble others more, but resembles its
 * owner less. For 150 true pairs of that set, with one face of each scaled to a box of N pixels, the shares that scored 0.99 and more, and under 0.2,
 * were: 148: 95 and 0.7 %, 80: 93 and 0.7, 60: 95 and 0.7, 50: 91 and 0.7, 40: 86 and 1.3, 33: 71 and 2.7. Hence the limits 40 and 60. The same file
 * twice has a cosine of 1, two pictures of one person at most 0.976. Of 624,014 false pairs none had a cosine over 0.863. From 0.87 up are 74 % of
 * the true pairs of that set, and 36 of 38 of those of the portraits.
 * - `validity_years_max`: passports are issued for ten years, and up to nine months of an old one may be added; cards of some
 * states for 15. Licences are valid for 15 years, for 50, or for life, so they have no bound. No rule asks for a minimum age, so
 * a minor is reported and nothing follows from it.
 * - `screening`: of 5,000 people on no list, by name only, 1.7 % had a hit from 0.85 up and 0.64 % from 0.90 up. Sanctioned or
 * wanted persons must not be served. Holders of an office and persons in adverse media may be: a reviewer decides. Each institution sets by risk how
 * long an office counts after its end, at least twelve months (Directive (EU) 2015/849, article 22), so by default nobody is ruled out.
 * - `retention`: records five years (Directive (EU) 2015/849, article 40). People who return under another name mostly do so
 * soon, and face templates are the data whose loss harms most.
 */
const SHIPPED = {
  version: 1,
  quality: {
    /** Width and height in pixels that an image without text must have. */
    side_pixels_min: LIMITS.imageSidePixelsMin as number,
    /** If text was read, it shows the quality (`TextMeasures`). */
    text: {
      /** Pixels. With lower letters the image is too small. */
      letter_height_min: 6.5,
      /** The width of a letter's edges beyond that of sharp ones, in letter heights. Above this the image is blurred. */
      blur_max: 0.13,
      /** Grey value, 0..255, of the ground around the text. Below this the image is too dark. */
      ground_min: 90,
      /** Share of the picture, 0..1, under burnt-out places at which words end. Above this there is glare. */
      glare_share_max: 0.002,
    },
    /** Variance of the Laplacian as in `QualityMeasures`; below it the image is blurred. Mean grey value, 0..255; below it the image is too dark. */
    document: { sharpness_min: 100, brightness_min: 70 },
    selfie: { sharpness_min: 40, brightness_min: 45 },
    /** Share of burnt-out pixels, 0..1. Above this there is glare. */
    glare_share_max: 0.02,
    /** Grey value, 0..255, of the picture's darkest parts. Above this the image is washed out. */
    darkest_max: 140,
    /** Letters in a row of text that runs into the picture's edge. Above this the document is cut off. */
    cut_letters_max: 3,
    /** Grey value, 0..255, of the picture's lightest parts. Below this the image is too dark, whatever it shows. */
    lightest_min: 90,
  },
  reading: {
    /** Mean word confidence, 0..1, from which printed fields count as read. */
    text_confidence_min: 0.5,
    /** Confidence, 0..1, from which one printed date may fail a record. */
    date_confidence_min: 0.8,
    /** Confidence, 0..1, that a date needs to count as valid if no check digit and no second reading proves it. */
    date_valid_confidence_min: 0.6,
    /** Confidence, 0..1, that an MRZ must have, because no check digit covers names. */
    mrz_confidence_min: 0.05,
    /** Confidence, 0..1. Strictly above it, wrong check digits in a clear image are a forgery. */
    mrz_forged_confidence_above: 0.7,
    /** Years. The birth date of an older applicant counts as a misreading. */
    age_years_max: 120,
    /** Years. A younger holder is reported. */
    age_years_min: 18,
    /** Years from issue to expiry that documents of a type have at most. A type that is left out has no bound. */
    validity_years_max: { passport: 11, national_id: 16, residence_permit: 16 } as Partial<
      Record<DocumentType | 'unknown', number>
    >,
    /** Years. A holder no older than this at the issue is a child, whose documents are valid for at most the years below. */
    child_age_years_max: 15,
    child_validity_years_max: 6,
  },
  face: {
    /** `compareFaces` score, 0..1, from which two faces are the same person. */
    match_from: 0.99,
    /** `compareFaces` score, 0..1, from which a reviewer decides. Below it the faces clearly differ. */
    review_from: 0.2,
    /** `cosineOf`, 0..1, from which two pictures of one person are really the same picture. */
    same_picture_cosine_from: 0.9995,
    /** `cosineOf`, 0..1, from which a face was seen before. It is high enough to search among thousands. */
    duplicate_cosine_from: 0.87,
    /** The detector's score, 0..1. A weaker detection is not a face. */
    detection_min: 0.5,
    /** Pixels of the shorter side of a face's box. A smaller face is not compared. */
    side_pixels_min: 40,
    /** Pixels, likewise. A smaller face that does not match does not count against the applicant. */
    differ_side_pixels_min: 60,
    /** How many times the weight of the next face, by size and place, the most prominent face needs to be chosen without a review. */
    largest_ratio_min: 2,
  },
  authenticity: {
    /** Types of identity documents whose chip must have been read. */
    required_types: [] as readonly DocumentType[],
  },
  liveness: {
    /** Whether a record whose selfie comes from no challenge waits for a person. */
    required: false,
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
    /** Thresholds of single lists, by list code. They go before those of topics. */
    lists: {} as Readonly<Record<string, Partial<Thresholds>>>,
    /** Levels at which an office makes its holder politically exposed. An office of unknown level always does. */
    pep_levels: ['national', 'regional', 'local', 'international'] as readonly OfficeLevel[],
    /** Topics that a loaded list must hold for the check to be done. */
    required_topics: ['sanction'] as readonly Topic[],
  },
  review: {
    /** Whether a second person must confirm a reviewer's decision. */
    four_eyes: false,
    /** Whether an approval needs a birth date or a number in addition to a name. */
    birth_date_or_number: false,
    /** Whether statistics count the decisions of each reviewer. */
    named_in_statistics: false,
  },
  /** How long a record may wait for a review. */
  deadlines: {
    /** Hours for a reason, by its code. They go before `default_hours`. */
    reason_hours: {} as Readonly<Partial<Record<FindingCode, number>>>,
  },
  /** How long each kind of data is kept. */
  retention: {
    /** Months from the end of the relationship with the applicant or company, or else from the record's own end. */
    months: 60,
    /** Months from the creation of the record, for face templates. */
    biometrics_months: 12,
    /** Whether data that is due is erased once a day. */
    purge_daily: true,
  },
  duties: {
    quality: 'required',
    authenticity: 'applicable',
    validity: 'required',
    consistency: 'applicable',
    face: 'required',
    liveness: 'advisory',
    screening: 'required',
  } as Record<CheckName, CheckDuty>,
  /** The rules of company verifications. The meaning of each finding is in `severity`, as for people. */
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
      /** Similarity of two company names, 0..1, from which a company searched for by name counts as found. */
      name_found_from: 0.9,
      /** Similarity from which the submitted name is the registered one. */
      name_agrees_from: 0.85,
      /** Share of the words of an address, 0..1, that the other one must have. */
      address_agrees_from: 0.6,
      /** Countries for which a register of all companies must be loaded. ISO 3166-1 alpha-2. */
      required_countries: [] as readonly string[],
    },
    ownership: {
      /** Percent: an owner at or above it is a beneficial owner. */
      threshold_percent: 25,
      /** Percentage points by which rounded shares may exceed 100 %. */
      sum_tolerance_percent: 0.1,
      /** Percentage points by which a declared share may lie outside a registered one. */
      share_tolerance_percent: 1,
      /** Percent. Sanctioned owners who together hold this much make the company sanctioned. */
      sanctioned_percent: 50,
    },
    documents: {
      /** Share of the words of the company's name, 0..1, that a document must show; likewise for its address. */
      name_agrees_from: 0.8,
      address_agrees_from: 0.6,
      /** Days. An older proof of address is too old. */
      proof_of_address_days_max: 92,
      /** Types for which a file is required. */
      required_types: [] as readonly CompanyDocumentType[],
    },
    risk: {
      /** Points, 0..100. */
      medium_from: 30,
      high_from: 60,
      /** The points of each factor. The operator may have their own tables. */
      tables: SHIPPED_RISK_TABLES,
    },
  },
  severity: Object.fromEntries(
    (Object.keys(FINDINGS) as FindingCode[]).map((code) => [code, SHIPPED_SEVERITY.get(code) ?? 'review']),
  ) as Record<FindingCode, Severity>,
};

/** The rules of a decision: versioned data, with the `version` recorded in each decision. */
export type Policy = typeof SHIPPED & {
  screening: {
    /** A person who left all offices longer ago than this is no longer politically exposed. Null or absent: a former holder always is. */
    pep_years_after_office?: number | null;
  };
  deadlines: {
    /** Hours for every other reason. Null or absent: no deadline. */
    default_hours?: number | null;
  };
};

export const POLICY_V1: Policy = SHIPPED;

/** Returns the policy with the operator's own risk tables. null: they have none. */
export function withRiskTables(policy: Policy, tables: RiskTables | null): Policy {
  return tables ? { ...policy, kyb: { ...policy.kyb, risk: { ...policy.kyb.risk, tables } } } : policy;
}

/** Returns the result of a check that ran: it passed if no finding fails the record or asks for a review. */
export function concludeCheck(findings: Finding[], policy: Policy): CheckResult {
  return { passed: findings.every((finding) => policy.severity[finding.code] === 'info'), findings };
}
