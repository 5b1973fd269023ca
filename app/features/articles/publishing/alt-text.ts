// The optional rule that every image in an article's text needs alt text before readers can see the article.
import { countOf, cutText, isBlank, joinNames } from '~/lib/text';
import type { ArticleStatus } from '../article';

/** An image of the text without alt text. An empty alt text counts as missing. */
export interface UndescribedImage {
  /** From 1, among all images of the text. */
  position: number;
  src: string;
}

/** Whether saving an article in this state publishes, schedules or updates what readers see. */
export function needsAltText({
  status,
  publishAt,
}: {
  status: ArticleStatus;
  publishAt: Date | null;
}): boolean {
  return status === 'published' || (status === 'draft' && publishAt !== null);
}

// The text may come from an editor, so no pattern here reads past the next `<`. This keeps matching time linear.
const IMAGE = /<img(?=[\s/>])[^<>]*>/gi;

/** @param html as `writeHtml` serializes it; images without a URL are no images */
export function listUndescribed(html: string): UndescribedImage[] {
  return [...html.matchAll(IMAGE)].flatMap(([tag], index) => {
    // Read the attributes one by one, because a value may contain ` alt=`.
    const { alt = '', src = '' } = Object.fromEntries(
      [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return src !== '' && isBlank(alt) ? [{ position: index + 1, src: src.replaceAll('&amp;', '&') }] : [];
  });
}

/** Images named in a message; the others are counted. */
const MAX_NAMED = 10;
const LONGEST_NAME = 60;

/**
 * `image 1 (office.jpg) and image 3 (chart.png)`.
 * @param names the names of library images, by `src`
 */
export function nameImages(
  images: readonly UndescribedImage[],
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const named = images.slice(0, MAX_NAMED).map(({ position, src }) => {
    const name = cutText(names.get(src) ?? fileName(src), 0, LONGEST_NAME);
    return name ? `image ${position} (${name})` : `image ${position}`;
  });
  const others = images.length - named.length;
  return joinNames(others > 0 ? [...named, `${others.toLocaleString('en-US')} more`] : named);
}

/** The end of the URL's path. */
function fileName(src: string): string {
  return src.startsWith('data:')
    ? ''
    : (src
        .replace(/[?#].*$/s, '')
        .split('/')
        .pop() ?? '');
}

/** Why an article is not saved. */
export function altTextRefusal(
  images: readonly UndescribedImage[],
  names: ReadonlyMap<string, string>,
): string {
  const verb = images.length === 1 ? 'has' : 'have';
  return `The article was not saved, because ${nameImages(images, names)} ${verb} no alt text. Your text is still here. Add alt text, or save it as a draft without a publish time.`;
}

const MAX_TITLES = 3;
const LONGEST_TITLE = 80;

/** Why some of the selected articles are not published. */
export function unpublishedNote(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_TITLES).map((title) => {
    const isLong = title.length > LONGEST_TITLE;
    return `“${isLong ? `${cutText(title, 0, LONGEST_TITLE).trim()}…` : title}”`;
  });
  const others = titles.length - named.length;
  const list = joinNames(others > 0 ? [...named, `${others.toLocaleString('en-US')} more`] : named);
  const verb = titles.length === 1 ? 'was' : 'were';
  return `${countOf(titles.length, 'article')} ${verb} not published, because an image in the text has no alt text: ${list}.`;
}
