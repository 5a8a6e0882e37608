import { assert } from '../lib/assert.ts';

/**
 * Every reason code of the KYC and KYB pipelines: what it tells a reader, and what to do about it. `{name}` is filled with the finding's evidence of
 * that name, so a sentence never says more than the evidence does. Personal data may be in the evidence, which is encrypted, but never in a sentence.
 * The policy, not the check, says what a code means for the decision (server/checks/policy.ts).
 */
export const FINDINGS = {
  // The files and what was found in them.
  file_unreadable: 'The file is damaged and cannot be read. Send the document again.',
  file_damaged: 'The file is partly damaged, so part of the picture is missing. Send the document again.',
  document_unreadable: 'No text could be read from the document. Take a sharper, larger picture.',
  document_type_unknown:
    'The document type could not be recognised. Give its type in documents_meta, or send another document.',
  document_side_missing: 'Only the {present} of the document was sent. Send the other side too, if it has one.',
  document_type_mismatch:
    'The file was declared as {declared}, but shows another document type ({found}). Check the document and correct its type.',
  document_side_mismatch:
    'The file was declared as the {declared} of the document, but shows the {found}. Correct its side.',
  identity_document_missing:
    'None of the files is an identity document. Send a passport, identity card, permit or licence.',
  identity_not_read: 'No identity data could be read reliably from the document. Take a clearer picture.',

  // Picture quality.
  image_blank: 'The picture is blank: it has one colour only. Send the printed side.',
  image_resolution_too_low:
    'The picture has {width}x{height} pixels, which is too small to read reliably. Letters must be {letters_minimum} pixels high, and a picture without readable text must have {minimum}x{minimum} pixels. Take a larger one.',
  image_blurred:
    'The picture is blurred: its sharpness is {sharpness}, and at least {minimum} is needed. Hold the camera still, let it focus, and take a new picture.',
  image_too_dark:
    'The picture is too dark: its brightness is {brightness} of 255, and at least {minimum} is needed. Take it in better light.',
  image_too_bright:
    'The picture is washed out: its darkest parts are {darkest} of 255, and at most {maximum} is allowed. Take it in less light.',
  image_glare:
    'Bright reflections cover {percent} % of the picture; the limit is {maximum} %. If data is missing, tilt the document away from the light.',
  document_cut_off:
    'The document is cut off: a row of {letters} letters runs into the {side} edge of the picture. Take a picture of the whole document.',

  // What chip, digital seal and mobile document prove.
  authenticity_not_checked:
    'No chip, digital seal or mobile document that can be verified was received, so nothing proves that the document is genuine.',
  chip_authentic: "The chip's data is signed by its state, and nothing in it was changed.",
  chip_clone_excluded: "The chip answered this appliance's challenge with its own key: it is no copy.",
  seal_authentic: 'The digital seal is signed by a trusted signer, and nothing in it was changed.',
  mdoc_authentic: 'The mobile document is signed by a trusted issuer, and nothing in it was changed.',
  chip_copy_not_excluded:
    'The data is genuine, but a copy of the chip is not excluded: the chip answered no challenge.',
  chip_deviation: "The chip deviates from the standard in a way that some states' chips do.",
  chip_algorithm_weak: "The chip's signature uses an outdated algorithm or a short key.",
  chip_revocation_unknown:
    "No current revocation list says whether the chip's signer was revoked. Import one under Trust lists.",
  chip_missing:
    'The policy requires the chip of this document type, and no chip was read. Read the chip, and send its files.',
  chip_incomplete: "The chip's files lack the MRZ (DG1) or the face (DG2). Read the chip again.",
  chip_unreadable: "The chip's files cannot be read. Read the chip again.",
  chip_signer_unknown:
    'No loaded trust list vouches for the signer of the chip. Import a current list of its state, or check the document.',
  chip_signer_expired: "The certificate of the chip's signer was not valid on that day. Check the document.",
  chip_algorithm_unsupported: 'The chip uses an algorithm that is not verified here. Check the document.',
  trust_list_missing:
    "No trust list is loaded, so the chip's signer cannot be recognised. Import one, then run the checks again.",
  trust_list_stale:
    'A trust list that was used is too old ({lists}). Import its newest version, then run the checks again.',
  seal_signer_unknown: 'No loaded trust list has the signer of the digital seal. Import one, or check the document.',
  seal_unreadable: 'The digital seal cannot be read. Take a sharper picture of the barcode.',
  seal_signer_expired:
    "The certificate of the seal's signer was not valid when the seal was signed. Check the document.",
  mdoc_unreadable: 'The mobile document cannot be read. Ask for it again.',
  mdoc_issuer_unknown:
    'No loaded trust list vouches for the issuer of the mobile document. Import one, or check the document.',
  mdoc_holder_unproven:
    'The mobile document does not prove its holder: there is no signed answer of the device in this session.',
  chip_print_mismatch: "The chip and the document's picture disagree ({fields}). Compare them.",
  seal_print_mismatch: "The digital seal and the document's picture disagree ({fields}). Compare them.",
  chip_signature_invalid: "The signature on the chip's data is wrong. Treat the document as forged.",
  chip_data_altered: "The chip's data was changed after it was signed. Treat the document as forged.",
  chip_data_not_covered: "The chip's files hold data that its signature does not cover. Treat the document as forged.",
  chip_signer_revoked: "The certificate of the chip's signer was revoked by its state.",
  chip_country_mismatch: "The state in the chip's MRZ is not the one that signed it. Treat the document as forged.",
  chip_zone_mismatch: 'The printed MRZ, whose check digits hold, differs from the one on the chip ({fields}).',
  chip_clone_suspected: "The chip's answer to the challenge is wrong: it may be a copy.",
  seal_signature_invalid: 'The signature of the digital seal is wrong. Treat the document as forged.',
  mdoc_signature_invalid: "The issuer's signature on the mobile document is wrong. Treat it as forged.",
  mdoc_data_altered: "The mobile document's data was changed after it was signed. Treat it as forged.",
  mdoc_expired: 'The mobile document was not valid on that day. Ask for a current one.',
  mdoc_device_signature_invalid:
    "The device's answer is not signed with the key in the mobile document: it may be a copy.",

  // Validity of the identity document.
  document_expired: 'The document has expired. Send a document that is still valid.',
  document_expired_unsure: 'The document seems to have expired, but the date was not read reliably. Check the date.',
  expiry_date_unsure: 'The expiry date was not read reliably. Compare it with the picture.',
  expiry_date_unknown: 'No expiry date could be read. Send the side that shows it, or check the document.',
  issue_after_expiry: 'The issue date is after the expiry date. Compare both dates with the picture.',
  issue_date_in_future: 'The issue date is in the future. Compare it with the picture.',
  issued_before_birth: "The issue date is before the holder's birth date. Compare both dates with the picture.",
  validity_too_long:
    'The document is valid for more than {maximum} years, which is too long for its type. Compare both dates with the picture.',
  child_validity_long:
    'The document was issued to a child for more than {maximum} years, which few countries do. Compare the dates with the picture.',
  holder_under_age: 'The holder is younger than {minimum} years.',
  birth_date_implausible: 'The birth date is in the future or too long ago. Compare it with the document.',
  mrz_missing:
    'The machine-readable zone (MRZ) of the passport could not be read. Send a flat, sharp picture of the whole data page.',
  mrz_not_found: 'No machine-readable zone (MRZ) was found on the card. If the card has none, no action is needed.',
  mrz_unreadable:
    'The machine-readable zone (MRZ) of the card could not be read. Take a sharp picture of it, straight from above.',
  mrz_check_digits_wrong:
    'MRZ check digits do not match ({fields}). The MRZ may be misread: compare it with the picture.',
  mrz_unsure:
    'A character in the MRZ is hard to read: its confidence is {confidence}, and at least {minimum} is needed. Compare it with the picture.',
  mrz_repaired:
    'Some MRZ characters were unclear. The check digits settled {characters} of them. Compare them with the picture.',
  mrz_forged: 'MRZ check digits are wrong on a clear picture ({fields}). Treat the document as forged.',

  // Submitted data against what was read, side against side, source against source.
  name_mismatch: 'The submitted name differs from the name on the document. Compare both and ask the applicant.',
  name_unsure:
    'Two readings of the name are similar, but may be different names ({rules}). Compare them with the picture.',
  name_agrees_by_rule: 'The submitted name matches the name on the document, but not letter for letter ({rules}).',
  dob_mismatch: 'The submitted birth date differs from the one on the document. Compare both and ask the applicant.',
  nationality_mismatch: 'The submitted nationality differs from the one on the document. Compare both.',
  name_not_compared: 'No name, or only part of one, was read to compare with the submitted name. Check the document.',
  dob_not_compared: 'No birth date was read to compare with the submitted one. Check the document.',
  nationality_not_compared: 'No nationality was read to compare with the submitted one.',
  front_back_mismatch: 'The front and back of the document disagree. Check that both belong to the same document.',
  document_number_mismatch:
    'The front and back of the document show different numbers. Check that both belong to the same document.',
  documents_mismatch: 'Two documents disagree. Check that both belong to the same person.',
  mrz_print_mismatch: 'The MRZ and the printed text disagree. Compare them on the picture.',
  print_name_misread: 'A letter of the printed name was misread. Without it, the MRZ and the submitted name agree.',
  barcode_print_mismatch: 'The barcode disagrees with the printed text or the MRZ. Compare them on the picture.',
  mrz_name_misread:
    'A filler character beside the name in the MRZ was read as a letter. The printed text and the submitted name agree.',
  nothing_to_compare: 'No data came from two sources, so nothing was compared.',

  // Face.
  consent_refused: 'The applicant did not consent, so faces were not compared. A reviewer must verify the identity.',
  selfie_missing: 'No selfie was sent, so faces were not compared. Send a selfie.',
  face_selfie_not_found:
    'No face was found in the selfie (best score {score}; {minimum} is needed). Take the selfie again, facing the camera in good light.',
  face_portrait_not_found:
    'No portrait was found on an identity document (best score {score}; {minimum} is needed). Send a sharp picture of the whole side with the portrait.',
  face_too_small:
    'The face has {width}x{height} pixels, and at least {minimum}x{minimum} are needed to compare it. Take the picture from closer, or at a higher resolution.',
  face_several:
    "The selfie shows {faces} faces. By size and position, the main face is only {ratio} times as prominent as the next; at least {minimum} times is needed. Choose the applicant's face, or request a selfie of the applicant alone.",
  face_others_present:
    'The selfie shows {faces} faces. The main one was used: by size and position, it is {ratio} times as prominent as the next.',
  face_other_matches:
    "The compared face does not match the document, but another of the {faces} faces in the pictures resembles it ({other}). Find out which face is the applicant's, and choose it.",
  face_chosen: 'A reviewer chose which face is compared. Check that it is the right one, and decide.',
  face_chosen_lost: 'The face that a reviewer chose is no longer found in the picture. Choose a face again.',
  face_portrait_others:
    "The document shows {faces} faces. The largest was used: it is {ratio} times as large as the next. Check that it is the holder's portrait.",
  selfie_turned: 'The selfie was sideways or upside down. It was turned for the comparison.',
  selfie_shows_document: 'The selfie is a copy of the picture on the document. Request a new selfie.',
  faces_grey_band: 'The faces neither clearly match nor clearly differ. Compare them on the pictures.',
  faces_unsure:
    'The side with the portrait was not read and may be turned, so the face match is not reliable. Compare the faces yourself.',
  faces_small_differ:
    'The faces do not match, but one has only {side} pixels. Below {minimum} pixels, faces of the same person often do not match. Compare them on the pictures, or request a larger picture.',
  faces_chosen_differ:
    'The compared faces do not match, and a reviewer chose one of them. Compare them on the pictures, and decide.',
  faces_differ: 'The selfie and the document show different people.',

  // What the challenge of a selfie says. The values of the selfie alone are advisory.
  liveness_proven:
    'The challenge was passed: a head turned as it was asked. It does not exclude a replayed video or a virtual camera.',
  liveness_not_proven:
    'The challenge does not prove a living person ({reasons}). Compare the frames, or ask for a new selfie.',
  liveness_suspected:
    'The challenge suggests a photograph or a screen instead of a person ({reasons}). Look at the frames.',
  liveness_attended: 'The applicant asked for an operator instead of the challenge ({why}). See the person yourself.',
  liveness_missing: 'The policy requires the challenge, and no selfie comes from one. Ask for a capture session.',
  liveness_advisory:
    'Liveness values are for reviewers only. They do not detect attacks and do not affect the decision.',
  liveness_not_measured: 'No selfie face was measured, so there are no liveness values.',

  // Duplicates on this appliance: observations that decide nothing.
  file_sent_twice: 'The same file was sent more than once in this verification. Check that no document is missing.',
  duplicate_file: 'The same file was also sent in the verification {verification}. Compare the two verifications.',
  duplicate_face:
    'A face resembles one in the verification {verification}, which has a different identity. Compare the two verifications.',
  duplicates_not_enabled: 'Faces were not searched for duplicates because this appliance does not enable that search.',
  duplicate_faces_consent_refused: 'The applicant did not consent, so faces were not searched for duplicates.',
  duplicate_faces_not_found: 'No face was clear enough for the duplicate search.',

  // Screening.
  value_corrected: 'A reviewer corrected what was read. Compare it with the picture, and decide.',
  name_missing:
    'No name was submitted or read, so no list could be searched. Correct the name that was read, or submit one.',
  name_not_searchable:
    'A name contains only a legal form or characters that cannot be compared, so no list could be searched for it. Submit the full name.',
  no_list_loaded: 'No watchlist is loaded. Import a sanctions list, then run the checks again.',
  list_stale: 'The list {list} is {age_days} days old. Import its newest version, then run the checks again.',
  list_kind_missing: 'No list for {topics} is loaded, so none was searched. Import one if you need it.',
  list_topic_missing: 'No list for {topic} is loaded. Import one, then run the checks again.',
  lists_not_ready:
    'The watchlists were not ready. Wait until /readyz reports that they are ready, then run the checks again.',
  hit_possible: 'The name resembles an entry on the list {list}. Compare the two, then confirm or dismiss the hit.',
  hit_confirmed: 'The name and a birth date or identifier match an entry on the list {list}.',
  hit_dismissed:
    'A reviewer already dismissed this entry on the list {list} as a false hit, and nothing has changed since.',
  hit_confirmed_for_review:
    'The name and a birth date or identifier match an entry on the list {list} ({topics}). Decide what to do.',

  // Ownership of a company.
  owner_missing: 'No owner with {threshold} % or more was submitted. Submit the owners with their shares.',
  ownership_over_100: 'The shares add up to {sum} %, which is more than 100 %. Correct them.',
  ownership_incomplete:
    'The owners of {missing} % of the shares are missing. Submit the other owners, if they are known.',
  ownership_chain_open: 'An owner of {percent} % is a company whose own owners are unknown. Submit them.',
  ownership_loop:
    'Companies among the owners own each other in a circle. Look at the chart, and ask who controls them.',
  ownership_differs_from_register:
    'The submitted share ({submitted}) differs from the registered share ({registered}). Ask the company which one is right.',
  owner_held_through:
    'A register lists a company ({percent}) that was not submitted. The submitted owners are assumed to hold their shares through it, because no known fact contradicts this.',
  owner_not_declared: 'A register lists an owner or controller ({percent}) who was not submitted. Ask the company.',
  owner_not_registered: 'The register does not list the owner of {percent} %. Ask the company.',
  owner_unnamed: 'The owner has no name and could not be screened. Submit the name.',
  sanctioned_ownership:
    'Sanctioned owners together hold {percent} % of the company. At {limit} % or more, the company itself counts as sanctioned.',
  sanctioned_ownership_possible:
    'According to the ranges in a register, sanctioned owners may together hold up to {percent} % of the company. The limit is {limit} %.',
  sanctioned_ownership_below_limit:
    'Sanctioned owners together hold {percent} % of the company, which is below the limit of {limit} %.',

  // The documents of a company.
  company_document_missing: 'No file was received for the announced document ({type}). Send it.',
  company_document_required:
    'The policy requires a document of the type {type}, and no readable one was received. Send it.',
  company_document_damaged:
    'The file could not be read: it is damaged, locked, or takes too long to open. Send it in another format.',
  company_document_unreadable:
    'Little text could be read from the document. Check the document, or send a sharper and larger picture.',
  company_document_pages_unread:
    'No text was read from {unread} of the {pages} pages. If these pages matter, check them yourself.',
  company_document_name_missing: "The company's name was not found on the document. Compare the two.",
  company_document_number_missing: 'The registration number was not found on the document. Compare the two.',
  company_document_address_missing: "The company's address was not found on the document. Compare the two.",
  company_document_date_missing: 'No date was found on the proof of address. Check how old the document is.',
  company_document_too_old:
    'The newest date on the proof of address is {age_days} days old; the limit is {maximum}. Request a newer document.',
  company_document_incorporation_differs:
    'The submitted date of incorporation was not found on the document. Compare the dates.',

  // The people of a company.
  persons_none: 'No person to verify was submitted. Submit the representatives and owners.',
  person_not_verified: 'This person has not been verified. Link an existing verification, or start one.',
  person_verification_pending: 'The verification of this person has not ended. Wait until it ends, or decide it.',
  person_verification_failed: 'The verification of this person failed. Check it, and link another one if it was wrong.',
  person_verification_mismatch:
    'The name or birth date in the linked verification differs from that of this person. Compare the two, and link the right verification.',

  // A company in the registers.
  register_missing:
    'No register of {country} is loaded, so the company was not looked up. Import one, or look up the company yourself.',
  register_required_missing:
    'The policy requires a register of {country}, and none is loaded. Import one, then run the checks again.',
  register_stale:
    'The register {register} is {age_days} days old. Import its newest version, then run the checks again.',
  company_not_found:
    'The register {register} contains all companies of {country}, and none has this number. Compare the number with the certificate of registration.',
  company_not_found_by_name:
    'The register {register} contains all companies of {country}, and none has this name. Send the registration number.',
  company_not_in_registers:
    'No loaded register of {country} contains the company, but these registers may be incomplete.',
  company_newer_than_register:
    'The company is as new as the register {register} ({dated}) or newer, so it may be missing there. Import the newest version, then run the checks again.',
  company_ambiguous:
    'Several companies in the register {register} match. Send the registration number, or compare them.',
  company_dissolved: 'According to the register {register}, the company is dissolved.',
  company_struck_off: 'According to the register {register}, the company is struck off.',
  company_insolvent:
    'According to the register {register}, the company is insolvent or being wound up. Decide what to do.',
  company_inactive: 'According to the register {register}, the company is not active. Ask the company why.',
  company_strike_off_proposed:
    'According to the register {register}, the company is about to be struck off. Ask the company why.',
  company_status_unknown: 'The register {register} does not say whether the company is active.',
  company_name_mismatch: "The submitted name differs from the company's name in the register {register}. Compare both.",
  company_name_former:
    'The submitted name and the name in the register {register} are a former and a later name. Ask the company which one is current.',
  company_name_differs_slightly:
    "The submitted name matches the company's name or trading name in the register {register}, but not letter for letter.",
  company_address_mismatch: 'The submitted address differs from the address in the register {register}. Compare both.',
  company_address_differs_slightly:
    'Some words of the submitted address differ from the address in the register {register}.',
  company_incorporation_mismatch:
    'The submitted date of incorporation differs from the date in the register {register}. Compare both.',
  incorporation_date_in_future: 'The date of incorporation is in the future. Compare it with a document.',
  company_number_mismatch:
    'A submitted number or country differs from the register, or belongs to another company. Compare them.',
  company_legal_form_mismatch: 'The submitted legal form differs from the legal form in the register {register}.',
  registers_disagree: 'Two registers contradict each other about the company ({fields}). Compare them.',
  number_check_digits_wrong:
    'The number is not valid: its format or check digits are wrong. Compare it with a document.',
  number_not_checked: 'The number was not checked: no rule is known for its type, or it has no check digits.',

  // The risk of a company.
  risk_high: 'The risk is {score} of 100 points; {from} points or more is high. Check its factors, and decide.',

  // The pipeline.
  check_pending: 'This check has not run yet.',
  check_not_run: 'A check that the policy requires did not run. Run the checks again.',
  processing_failed: 'The documents could not be processed after several attempts. Send them again in another format.',
  appliance_fault:
    'The appliance failed to process this record. See its log for the cause, solve the problem, then run the checks again.',
  engine_unavailable: 'An engine of the appliance is not available. Restart the appliance, then run the checks again.',
  simulated: 'This check was not run: the verification is a simulation in test mode.',
  simulated_failed: 'The field metadata.simulate requested a failed outcome in test mode.',
  simulated_review: 'The field metadata.simulate requested a review in test mode.',
} as const satisfies Record<string, string>;

export type FindingCode = keyof typeof FINDINGS;

export type Evidence = Record<string, string | number | boolean | null | string[]>;

/** One observation with its evidence: plain values only, so that it can be stored and shown. */
export interface Finding {
  code: FindingCode;
  /** A sentence for a reader, with the remedy if there is one. Never personal data. */
  message: string;
  field?: string;
  document_id?: string;
  evidence?: Evidence;
}

/**
 * Returns a finding with its sentence. Placeholders in the sentence are filled from `evidence`. A placeholder without a value is
 * a bug of the caller and throws `AssertionFailure`.
 */
export function makeFinding(code: FindingCode, details: Omit<Finding, 'code' | 'message'> = {}): Finding {
  const message = FINDINGS[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details.evidence?.[name];
    assert(value !== undefined, `finding ${code} needs the evidence ${name}`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
  return { code, message, ...details };
}
