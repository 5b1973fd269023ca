// Reads a posted form as text fields and files.
import { cutText } from '~/lib/text';

/**
 * Default limit of a field in characters; routes with longer fields pass their own. It is far above every
 * field's own limit: an overlong value must reach validation, where it is refused and returned, and must not
 * be cut silently.
 */
const MAX_FIELD_LENGTH = 10_000;

/** The maximum of PostgreSQL's `integer`. */
const LARGEST_NUMBER = 2_147_483_647;

export interface PostedForm {
  /**
   * A field's text, cut to `longest` characters and without NUL, which PostgreSQL cannot store; '' for a
   * missing field or a file.
   */
  text(name: string, longest?: number): string;
  /** A whole number from 1 to 2147483647, such as a version; 0 for anything else. */
  number(name: string): number;
  /** All text values of that name, for example of checkboxes. */
  all(name: string): string[];
  names(): string[];
  /** True for a checked checkbox, and for any other field that is present. */
  has(name: string): boolean;
  /** The chosen file; null for none or an empty one. */
  file(name: string): File | null;
  /** All chosen files of that name. */
  files(name: string): File[];
}

const toText = (value: string, longest: number) => cutText(value.replaceAll('\0', ''), 0, longest);

/** Reads the form; a body that is not a form gives an empty one. */
export async function readForm(request: Request): Promise<PostedForm> {
  let form: FormData | null = null;
  try {
    form = await request.clone().formData();
  } catch {
    // Not a form: every field is empty, and validation reports it.
  }
  const filesOf = (name: string): File[] => {
    const files = (form?.getAll(name) ?? []).filter((value) => value instanceof File);
    // Browsers send a file input without a choice as an empty file without a name.
    return files.filter(({ size, name }) => size > 0 || name !== '');
  };
  const text = (name: string, longest = MAX_FIELD_LENGTH) => {
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
      return values
        .filter((value) => typeof value === 'string')
        .map((value) => toText(value, MAX_FIELD_LENGTH));
    },
    names: () => [...new Set(form?.keys() ?? [])],
    has: (name) => form?.has(name) ?? false,
    file: (name) => filesOf(name)[0] ?? null,
    files: filesOf,
  };
}
