// The closed family of failures the product speaks of. Each carries a sentence fit for a reader.

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

/** What was sent cannot be read at all; field by field it is an InvalidError. */
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

  /** Of one field alone: the sentence stands above the form and at the field. */
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

/** A part of a file was asked for that lies behind its end. */
export class RangeNotSatisfiableError extends DomainError {
  override readonly name = 'RangeNotSatisfiableError';
  readonly status = 416;
  /** @param size the whole file's, in bytes */
  constructor(readonly size: number) {
    super('There is no such part of this file');
  }
}

/** It would overwrite or replace what somebody else has there. */
export class ConflictError extends DomainError {
  override readonly name = 'ConflictError';
  readonly status = 409;
}

/**
 * The database refused a row. Features that know why say so in words of their own; this sentence is for the rest.
 * `constraint` is its name in the schema (for 'missing' the column's).
 */
export class ConstraintError extends DomainError {
  override readonly name = 'ConstraintError';
  readonly status = 422;
  constructor(
    readonly kind: 'duplicate' | 'reference' | 'check' | 'missing',
    readonly constraint: string,
    options?: ErrorOptions,
  ) {
    super('This cannot be stored as it is.', options);
  }
}

/** Nobody is signed in, or no longer. */
export class UnauthorizedError extends DomainError {
  override readonly name = 'UnauthorizedError';
  readonly status = 401;
}

/** It is known who asks, and they may not. */
export class ForbiddenError extends DomainError {
  override readonly name = 'ForbiddenError';
  readonly status = 403;
}

/** A part of the world (database, file store) is away; trying again later makes sense. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  readonly status = 503;
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof DomainError;
}
