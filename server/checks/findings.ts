import { assert } from '../lib/assert.ts';

/**
 * Every reason code of the KYC line: what it says to a person, and what to do about it. `{name}` is filled with the
 * finding's evidence of that name, so a sentence never holds more than the evidence does. Personal data may stand in
 * the evidence, which is sealed, but never in a sentence. What a code means for the decision is the policy's to say
 * (server/checks/policy.ts), not the check's.
 */
export const FINDINGS = {
  // The files and what was found in them.
  file_unreadable: 'The file is damaged so that nothing can be read from it. Send the document again.',
  file_damaged: 'The file is damaged in part, so some of the picture is missing. Send the document again.',
  document_unreadable: 'No text could be read from the document. Take a sharper, larger picture of it.',
  document_type_unknown:
    'The kind of document could not be told. Name its type in documents_meta, or send another document.',
  document_side_missing: 'Only the {present} of the document was sent. Send the other side too where it has one.',
  document_type_mismatch:
    'The file was declared as {declared}, but shows another kind of document ({found}). Look at it, and correct its type.',
  document_side_mismatch: 'The file was declared as the {declared} of the document, but shows its {found}.',
  identity_document_missing:
    'No identity document is among the files. Send a passport, identity card, permit or licence.',
  identity_not_read: 'No identity data could be read surely from the document. Take a clearer picture of it.',

  // Picture quality.
  image_blank: 'Nothing is on the picture: all of it has one colour. Send the side that is printed.',
  image_resolution_too_low:
    'The image has {width}x{height} pixels, too few to read it surely: its letters must be {letters_minimum} pixels high, and an image in which no text is read {minimum}x{minimum} pixels large. Take a larger picture.',
  image_blurred:
    'The image is blurred: its sharpness is {sharpness}, at least {minimum} is needed. Hold still, let it focus, take it again.',
  image_too_dark:
    'The image is too dark: its brightness is {brightness} of 255, at least {minimum} is needed. Take it in better light.',
  image_too_bright:
    'The image is washed out: its darkest parts are {darkest} of 255, at most {maximum} is wanted. Take it with less light.',
  image_glare:
    'Bright reflections cover {percent} % of the image, over {maximum} %. Tilt the document away from the light if data are missing.',
  document_cut_off:
    'The document is not whole: a row of {letters} letters runs into the {side} edge of the image. Take all of it into the picture.',

  // Validity of the identity document.
  document_expired: 'The document has expired. Send a document that is still valid.',
  document_expired_unsure: 'The document seems to have expired, but its date was not read surely. Look at the date.',
  expiry_date_unsure: 'The expiry date was not read surely. Compare it with the picture.',
  expiry_date_unknown: 'No expiry date could be read. Send the side that shows it, or look at the document.',
  issue_after_expiry: 'The document was issued after its own expiry date. Compare both dates with the picture.',
  issue_date_in_future: 'The date of issue lies in the future. Compare it with the picture.',
  issued_before_birth: 'The document was issued before its holder was born. Compare both dates with the picture.',
  validity_too_long:
    'The document is valid for longer than {maximum} years, which its kind is not issued for. Compare both dates with the picture.',
  child_validity_long: 'The document was issued to a child for more than {maximum} years, which few states do.',
  holder_under_age: 'The holder is younger than {minimum} years.',
  birth_date_implausible: 'The birth date lies in the future or too far back. Compare it with the document.',
  mrz_missing: 'The machine-readable zone of the passport could not be read. Send the whole data page, flat and sharp.',
  mrz_not_found: 'No machine-readable zone was found on the card. Nothing is to be done where the card has none.',
  mrz_unreadable:
    'The card shows a machine-readable zone that could not be read. Take a sharp picture of it, straight from above.',
  mrz_check_digits_wrong:
    'Check digits of the machine-readable zone do not fit ({fields}). It may be misread: compare it with the picture.',
  mrz_unsure:
    'A character of the machine-readable zone is hardly legible: {confidence} sure, at least {minimum} is needed. Compare it.',
  mrz_repaired:
    'Characters of the machine-readable zone were not clear; its check digits settled {characters} of them. Compare them.',
  mrz_forged: 'Check digits of the machine-readable zone are wrong on a clear image ({fields}). Treat it as forged.',

  // Submitted against read, side against side, zone against zone.
  name_mismatch: 'The submitted name is not the name on the document. Compare both and ask the applicant.',
  name_unsure: 'Two readings of the name are nearly one, but may be two ({rules}). Compare them with the picture.',
  name_agrees_by_rule: 'The submitted name is the one on the document, but not letter for letter ({rules}).',
  dob_mismatch: 'The submitted birth date is not the one on the document. Compare both and ask the applicant.',
  nationality_mismatch: 'The submitted nationality is not the one on the document. Compare both.',
  name_not_compared:
    'No name that the submitted one can be compared with was read, or only a part of one. Look at the document.',
  dob_not_compared: 'No birth date could be read to compare the submitted one with. Look at the document.',
  nationality_not_compared: 'No nationality could be read to compare the submitted one with.',
  front_back_mismatch: 'Front and back of the document disagree. Check that both belong to the same document.',
  document_number_mismatch: 'Front and back of the document carry different numbers. Check that they belong together.',
  documents_mismatch: 'Two documents disagree. Check that both belong to the same person.',
  mrz_print_mismatch: 'The machine-readable zone and the printed text disagree. Compare them on the picture.',
  print_name_misread:
    'A letter of the printed name was misread; the machine-readable zone and the submitted name agree without it.',
  barcode_print_mismatch:
    'The barcode and the text of the document disagree, print or machine-readable zone. Compare them on the picture.',
  mrz_name_misread:
    'A filler beside the name in the machine-readable zone was read as a letter; print and submitted name agree.',
  nothing_to_compare: 'There were no two sources of the same data, so nothing was compared.',

  // Face.
  consent_refused: 'The applicant did not consent, so faces were not compared. A person must verify the identity.',
  selfie_missing: 'No selfie was sent, so faces were not compared. Send a selfie.',
  face_selfie_not_found:
    'No face was found in the selfie (the surest find scored {score}, {minimum} is needed). Take it again, facing the camera in good light.',
  face_portrait_not_found:
    'No portrait was found on an identity document (the surest find scored {score}, {minimum} is needed). Send the side that shows it, sharp and whole.',
  face_too_small:
    'The face has {width}x{height} pixels; at least {minimum}x{minimum} are needed to compare it. Take the picture from nearer, or in a higher resolution.',
  face_several:
    'The selfie shows {faces} faces, and the one that stands out is only {ratio} times the next by size and place; {minimum} times are needed to choose it. Choose the face of the applicant, or ask for a selfie of the applicant alone.',
  face_others_present:
    'The selfie shows {faces} faces; the one that stands out, {ratio} times the next by size and place, was used.',
  face_other_matches:
    'The face that was compared is not the one on the document, but another of the {faces} faces in the pictures resembles it ({other}). Look who the applicant is, and choose the face.',
  face_chosen: 'A person chose which face is compared. Look whether it is the right one, and decide.',
  face_chosen_lost: 'The face that a person chose is not found in the picture any more. Choose one again.',
  face_portrait_others:
    'The document shows {faces} faces; the largest, {ratio} times the next, was used. Look whether it is the portrait of the holder.',
  selfie_turned: 'The selfie lies on its side or upside down; it was turned to be compared.',
  selfie_shows_document: 'The selfie is the picture on the document, not one of the applicant. Ask for a new selfie.',
  faces_grey_band: 'The faces are neither clearly alike nor clearly different. Compare them on the pictures.',
  faces_unsure:
    'The side with the portrait was not read and may lie turned, where faces mislead. Compare them yourself.',
  faces_small_differ:
    'The faces do not match, but one has only {side} pixels, and under {minimum} those of one person often do not. Compare them on the pictures, or ask for a larger one.',
  faces_chosen_differ:
    'The faces that were compared do not match, and a person chose one of them. Compare them on the pictures, and decide.',
  faces_differ: 'The selfie shows another person than the document.',

  // Liveness is advisory.
  liveness_advisory: 'Liveness values are recorded for a reviewer only: they detect no attacks and decide nothing.',
  liveness_not_measured: 'No face in a selfie was measured, so there are no liveness values.',

  // Duplicates on this appliance: observations that decide nothing.
  file_sent_twice: 'The same file was sent more than once in this verification. Check that no document is missing.',
  duplicate_file: 'The same file was sent in the verification {verification} too. Compare the two.',
  duplicate_face:
    'A face resembles one in the verification {verification}, made under another identity. Compare the two.',
  duplicates_not_enabled: 'Faces are not searched for duplicates: that is not enabled on this appliance.',
  duplicate_faces_consent_refused: 'The applicant did not consent, so no face was searched for duplicates.',
  duplicate_faces_not_found: 'No face was clear enough to be searched for duplicates.',

  // Screening.
  value_corrected: 'A person corrected what was read. Compare it with the picture, and decide.',
  name_missing:
    'No name was submitted or read, so no list could be searched. Correct what was read, or submit the name.',
  name_not_searchable:
    'A name is a mere legal form, or is in signs that cannot be compared, so no list could be searched for it. Submit the whole name.',
  no_list_loaded: 'No watchlist is loaded. Import a sanctions list, then run the checks again.',
  list_stale: 'The list {list} is {age_days} days old. Import its newest version, then run the checks again.',
  list_kind_missing:
    'No loaded list is of the kind {topics}, so nobody was searched for it. Import one if you need it.',
  list_topic_missing: 'No loaded list is of the kind {topic}. Import one, then run the checks again.',
  lists_not_ready:
    'The watchlists were not ready to be searched. Wait until /readyz says so, then run the checks again.',
  hit_possible: 'The name resembles an entry of the list {list}. Compare the two and confirm or dismiss the hit.',
  hit_confirmed: 'The name, with a birth date or an identifier, is that of an entry of the list {list}.',
  hit_dismissed: 'The entry of the list {list} was found before to be somebody else, and nothing has changed since.',
  hit_confirmed_for_review:
    'The name, with a birth date or an identifier, is that of an entry of the list {list} ({topics}). Decide what follows.',

  // Ownership of a company.
  owner_missing: 'No owner at {threshold} % or more is named. Name the owners with their shares.',
  ownership_over_100: 'The shares add up to {sum} %, over 100 %. Correct them.',
  ownership_incomplete: '{missing} % of the shares is not accounted for. Name the other owners where they are known.',
  ownership_chain_open: 'An owner of {percent} % is a company whose own owners are not known. Name them.',
  ownership_loop:
    'Companies among the owners own each other in a circle. Look at the chart, and ask who controls them.',
  ownership_differs_from_register:
    'The submitted share ({submitted}) is not the registered one ({registered}). Ask which is right.',
  owner_held_through:
    'A register names a company ({percent}) that was not submitted. The submitted owners are taken to hold their shares through it: nothing known speaks against it.',
  owner_not_declared: 'A register names an owner or controller ({percent}) who was not submitted. Ask the company.',
  owner_not_registered: 'The owner of {percent} % is not among those that the register names. Ask the company.',
  owner_unnamed: 'The owner has no name, so nobody could be screened. Submit the name.',
  sanctioned_ownership:
    'Sanctioned owners together hold {percent} % of the company; from {limit} % on it counts as sanctioned itself.',
  sanctioned_ownership_possible:
    'Sanctioned owners may together hold up to {percent} % of the company, by ranges that a register states; the limit is {limit} %.',
  sanctioned_ownership_below_limit: 'Sanctioned owners together hold {percent} % of the company, less than {limit} %.',

  // The documents of a company.
  company_document_missing: 'No file has come for the document that was announced ({type}). Send it.',
  company_document_required:
    'The policy asks for a document of the type {type}, and no readable one has come. Send it.',
  company_document_damaged:
    'Nothing could be read from the file: it is damaged, locked, or takes too long to open. Send it in another form.',
  company_document_unreadable:
    'Hardly any text could be read from the document. Look at it, or send a sharper and larger picture.',
  company_document_pages_unread: 'Nothing was read from {unread} of the {pages} pages. Look at them where they matter.',
  company_document_name_missing: 'The name of the company was not found on the document. Compare the two.',
  company_document_number_missing: 'The registration number was not found on the document. Compare the two.',
  company_document_address_missing: 'The address of the company was not found on the document. Compare the two.',
  company_document_date_missing: 'No date was found on the proof of address. Look how old it is.',
  company_document_too_old:
    'The newest date on the proof of address is {age_days} days old, over {maximum}. Ask for a newer one.',
  company_document_incorporation_differs:
    'The submitted date of incorporation is not among the dates on the document. Compare them.',

  // The people of a company.
  persons_none: 'Nobody is named who can be verified as a person. Name the representatives and owners.',
  person_not_verified: 'This person has not been verified. Link a verification with them, or start one.',
  person_verification_pending: 'The verification of this person has not ended. Wait for its end, or decide it.',
  person_verification_failed:
    'The verification of this person failed. Look at it, and link another one where it was wrong.',
  person_verification_mismatch:
    'The verification linked with this person is about another name or birth date. Compare the two, and link the right one.',

  // A company in the registers.
  register_missing:
    'No register of {country} is loaded, so the company was not looked up. Import one, or look it up yourself.',
  register_required_missing:
    'The policy asks for a register of {country}, and none is loaded. Import one, then run the checks again.',
  register_stale:
    'The register {register} is {age_days} days old. Import its newest version, then run the checks again.',
  company_not_found:
    'The register {register} holds all companies of {country}, and none of this number. Compare it with the certificate of registration.',
  company_not_found_by_name:
    'The register {register} holds all companies of {country}, and none of this name. Send the registration number.',
  company_not_in_registers:
    'The company is in none of the registers that are loaded for {country}, but none of them is known to hold it.',
  company_newer_than_register:
    'The company is not older than the register {register}, which dates from {dated}. Import its newest version, then run the checks again.',
  company_ambiguous:
    'The register {register} has several companies that may be meant. Send the registration number, or compare them.',
  company_dissolved: 'By the register {register} the company is dissolved.',
  company_struck_off: 'By the register {register} the company is struck off.',
  company_insolvent: 'By the register {register} the company is insolvent, or is being wound up. Decide what follows.',
  company_inactive: 'By the register {register} the company is not active. Ask the company why.',
  company_strike_off_proposed: 'By the register {register} the company is about to be struck off. Ask the company why.',
  company_status_unknown: 'The register {register} does not say whether the company is active.',
  company_name_mismatch: 'The submitted name is not that of the company in the register {register}. Compare both.',
  company_name_former:
    'The submitted name and that in the register {register} are a former name and a later one. Ask which one holds.',
  company_name_differs_slightly:
    'The submitted name is the one in the register {register}, or one that the company trades under, but not letter for letter.',
  company_address_mismatch: 'The submitted address is not the one in the register {register}. Compare both.',
  company_address_differs_slightly:
    'The submitted address differs in some words from the one in the register {register}.',
  company_incorporation_mismatch:
    'The submitted date of incorporation is not the one in the register {register}. Compare both.',
  incorporation_date_in_future: 'The date of incorporation lies in the future. Compare it with a document.',
  company_number_mismatch:
    'A submitted number or country is another than the one in the register, or another company has it. Compare them.',
  company_legal_form_mismatch: 'The submitted legal form is not the one in the register {register}.',
  registers_disagree: 'Two registers contradict each other about the company ({fields}). Compare them.',
  number_check_digits_wrong:
    'The number is none of its kind: its form or its check digits are wrong. Compare it with a document.',
  number_not_checked: 'The number was not checked: no rule is known for its kind, or it has no check digits.',

  // The risk of a company.
  risk_high: 'The risk adds up to {score} points of 100, and {from} are high. Look at its factors and decide.',

  // The line itself.
  check_pending: 'This check has not run yet.',
  check_not_run: 'A check that the policy asks for did not run. Run the checks again.',
  processing_failed: 'The documents could not be processed after several attempts. Send them again in another form.',
  appliance_fault: 'The appliance itself failed at this record. Its log says why; mend it, then run the checks again.',
  engine_unavailable: 'An engine of the appliance is not available. Repair it, then run the checks again.',
  simulated: 'This check was not run: the verification is a simulation in test mode.',
  simulated_failed: 'The failed outcome was asked for by metadata.simulate in test mode.',
  simulated_review: 'The review was asked for by metadata.simulate in test mode.',
} as const satisfies Record<string, string>;

export type FindingCode = keyof typeof FINDINGS;

export type Evidence = Record<string, string | number | boolean | null | string[]>;

/** One observation with its evidence: plain values only, so that it can be stored and shown. */
export interface Finding {
  code: FindingCode;
  /** A sentence for a person, with the remedy where there is one. Never personal data. */
  message: string;
  field?: string;
  document_id?: string;
  evidence?: Evidence;
}

/**
 * A finding with its sentence. Placeholders in the sentence are filled from `evidence`; one without a value is a bug
 * of the caller and throws `AssertionFailure`.
 */
export function makeFinding(code: FindingCode, details: Omit<Finding, 'code' | 'message'> = {}): Finding {
  const message = FINDINGS[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details.evidence?.[name];
    assert(value !== undefined, `finding ${code} needs the evidence ${name}`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
  return { code, message, ...details };
}
