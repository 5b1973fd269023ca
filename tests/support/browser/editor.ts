// The article editor's form, as a browser without scripts submits it.
import { toPlain, visibleTextOf } from '../html';
import type { Visitor } from '../visitor';

export type ArticleFormValues = Record<string, string | string[]>;

/** A complete new article. */
export const NEW_ARTICLE: ArticleFormValues = {
  title: 'How to say no to a client',
  slug: '',
  summary: '',
  content: '<p>Kindly, early and in writing.</p>',
  author: 'Dana Whitfield',
  coauthors: ['', '', '', '', ''],
  readTime: '4',
  categoryId: '',
  status: 'draft',
  imageUrl: '',
  imageAlt: '',
  publishAt: '',
  searchTitle: '',
  searchDescription: '',
  canonicalUrl: '',
  socialTitle: '',
  socialDescription: '',
  socialImage: '',
};

export const editPath = (id: string) => `/admin/articles/${id}/edit`;

/** Posts a form whose fields may have several values. */
export async function postForm(visitor: Visitor, path: string, form: ArticleFormValues): Promise<Response> {
  const fields: [string, string][] = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return visitor.post(path, fields);
}

/** Saves a new article with the form. Returns the article's id. @throws if the save is rejected */
export async function createByForm(visitor: Visitor, form: ArticleFormValues = {}): Promise<string> {
  const answer = await postForm(visitor, '/admin/articles/new', { ...NEW_ARTICLE, ...form });
  const id = /^\/admin\/articles\/([0-9a-f-]{36})\/edit$/.exec(answer.headers.get('location') ?? '')?.[1];
  if (!id)
    throw new Error(`The article was rejected (${answer.status}): ${visibleTextOf(await answer.text())}`);
  return id;
}

/** The fields of a page's form, as a browser would submit them unchanged. */
export async function readFormFields(page: Response): Promise<ArticleFormValues> {
  const whole = await page.text();
  // Skips the form in the admin layout.
  const html = whole.slice(whole.indexOf('<main'));
  const form: Record<string, string[]> = {};
  const add = (name: string, value: string) => {
    form[name] = [...(form[name] ?? []), value];
  };
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const name = attribute(tag, 'name');
    const type = attribute(tag, 'type');
    if (!name || type === 'file') continue;
    if (type === 'checkbox' && !/ checked=""/.test(tag)) continue;
    add(name, attribute(tag, 'value') ?? (type === 'checkbox' ? 'on' : ''));
  }
  for (const [, tag = '', body = ''] of html.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g))
    add(attribute(` ${tag}`, 'name') ?? '', toPlain(body.replace(/^\n/, '')));
  for (const [, tag = '', body = ''] of html.matchAll(/<select ([^>]*)>([\s\S]*?)<\/select>/g)) {
    const [chosen = '', text = ''] = /<option [^>]*selected=""[^>]*>([^<]*)/.exec(body) ?? [];
    add(attribute(` ${tag}`, 'name') ?? '', attribute(chosen, 'value') ?? toPlain(text));
  }
  return Object.fromEntries(
    Object.entries(form).map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]),
  );
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : toPlain(value);
}
