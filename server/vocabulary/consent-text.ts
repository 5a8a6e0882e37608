/** The languages of the applicant's pages. */
export const APPLICANT_LANGUAGES = ['en', 'fr', 'ar'] as const;
export type ApplicantLanguage = (typeof APPLICANT_LANGUAGES)[number];

/** Rises with each change of the text below, because the audit log names the version that a person agreed to. */
export const CONSENT_VERSION = '1';

/** What an applicant agrees to before the first picture, as paragraphs. The applicant's page shows it, and the appliance keeps its hash. */
export const CONSENT_TEXT: Readonly<Record<ApplicantLanguage, readonly string[]>> = {
  en: [
    'This office checks who you are. For this it takes pictures of your document and of your face.',
    'A machine of this office reads the document. It compares your face with the picture in the document. It may also compare your face with those of earlier checks. These are biometric data.',
    'The pictures stay on the machine of this office. They do not go to the internet.',
    'If the result is not clear, a person of this office looks at the pictures and decides.',
    'The office deletes the data when the law and its own rules no longer require them.',
    'You may refuse. Then ask a person of this office for another way. You may also withdraw your consent later.',
  ],
  fr: [
    'Ce bureau vérifie votre identité. Pour cela, il prend des photos de votre document et de votre visage.',
    'Une machine de ce bureau lit le document. Elle compare votre visage avec la photo du document. Elle peut aussi comparer votre visage avec ceux de vérifications antérieures. Ce sont des données biométriques.',
    'Les photos restent sur la machine de ce bureau. Elles ne sont pas envoyées sur Internet.',
    'Si le résultat n’est pas clair, une personne de ce bureau regarde les photos et décide.',
    'Le bureau efface les données quand la loi et ses propres règles ne les exigent plus.',
    'Vous pouvez refuser. Demandez alors une autre solution à une personne de ce bureau. Vous pouvez aussi retirer votre consentement plus tard.',
  ],
  ar: [
    'يتحقق هذا المكتب من هويتك. لذلك تُلتقط صور لوثيقتك ولوجهك.',
    'يقرأ جهاز في هذا المكتب الوثيقة، ويقارن وجهك بالصورة الموجودة فيها. وقد يقارن وجهك أيضًا بوجوه من عمليات تحقق سابقة. هذه بيانات بيومترية.',
    'تبقى الصور على جهاز هذا المكتب، ولا تُرسل إلى الإنترنت.',
    'إذا لم تكن النتيجة واضحة، ينظر أحد موظفي المكتب إلى الصور ويتخذ القرار.',
    'يحذف المكتب البيانات عندما لا يعود القانون وقواعد المكتب يتطلبانها.',
    'يمكنك أن ترفض، وعندها اطلب من أحد موظفي المكتب طريقة أخرى. ويمكنك أيضًا سحب موافقتك لاحقًا.',
  ],
};
