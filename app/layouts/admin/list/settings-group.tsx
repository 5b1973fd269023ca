// A titled group of fields of a settings form.
import { type ReactNode, useId } from 'react';

interface SettingsGroupProps {
  title: string;
  text?: string | undefined;
  /** h3 below a section's own heading. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

export function SettingsGroup({ title, text, heading: Heading = 'h2', children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section className="panel settings__part" aria-labelledby={id}>
      <Heading className="panel__title" id={id}>
        {title}
      </Heading>
      {text && <p className="settings__text">{text}</p>}
      {children}
    </section>
  );
}
