import { useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { ApiError, patch, post } from '../../client/api.ts';
import { Check, Checks, Field, FormDialog, Radios, typed, typing } from '../../parts/form.tsx';
import { t } from '../../text/text.ts';
import { KIND_GROUPS, type Kind, shortKindText } from './delivery.ts';

const PATH = '/v1/webhook-endpoints';

export type MadeEndpoint = EndpointAnswer & { secret?: string };

interface EndpointDialogProps {
  endpoint?: EndpointAnswer;
  onClose: () => void;
  /** Called with the appliance's answer; a new endpoint includes its secret. */
  onDone: (endpoint: MadeEndpoint) => void;
}

/** Creates or changes an endpoint. */
export function EndpointDialog({ endpoint, onClose, onDone }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [kinds, setKinds] = useState<Chosen>(endpoint?.kinds ?? null);
  const [keepAnswers, setKeepAnswers] = useState(endpoint?.keep_answers ?? false);
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title={t(endpoint ? 'webhooks.edit_title' : 'webhooks.add')}
      submitLabel={t(endpoint ? 'action.save' : 'action.add')}
      disabled={kinds?.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        const body = { url: url.trim(), description, kinds, keep_answers: keepAnswers };
        try {
          onDone(endpoint ? await patch(`${PATH}/${endpoint.id}`, body) : await post(PATH, body));
        } catch (error) {
          const ofUrl = error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'url');
          setRefused(ofUrl);
          throw ofUrl ? inWords(error) : error;
        }
      }}
    >
      <Field label={t('webhooks.url')} hint={t('webhooks.url_hint')}>
        <input
          type="url"
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          required
          aria-invalid={refused}
          value={url}
          onInput={(event) => {
            setUrl(typed(event));
            setRefused(false);
          }}
        />
      </Field>
      <Field label={t('webhooks.description')} optional={t('form.optional')}>
        <input autocomplete="off" value={description} onInput={typing(setDescription)} />
      </Field>
      <Kinds kinds={kinds} onChange={setKinds} />
      <Check
        label={t('webhooks.keep_answers')}
        hint={t('webhooks.keep_answers_hint')}
        checked={keepAnswers}
        onChange={setKeepAnswers}
      />
    </FormDialog>
  );
}

/** Describes a refused destination in the console's words. */
export function inWords(error: ApiError): ApiError {
  const known = error.problem.errors.some(({ code }) => code === 'webhook_url_not_allowed');
  return known ? new ApiError({ ...error.problem, detail: t('webhooks.url_not_allowed'), errors: [] }) : error;
}

type Chosen = readonly Kind[] | null;

function Kinds({ kinds, onChange }: { kinds: Chosen; onChange: (kinds: Chosen) => void }) {
  return (
    <fieldset class="webhook-kinds">
      <legend>{t('webhooks.kinds_which')}</legend>
      <Radios
        name="kinds"
        options={(['all', 'some'] as const).map((which) => [which, t(`webhooks.kinds_${which}`)])}
        chosen={kinds === null ? 'all' : 'some'}
        onChoose={(which) => onChange(which === 'all' ? null : [])}
      />
      {kinds && (
        <div class="webhook-kind-groups stack note calm">
          {KIND_GROUPS.map((group) => (
            <fieldset key={group.label}>
              <legend>{t(group.label)}</legend>
              <Checks
                options={group.kinds.map((kind): [Kind, string] => [kind, shortKindText(kind)])}
                chosen={kinds}
                onChange={onChange}
              />
            </fieldset>
          ))}
          {kinds.length === 0 && <p class="hint">{t('form.choose_one')}</p>}
        </div>
      )}
    </fieldset>
  );
}
