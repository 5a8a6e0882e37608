import type { ComponentChildren } from 'preact';
import type { PathWish } from '../../server/contract/desktop.ts';
import { desktop } from '../client/desktop.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { CODE, Field, typing } from './form.tsx';

interface PathFieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | null;
  kind: PathWish['kind'];
  required?: boolean;
  value: string;
  onInput: (path: string) => void;
}

/** The path of the file for the master key. */
export function MasterKeyPath(props: Pick<PathFieldProps, 'value' | 'onInput'>) {
  return <PathField label={t('setup.master_path')} hint={t('setup.master_path_hint')} kind="save_file" {...props} />;
}

/** A path on the appliance's machine. The desktop shell, which runs there, offers the system's file dialog. */
export function PathField({ kind, value, onInput, required = true, ...about }: PathFieldProps) {
  const choose = async (): Promise<void> => {
    const path = await desktop?.choosePath({ kind, start: value });
    if (path) onInput(path);
  };
  return (
    <>
      <Field {...about}>
        <input {...CODE} required={required} value={value} onInput={typing(onInput)} />
      </Field>
      {desktop && <Button onClick={() => void choose()} label={t('desktop.choose')} />}
    </>
  );
}
