import { en } from '../../renderer/text/en.ts';
import { findings as french } from '../../renderer/text/fr/findings.ts';
import { fr } from '../../renderer/text/fr.ts';
import { FINDINGS, type FindingCode } from '../../server/checks/findings.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { ERROR_KINDS, type ErrorCode } from '../../server/lib/errors.ts';
import { AUDIT_ACTIONS, OWN_EVENTS, SEVERITIES, type Severity } from '../../server/vocabulary/audit-actions.ts';
import { FRENCH_ERROR_TITLES } from './french-error-titles.ts';

/** The longest line that Markdown may have. */
const LINE_CHARS_MAX = 120;

interface Words {
  head: string;
  intro: string;
  findings: string;
  errors: string;
  severity: Record<(typeof POLICY_V1.severity)[FindingCode], string>;
  finding: (code: FindingCode) => string;
  status: (status: number) => string;
  local: string;
  hub: string;
  again: string;
  notAgain: string;
  error: (code: ErrorCode) => string;
}

const ENGLISH: Words = {
  head: 'Codes',
  intro:
    'Each code of a verification and of the API, with its meaning. The evidence of a finding fills in the `{name}` parts of its text. Policy 1, which ships with Custos, sets the effect of each finding. Your own policy can set another one ([Policy](../policy.md)).',
  findings: 'Findings and reasons',
  errors: 'Errors',
  severity: { fail: 'Fails the verification.', review: 'Asks for a review.', info: 'For information only.' },
  finding: (code) => FINDINGS[code],
  status: (status) => `HTTP status ${status}.`,
  local: 'From the command line or at the start, never from the API.',
  hub: 'From a hub only.',
  again: 'The same request can succeed later.',
  notAgain: 'The same request fails again.',
  error: (code) => ERROR_KINDS[code].title,
};

const FRENCH: Words = {
  head: 'Codes',
  intro:
    'Chaque code d’une vérification et de l’API, avec sa signification. Les données d’un constat remplacent les parties `{name}` de son texte. La politique 1, livrée avec Custos, fixe l’effet de chaque constat. Votre propre politique peut en fixer un autre ([Politique](../policy.md)).',
  findings: 'Constats et motifs',
  errors: 'Erreurs',
  severity: {
    fail: 'Fait refuser la vérification.',
    review: 'Demande un examen.',
    info: 'Pour information seulement.',
  },
  finding: (code) => french[`finding.${code}`],
  status: (status) => `Statut HTTP ${status}.`,
  local: 'Provient de la ligne de commande ou du démarrage, jamais de l’API.',
  hub: 'D’un hub seulement.',
  again: 'La même requête peut réussir plus tard.',
  notAgain: 'La même requête échoue de nouveau.',
  error: (code) => FRENCH_ERROR_TITLES[code],
};

/** The manual's page of codes in each language, by path. Each code has a heading; `/problems/<code>` and the console link to it. */
export const CODE_PAGES: Readonly<Record<string, string>> = {
  'server/manual/reference/codes.md': pageOf(ENGLISH),
  'server/manual/fr/reference/codes.md': pageOf(FRENCH),
  'server/manual/reference/security-events.md': eventPageOf({
    head: 'Events of the security log',
    intro:
      'Each event that the [security log](../security-log.md) sends, with its severity in syslog and its meaning. MSGID has at most 32 characters, so it holds only the start of a longer name. The parameter `event` holds the whole name.',
    audit: 'Entries of the audit log',
    own: 'Messages of the security log itself',
    ofCompanies: 'company',
    texts: en,
  }),
  'server/manual/fr/reference/security-events.md': eventPageOf({
    head: 'Événements du journal de sécurité',
    intro:
      'Chaque événement qu’envoie le [journal de sécurité](../security-log.md), avec sa gravité dans syslog et sa signification. MSGID a au plus 32 caractères et ne contient donc que le début d’un nom plus long. Le paramètre `event` contient le nom entier.',
    audit: 'Entrées du journal d’audit',
    own: 'Messages du journal de sécurité lui-même',
    ofCompanies: 'entreprise',
    texts: fr,
  }),
};

function pageOf(words: Words): string {
  const errors = Object.keys(ERROR_KINDS) as ErrorCode[];
  const findings = Object.keys(FINDINGS) as FindingCode[];
  const ofError = (code: ErrorCode): string => {
    const { status, retryable, ...kind } = ERROR_KINDS[code];
    if ('local' in kind) return `${words.error(code)}. ${words.local}`;
    const from = 'hub' in kind ? ` ${words.hub}` : '';
    return `${words.error(code)}.${from} ${words.status(status)} ${retryable ? words.again : words.notAgain}`;
  };
  const ofFinding = (code: FindingCode): string[] => [
    `${words.finding(code)} ${words.severity[POLICY_V1.severity[code]]}`,
    // A code that is both a finding and an error appears once.
    ...(Object.hasOwn(ERROR_KINDS, code) ? [ofError(code as FindingCode & ErrorCode)] : []),
  ];
  const sections = [
    [`# ${words.head}`, words.intro],
    [`## ${words.findings}`],
    ...findings.map((code) => [`### ${code}`, ...ofFinding(code)]),
    [`## ${words.errors}`],
    ...errors.filter((code) => !Object.hasOwn(FINDINGS, code)).map((code) => [`### ${code}`, ofError(code)]),
  ];
  return `${sections.flat().map(wrapped).join('\n\n')}\n`;
}

/** The text in lines of at most `LINE_CHARS_MAX`, broken between words. */
function wrapped(text: string): string {
  return text.split(' ').reduce((page, word) => {
    const line = page.slice(page.lastIndexOf('\n') + 1);
    return `${page}${line.length + 1 + word.length > LINE_CHARS_MAX ? '\n' : ' '}${word}`;
  });
}

interface EventWords {
  head: string;
  intro: string;
  audit: string;
  own: string;
  /** For an event that people and companies share. */
  ofCompanies: string;
  /** The texts of the console. */
  texts: Readonly<Record<string, string>>;
}

function eventPageOf({ head, intro, audit, own, ofCompanies, texts }: EventWords): string {
  const lineOf = ([name, severity]: [string, Severity]): string => {
    const text = texts[`event.${name.replace(/^kyb\./, '')}`]?.replace(/ ?: \{\w+\}/, '');
    if (text === undefined) throw new Error(`the console has no text for the event ${name}`);
    const company = name.startsWith('kyb.') ? ` (${ofCompanies})` : '';
    return `- \`${name}\`, ${severity} (${SEVERITIES[severity]}): ${text}${company}`;
  };
  const linesOf = (table: Readonly<Record<string, Severity>>): string =>
    Object.entries(table)
      .toSorted()
      .map((entry) => wrapped(lineOf(entry)).replaceAll('\n', '\n  '))
      .join('\n');
  const sections = [
    `# ${head}`,
    wrapped(intro),
    `## ${audit}`,
    linesOf(AUDIT_ACTIONS),
    `## ${own}`,
    linesOf(OWN_EVENTS),
  ];
  return `${sections.join('\n\n')}\n`;
}
