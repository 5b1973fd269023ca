/** An endpoint as its screen shows it. */
export interface ShownEndpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  stamp: string;
  /** As people read moments; null for never. */
  lastSuccess: string | null;
  failingSince: string | null;
  disabled: string | null;
}
