// A user on the admin's people page. Browsers load this file.
import type { Role } from '../account';

export const PEOPLE_SHOWN = ['newsroom', 'readers', 'all'] as const;

export interface PeopleQuery {
  /** Part of the name or address; '' for all. */
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
  /** ISO; null if the user never signed in. */
  lastSignInAt: string | null;
  /** Live sessions. */
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

/** The name to show, else the address. */
export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName || email || 'Unnamed account';
}
