import type { TargetedSubmitEvent } from 'preact';

/** Sends a form, then leads to the first field that was refused. */
export function submitWith(send: () => Promise<void>) {
  return async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    await send();
    // What was refused is marked with the next drawing of the page.
    requestAnimationFrame(() => {
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (field) field.focus();
      else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    });
  };
}
