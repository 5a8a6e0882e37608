import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from './toast.tsx';

interface PageProps {
  /** The heading, and the window's title: never a name of a person or company. */
  title: string;
  /** What stands in place of the heading where it may name somebody. */
  heading?: ComponentChildren;
  intro?: ComponentChildren;
  actions?: ComponentChildren;
  /** `wide`: as wide as the window; else as wide as text is read well. */
  width?: 'text' | 'wide';
  children: ComponentChildren;
}

/** A screen: its heading takes the focus, so that a keyboard and a reader begin there. */
export function Page({ title, heading, intro, actions, width = 'wide', children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Custos`;
    announce(title);
    if (document.activeElement === document.body || document.activeElement === null) head.current?.focus();
  }, [title]);
  return (
    <div class={`page ${width}`}>
      <header class="page-head">
        <div>
          <h1 ref={head} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {intro && <div class="intro">{intro}</div>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a screen under a heading of its own. */
export function Section({
  title,
  actions,
  children,
  id,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  id?: string;
}) {
  const headId = `${id ?? title.replaceAll(/\W+/g, '-')}-head`;
  return (
    <section class="section" aria-labelledby={headId} {...(id !== undefined && { id })}>
      <header>
        <h2 id={headId}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
