// A posted form as plain texts.

const MAX_TYPED = 2_000;

export interface PostedForm {
  /** A field's text, cut to a sane length; '' when it is not there or a file. */
  text(name: string): string;
}

/** An empty form for a body that is none. */
export async function readForm(request: Request): Promise<PostedForm> {
  let form: FormData | null = null;
  try {
    form = await request.clone().formData();
  } catch {
    // No form: every field is missing, and the action says so.
  }
  return {
    text(name) {
      const value = form?.get(name);
      return typeof value === 'string' ? value.slice(0, MAX_TYPED) : '';
    },
  };
}
