import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { approvalSchema } from '../../server/contract/reviews.ts';
import { nameOf } from '../client/actors.ts';
import { useGet } from '../client/api.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { can, operator } from '../client/session.ts';
import {
  documentLabel,
  fieldLabel,
  findingText,
  plural,
  reviewReason,
  type SaidFinding,
  t,
  textFor,
} from '../text/text.ts';
import { Button } from './button.tsx';
import { DecideForm } from './decide-form.tsx';
import { FindingList } from './finding-list.tsx';
import { useKeys } from './keys.ts';
import { announce, Section, toast } from './page.tsx';
import { type RecordHead, type RecordPart, reasonFindings } from './record-head.ts';
import type { Decision } from './review-reasons.ts';
import { Pill, When } from './values.tsx';
import './decide.css';
import './record.css';

type Review = NonNullable<RecordHead['review']>;

interface DecideProps<T, F extends SaidFinding> extends RecordPart<T> {
  /** All findings of the record, including its reasons. */
  findings: readonly F[];
  /** Returns where a finding was made, such as a document's name. */
  where?: (finding: F | SaidFinding) => ComponentChildren;
  /** Changes with the record, and with decisions on its hits. */
  version: string;
}

/**
 * Shows why a record needs review, and the decision form: the keys `a` and `r`, a digit for the reason, Enter. Under four eyes the second reviewer
 * sees the first decision. After the decision, it is shown instead.
 */
export function Decide<T extends RecordHead, F extends SaidFinding = SaidFinding>(props: DecideProps<T, F>) {
  const { kind, path, record, mattering, findings, where, version, onChange } = props;
  const [asked, setAsked] = useState<Decision | null>(null);
  const word = useRef<HTMLDivElement>(null);
  const { review, status } = record;
  const waits = status === 'needs_review';
  const may = waits && can(`${kind}:review`);
  const own = review?.state === 'proposed' && review.decided_by === operator.value?.id;
  const decisions = (['approve', 'reject'] as const).filter((one) => may && !(own && review?.decision === one));
  const ask = (decision: Decision): void => setAsked(decision);
  useKeys(
    decisions.map((one) => ({ key: one === 'approve' ? 'a' : 'r', label: labelOf(one, review), run: () => ask(one) })),
    [decisions.join(), review?.id],
  );
  useEffect(() => {
    if (!asked || decisions.includes(asked)) return;
    setAsked(null);
    // The event of one's own decision may arrive before its answer.
    const isMine = [review?.decided_by, review?.second?.decided_by].includes(operator.peek()?.id);
    if (!isMine) toast(t('decide.changed'), 'bad');
    word.current?.focus();
  }, [decisions.join()]);
  const reasons = reasonFindings(record, findings);
  if (!waits && !review?.decision && reasons.length === 0) return null;
  return (
    <Section title={t(waits ? 'event.verification.needs_review' : 'label.outcome')} id="decide">
      {review?.decision && (
        <div class="review-word" ref={word} tabIndex={-1}>
          <ReviewWord review={review} own={own} />
        </div>
      )}
      {reasons.length > 0 && (
        <FindingList
          findings={reasons}
          {...((waits || !review?.decision) && { mattering })}
          {...(where && { where })}
        />
      )}
      {decisions.includes('approve') && <ApprovalNeeds path={path} record={record} version={version} />}
      {asked && decisions.includes(asked) ? (
        <DecideForm<T>
          key={asked}
          kind={kind}
          path={path}
          decision={asked}
          onCancel={() => setAsked(null)}
          onDone={(after) => {
            setAsked(null);
            onChange(after);
            tell(after);
            // The form is gone: the focus moves to the decision.
            requestAnimationFrame(() => word.current?.focus());
          }}
        />
      ) : (
        decisions.length > 0 && (
          <div class="actions decide-buttons">
            {decisions.map((one) => (
              <Button
                key={one}
                look={one === 'approve' ? 'primary' : 'danger'}
                icon={one === 'approve' ? 'check' : 'cross'}
                keys={one === 'approve' ? 'a' : 'r'}
                onClick={() => ask(one)}
                label={labelOf(one, review)}
              />
            ))}
          </div>
        )
      )}
      {waits && !may && <p class="faint">{t('decide.not_yours')}</p>}
    </Section>
  );
}

