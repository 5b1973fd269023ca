// A titled group of fields of a settings form, and the button below all groups.
import { type ReactNode, useId } from 'react';
import { SubmitButton } from '~/ui/submit-button';

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

/** Submits the intent `settings`. */
export function SaveSettings() {
  return (
    <p className="settings__save">
      <SubmitButton intent="settings" pending="Saving...">
        Save Settings
      </SubmitButton>
    </p>
  );
}
