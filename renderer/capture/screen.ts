import type { CaptureView } from '../../server/contract/capture-page.ts';

export type CaptureStep = CaptureView['steps'][number];

/** What the page shows. A step comes with the screens that capture it. */
export type Screen =
  | { name: 'opening' | 'pair' | 'confirm' | 'consent' | 'ready' | 'choose' | 'review' | 'done' | 'ended' }
  | { name: 'document' | 'selfie' | 'face'; step: CaptureStep };

/** What only this page knows. */
export interface Place {
  /** The appliance's; null: none is claimed here. */
  view: CaptureView | null;
  /** The page asks whether there is a session. */
  opening: boolean;
  /** The applicant has read how to get ready. */
  ready: boolean;
  /** The applicant wants to choose another document. */
  choosing: boolean;
  /** A step to capture again, by its id. */
  again: string | null;
  /** The face as one plain picture, where the challenge is only offered. */
  plain: boolean;
  /** Steps whose picture came from this page. */
  taken: ReadonlySet<string>;
}

/** Returns what to show. After a reload the same session leads to the same screen, so nothing has to be kept in the browser. */
export function screenOf({ view, opening, ready, choosing, again, plain, taken }: Place): Screen {
  if (view === null) return { name: opening ? 'opening' : 'pair' };
  if (view.state === 'canceled' || view.state === 'expired') return { name: 'ended' };
  if (view.state === 'submitted' || view.state === 'done') return { name: 'done' };
  if (!view.confirmed) return { name: 'confirm' };
  if (view.state === 'created' || view.state === 'claimed') return { name: 'consent' };
  // A person who has captured something has read it.
  if (!ready && view.state === 'consented') return { name: 'ready' };
  if (choosing && view.may_choose) return { name: 'choose' };
  const step = view.steps.find(({ id }) => id === again) ?? view.steps.find((one) => isOpen(one, taken));
  if (step === undefined) return { name: 'review' };
  if (step.kind === 'document') return step.document_type === null ? { name: 'choose' } : { name: 'document', step };
  return { name: plain || isPlain(view, step) || isAttended(step) ? 'selfie' : 'face', step };
}

/** Whether the face is one plain picture: there is no challenge, or an operator looks instead. Such a picture can be taken again. */
export const isPlain = ({ liveness, attended }: CaptureView, { attempts_left }: CaptureStep): boolean =>
  liveness === 'off' || attended || attempts_left === 0;

/** Whether a document of this type has two sides here, so that its side is worth saying. */
export const hasSides = ({ steps }: Pick<CaptureView, 'steps'>, { document_type }: CaptureStep): boolean =>
  steps.some((step) => step.document_type === document_type && step.side === 'back');

/** Without a challenge, an operator needs a plain picture of the face. */
const isAttended = ({ kind, state }: CaptureStep): boolean =>
  kind === 'face' && (state === 'attended' || state === 'failed');

const isOpen = (step: CaptureStep, taken: ReadonlySet<string>): boolean =>
  step.state === 'waiting' || (isAttended(step) && !taken.has(step.id));

/** The parts of the way, for "Part 2 of 4". */
const PARTS = ['consent', 'ready', 'document', 'face', 'review'] as const;
type Part = (typeof PARTS)[number];

const PART_OF: Readonly<Partial<Record<Screen['name'], Part>>> = {
  consent: 'consent',
  ready: 'ready',
  choose: 'document',
  document: 'document',
  selfie: 'face',
  face: 'face',
  review: 'review',
};

/** Returns how far the applicant is, counting only parts that this session has; null before and after the way. */
export function progressOf(view: CaptureView | null, { name }: Screen): { part: number; parts: number } | null {
  const part = PART_OF[name];
  if (view === null || part === undefined) return null;
  const has = (kind: CaptureStep['kind']): boolean => view.steps.some((step) => step.kind === kind);
  const parts = PARTS.filter((one) => (one === 'document' || one === 'face' ? has(one) : true));
  return { part: parts.indexOf(part) + 1, parts: parts.length };
}

/** Returns the whole minutes until the session ends, by the appliance's clock; null while there is much time. */
export function minutesLeft(view: Pick<CaptureView, 'now' | 'expires_at'>, soonMinutes: number): number | null {
  const minutes = Math.ceil((Date.parse(view.expires_at) - Date.parse(view.now)) / 60_000);
  return minutes <= soonMinutes ? Math.max(minutes, 1) : null;
}
