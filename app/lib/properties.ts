// Reads properties of objects, and of values of unknown type such as parsed JSON and caught errors.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined when the value is not an object or lacks the property. */
export function propertyOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** '' when the value is not an object or the property is not text. */
export function textPropertyOf(value: unknown, name: string): string {
  const text = propertyOf(value, name);
  return typeof text === 'string' ? text : '';
}

/** `Object.keys` for objects whose properties are all known. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

export function isKeyOf<T extends object>(object: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(object, name);
}