/** The second reviewer who agrees confirms. */
function labelOf(decision: Decision, review: Review | null): string {
  const confirms = review?.state === 'proposed' && review.decision === decision;
  if (decision === 'approve') return t(confirms ? 'decide.confirm_approve' : 'decide.approve');
  return t(confirms ? 'decide.confirm_reject' : 'decide.reject');
}

function tell({ review, status }: RecordHead): void {
  if (review?.state === 'proposed') toast(t('decide.told_proposed'));
  else toast(t(status === 'completed' ? 'decide.told_approved' : 'decide.told_rejected'));
  announce(t(`status.${status}`));
}

/** Describes the age of the searched lists. */
function listsText(lists: NonNullable<Review['lists']>): string {
  return plural('decide.lists', Math.max(0, ...lists.map(({ age_days }) => age_days)));
}

/** Shows the reviewers' decision: in force, or waiting for a second reviewer. */
function ReviewWord({ review, own }: { review: Review; own: boolean }) {
  const proposed = review.state === 'proposed';
  const approved = review.decision === 'approve';
  const reason = review.decision && review.reason && reviewReason(review.decision, review.reason);
  return (
    <>
      <p>
        <Pill tone={proposed ? 'warn' : approved ? 'good' : 'bad'}>
          {t(
            proposed
              ? `decide.proposed_${review.decision ?? 'reject'}`
              : approved
                ? 'decide.approved'
                : 'decide.rejected',
          )}
        </Pill>{' '}
        {review.decided_by && nameOf(review.decided_by)} {review.decided_at && <When at={review.decided_at} />}
      </p>
      {reason && <p>{reason}</p>}
      {review.lists && <p class="small faint">{listsText(review.lists)}</p>}
      {review.note && review.note !== reason && <q>{review.note}</q>}
      {review.second && (
        <p class="second">
          {t('decide.second')} {nameOf(review.second.decided_by)} <When at={review.second.decided_at} />
          {review.second.note !== reason && <q>{review.second.note}</q>}
        </p>
      )}
      {proposed && <p class="faint">{t(own ? 'decide.own_proposal' : 'decide.second_needed')}</p>}
    </>
  );
}

type Approval = z.output<typeof approvalSchema>;
type Fault = Approval['errors'][number];

/** Shows what is missing before a record can be approved; nothing if nothing is missing. `version`: changes with decisions on the record. */
function ApprovalNeeds({ path, record, version }: { path: RecordPath; record: RecordHead; version: string }) {
  const known = useGet(`${path}/approval`, record.status, version).known();
  if (!known || known.possible) return null;
  const faults = [...Map.groupBy(known.errors, textOf)];
  return (
    <div class="approval-needs" role="status">
      <p>{t('approval.needs')}</p>
      <ul>
        {faults.map(([text, alike]) => (
          <li key={text}>
            {text} {alike.length > 1 && <span class="faint">({alike.length})</span>} <Where faults={alike} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const textOf = (fault: Fault): string => textFor(`approval.${fault.code}`) ?? findingText(fault);

/** Shows where on this page, or on which page, each fault can be fixed. */
function Where({ faults }: { faults: readonly Fault[] }) {
  const field = faults[0]?.field ?? '';
  if (field.startsWith('alt_')) return <a href="/alerts">{t('approval.show_alert')}</a>;
  if (/hits\[\d+\]$/.test(field)) return <a href="#hits">{t('approval.show_hits')}</a>;
  if (/^(representatives|ubos)\[/.test(field))
    return <>{faults.map((fault) => fieldLabel(fault.field ?? '')).join(', ')}</>;
  return null;
}

/** Shows which documents were requested. */
export function Requested({ review, actions }: Pick<RecordHead, 'review'> & { actions?: ComponentChildren }) {
  const requests = review?.requested_documents ?? [];
  if (requests.length === 0) return null;
  return (
    <Section title={t('event.documents.requested')} id="requested" actions={actions}>
      <ul class="requests">
        {requests.map((request) => (
          <li key={request.requested_at}>
            <p>{request.types.map(documentLabel).join(' · ')}</p>
            {request.note && <q>{request.note}</q>}
            <p class="small faint">
              {nameOf(request.requested_by)} <When at={request.requested_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
