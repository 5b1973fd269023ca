// A posted form as plain texts and files.
import { cutText } from '~/lib/cut-text';

/**
 * Of a line; a door whose fields are long says how long. Far more than any line may have: what is too long is refused by
 * its own limit and given back, where a text that was cut would be taken as if it had been typed so.
 */
const LONGEST_LINE = 10_000;

/** Of the database's `integer`. */
const LARGEST_NUMBER = 2_147_483_647;

export interface PostedForm {
  /**
   * A field's text, cut to `longest` characters and without NUL, which the database cannot store; '' when it is not
   * there or a file.
   */
  text(name: string, longest?: number): string;
  /** A whole number from 1 to 2147483647, as versions are; 0 for anything else. */
  number(name: string): number;
  /** Every text under that name: a list of checkboxes. */
  all(name: string): string[];
  /** Names of all fields. */
  names(): string[];
  /** A checkbox that is ticked, or a field that is there at all. */
  has(name: string): boolean;
  /** A chosen file; null for none, or an empty choice. */
  file(name: string): File | null;
  /** All chosen files under that name. */
  files(name: string): File[];
}

const toText = (value: string, longest: number) => cutText(value.replaceAll('\0', ''), 0, longest);

/** An empty form for a body that is none. */
export async function readForm(request: Request): Promise<PostedForm> {
  let form: FormData | null = null;
  try {
    form = await request.clone().formData();
  } catch {
    // No form: every field is missing, and the action says so.
  }
  const filesOf = (name: string): File[] => {
    const values: unknown[] = form?.getAll(name) ?? [];
    // An empty choice is sent as a file without a name.
    return values.filter((value) => value instanceof File && (value.size > 0 || value.name !== '')) as File[];
  };
  const text = (name: string, longest = LONGEST_LINE) => {
    const value = form?.get(name);
    return typeof value === 'string' ? toText(value, longest) : '';
  };
  return {
    text,
    number(name) {
      const digits = text(name).trim();
      return /^\d{1,10}$/.test(digits) && Number(digits) <= LARGEST_NUMBER ? Number(digits) : 0;
    },
    all(name) {
      const values = form?.getAll(name) ?? [];
      return values.filter((value) => typeof value === 'string').map((value) => toText(value, LONGEST_LINE));
    },
    names: () => [...new Set(form?.keys() ?? [])],
    has: (name) => form?.has(name) ?? false,
    file: (name) => filesOf(name)[0] ?? null,
    files: filesOf,
  };
}
