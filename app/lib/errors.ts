// The domain errors. Each has an HTTP status and a message that can be shown to people.

export interface FieldIssue {
  field: string;
  message: string;
}

abstract class DomainError extends Error {
  abstract readonly status: number;
}

export class NotFoundError extends DomainError {
  override readonly name = 'NotFoundError';
  readonly status = 404;
}

/** The request as a whole cannot be read (400). For invalid fields, use InvalidError. */
export class BadRequestError extends DomainError {
  override readonly name = 'BadRequestError';
  readonly status = 400;
}

export class InvalidError extends DomainError {
  override readonly name = 'InvalidError';
  readonly status = 422;
  constructor(
    message: string,
    readonly issues: FieldIssue[] = [],
  ) {
    super(message);
  }

  /** An error for one field. The message is shown above the form and at the field. */
  static at(field: string, message: string): InvalidError {
    return new InvalidError(message, [{ field, message }]);
  }
}

export class TooManyError extends DomainError {
  override readonly name = 'TooManyError';
  readonly status = 429;
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** The requested byte range starts after the end of the file. */
export class RangeNotSatisfiableError extends DomainError {
  override readonly name = 'RangeNotSatisfiableError';
  readonly status = 416;
  /** @param size size of the whole file in bytes */
  constructor(readonly size: number) {
    super('There is no such part of this file');
  }
}

/** The change would overwrite what someone else has saved. */
export class ConflictError extends DomainError {
  override readonly name = 'ConflictError';
  readonly status = 409;
}

export interface RunningJob {
  id: string;
  input: unknown;
  /** Null for the system and for deleted accounts. */
  startedBy: string | null;
}

/** The job cannot start, because it or one that excludes it is running. */
export class JobRunningError extends ConflictError {
  constructor(
    message: string,
    readonly job: RunningJob,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Concurrent changes blocked each other, and this one was rolled back several times. Nothing was stored.
 */
export class CollisionError extends DomainError {
  override readonly name = 'CollisionError';
  readonly status = 409;
}

/**
 * The database rejected a row. Features map known constraints to their own messages; this message is for the
 * rest. `constraint` is its name in the schema, or the column's name for 'missing'.
 */
export class ConstraintError extends DomainError {
  override readonly name = 'ConstraintError';
  readonly status = 422;
  constructor(
    readonly kind: 'duplicate' | 'reference' | 'check' | 'missing',
    readonly constraint: string,
    options?: ErrorOptions,
  ) {
    super('The database rejected one of these values. Change it and try again.', options);
  }
}

/** Not signed in, or no longer. */
export class UnauthorizedError extends DomainError {
  override readonly name = 'UnauthorizedError';
  readonly status = 401;
}

/** Signed in, but without permission. */
export class ForbiddenError extends DomainError {
  override readonly name = 'ForbiddenError';
  readonly status = 403;
}

/** A service such as the database or the file storage is unavailable; retrying later makes sense. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  readonly status = 503;
}

/** Whether the same operation may succeed if it is tried later. */
export function isTransient(error: unknown): error is UnavailableError | CollisionError {
  return error instanceof UnavailableError || error instanceof CollisionError;
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof DomainError;
}

/** What was thrown, as an error with a message and a stack. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
