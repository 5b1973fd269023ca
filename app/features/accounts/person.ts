// A person as the people screen sees one. Pure; browsers load this.
import type { Role } from './account';

export const PEOPLE_SHOWN = ['newsroom', 'readers', 'all'] as const;

export interface PeopleQuery {
  /** What name or address contain; '' for all. */
  text: string;
  who: (typeof PEOPLE_SHOWN)[number];
  /** From 1. */
  page: number;
}

export type PersonStatus = 'active' | 'invited' | 'unconfirmed' | 'disabled';

export interface Person {
  id: string;
  email: string;
  fullName: string;
  role: Role;
  status: PersonStatus;
  /** ISO; null for whoever never did. */
  lastSignInAt: string | null;
  /** Browsers and devices that are signed in now. */
  sessions: number;
}

const STATUS_NAMES: Record<PersonStatus, string> = {
  active: 'Active',
  invited: 'Invited',
  unconfirmed: 'Not confirmed',
  disabled: 'Disabled',
};

export function statusName(status: PersonStatus): string {
  return STATUS_NAMES[status];
}

/** What somebody is called where an address is all that is known of them. */
export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName || email || 'Somebody without a name';
}
