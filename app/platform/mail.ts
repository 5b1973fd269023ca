// Types for sending email.

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** An email of a bulk send, with the newsletter's own sender. */
export interface BulkMessage extends MailMessage {
  /** `Name <address>`. */
  from: string;
}

/** Null if the provider accepted the email, else the reason for its refusal. */
export type MailRefusal = string | null;

interface MailResults {
  /** One per message, in order. */
  answers: MailRefusal[];
  /** Why emails were refused for a reason that is not about their recipients, such as an inactive account; else null. */
  fault: string | null;
}

/** Emails that are sent in one call. */
export interface MailCall {
  /** Idempotency key: a repeated call sends nothing twice. */
  id: string;
  /** The call may have been made before. Since then, emails may have been removed from it, but not added. */
  isRepeat: boolean;
  /** At most 100. */
  messages: readonly BulkMessage[];
}

export interface StoredMessage extends Required<MailMessage> {
  id: string;
  /** ISO. */
  createdAt: string;
}

export interface Mail {
  /**
   * Resolves when the provider has accepted the email, or will after the response. A failed delivery is
   * logged.
   */
  send(message: MailMessage): Promise<void>;
  /**
   * Takes as long as `send` without sending, so that response times do not reveal which addresses are
   * registered.
   */
  pretend(): Promise<void>;
  /**
   * Sends many emails. Each is sent once, even if the call is repeated within a day.
   * @throws UnavailableError, TooManyError if the call should be repeated; ConflictError if all emails were
   * refused
   */
  sendMany(call: MailCall): Promise<MailResults>;
  /** The reason why newsletters cannot be sent, as a sentence; null if they can. */
  readonly newslettersUnavailable: string | null;
  /** The emails stored by the local provider, newest first; null for real providers. */
  readonly outbox: { list(most: number): Promise<StoredMessage[]> } | null;
}
