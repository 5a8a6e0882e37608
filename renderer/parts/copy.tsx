import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { announce, toast } from './toast.tsx';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard; where the browser does not allow it, that is said: the text can be selected beside it. */
export function CopyButton({ text, label = t('action.copy') }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      icon={copied ? 'check' : 'copy'}
      onClick={async () => {
        try {
          // A page that came by plain HTTP from another machine has no clipboard at all.
          await navigator.clipboard.writeText(text);
        } catch {
          return toast(t('action.not_copied'), 'bad');
        }
        setCopied(true);
        announce(t('action.copied'));
        setTimeout(() => setCopied(false), SHOWN_MS);
      }}
    >
      {copied ? t('action.copied') : label}
    </Button>
  );
}

/** A secret that is shown once, with its copy button. */
export function Secret({ text, label }: { text: string; label: string }) {
  return (
    <div class="secret">
      <output aria-label={label} dir="ltr">
        {text}
      </output>
      <CopyButton text={text} />
    </div>
  );
}
