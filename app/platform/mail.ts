// Letters, and who takes them. Types only.

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** One of many letters. Its sender is the newsletter's own. */
export interface BulkMessage extends MailMessage {
  /** `Name <address>`. */
  from: string;
}

/** What became of one of them: null when the provider took it, or why it refused that one. */
export type Refusal = string | null;

/** Letters that are handed over together. */
export interface MailCall {
  /** Names the call, so that one that is made again is taken once. */
  id: string;
  /** Whether it may have been made before. Who is among its letters may have changed since; nobody was added. */
  isRepeat: boolean;
  /** 100 at most. */
  messages: readonly BulkMessage[];
}

export interface KeptMessage extends Required<MailMessage> {
  id: string;
  /** ISO. */
  createdAt: string;
}

export interface Mail {
  /** Resolves when the provider has taken it or will take it after the answer. A failed delivery is logged. */
  send(message: MailMessage): Promise<void>;
  /** Takes as long as `send` and sends nothing, so that an answer's time tells nothing about an address. */
  pretend(): Promise<void>;
  /**
   * Hands many letters over, each exactly once however often the call is made (within a day).
   * @returns one answer a message
   * @throws UnavailableError, TooManyError when it is to be made again; ConflictError when all were refused for certain
   */
  sendMany(call: MailCall): Promise<Refusal[]>;
  /** Why no letters can be handed over, as a sentence; null where they can. */
  readonly whyNoLetters: string | null;
  /** What the local provider kept, newest first; null where mail really leaves. */
  readonly outbox: { list(most: number): Promise<KeptMessage[]> } | null;
}
