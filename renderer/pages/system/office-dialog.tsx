import { useState } from 'preact/hooks';
import type { LanAnswer } from '../../../server/contract/lan.ts';
import { put } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { CODE, Field, typing } from '../../parts/field.tsx';
import { t } from '../../text/text.ts';

interface OfficeDialogProps {
  lan: LanAnswer;
  onDone: (lan: LanAnswer) => void;
  onClose: () => void;
}

/** Switches it on, or has it served elsewhere on this machine. */
export function OfficeDialog({ lan, onDone, onClose }: OfficeDialogProps) {
  const [port, setPort] = useState(String(lan.port));
  const [address, setAddress] = useState(lan.address ?? '');
  const label = t(lan.on ? 'office.move' : 'office.switch_on');
  return (
    <FormDialog
      title={label}
      submitLabel={label}
      onClose={onClose}
      onSubmit={async () => {
        const change = { on: true, port: Number(port), address: address.trim() || null };
        onDone(await put<LanAnswer>('/v1/system/lan', change));
      }}
    >
      <p>{t('office.on_why')}</p>
      <Field label={t('office.port')}>
        <input type="number" min={1} max={65535} required value={port} onInput={typing(setPort)} />
      </Field>
      <Field label={t('office.address')} hint={t('office.address_hint')}>
        <input {...CODE} value={address} onInput={typing(setAddress)} />
      </Field>
    </FormDialog>
  );
}
