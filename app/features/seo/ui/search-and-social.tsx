// The search and social fields of an article, page or category, with previews of both.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { socialImage } from '~/features/media/social-image';
import { FormField, TextareaField } from '~/ui/form-field';
import {
  readSeoFields,
  SEO_DESCRIPTION_LIMIT,
  SEO_FIELDS,
  SEO_LABELS,
  SEO_TITLE_LIMIT,
  SEO_URL_LIMIT,
  type SeoField,
  type SeoFields,
} from '../seo';

/** The values that the page uses for empty fields. */
export interface DerivedSeo {
  title: string;
  /** '' if it is generated when the page is saved. */
  description: string;
  /** Path of the page. */
  path: string;
  /** The page's image; '' for none. */
  image: string;
}

interface SearchAndSocialProps {
  fields: SeoFields;
  derived: DerivedSeo;
  site: { name: string; url: string };
  /** Field name -> error message. */
  issues: Record<string, string>;
  /** What the page calls its description, as in "Leave blank to use the summary". */
  descriptionName?: string;
  /** Whether the person may decide where search engines list the page. */
  canChangeListing?: boolean;
  /** The field of the social image. */
  children: ReactNode;
}

export function SearchAndSocial({
  fields,
  derived,
  site,
  issues,
  descriptionName = 'summary',
  canChangeListing = true,
  children,
}: SearchAndSocialProps) {
  const [now, setNow] = useState(fields);
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The reader may have opened the details before hydration.
  useEffect(() => setOpen(box.current?.open ?? false), []);
  const filled = SEO_FIELDS.filter((field) => now[field]).length;
  const isRefused = SEO_FIELDS.some((field) => issues[field]);
  const read = (fieldset: HTMLElement) =>
    setNow(readSeoFields((field) => valueIn(fieldset, field) ?? fields[field]));
  const readNow = useRef(read);
  readNow.current = read;
  // A save sets the server's values by script, which React's onInput does not report.
  useEffect(() => {
    const { current } = box;
    const show = () => current && readNow.current(current);
    current?.addEventListener('change', show);
    return () => current?.removeEventListener('change', show);
  }, []);
  const own = { url: site.url + derived.path, title: [derived.title, site.name].filter(Boolean).join(' | ') };
  const common = (name: SeoField) => ({
    label: SEO_LABELS[name],
    name,
    error: issues[name],
    autoComplete: 'off',
  });
  return (
    <details
      ref={box}
      className="seo"
      open={isRefused || undefined}
      onInput={({ currentTarget }) => read(currentTarget)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="seo__summary">
        Search and social
        {filled > 0 && (
          <span className="seo__filled"> {filled === 1 ? '1 field' : `${filled} fields`} filled in</span>
        )}
      </summary>
      <div className="seo__fields">
        <SearchPreview
          title={now.searchTitle || own.title}
          url={now.canonicalUrl || own.url}
          description={now.searchDescription || derived.description}
          isHidden={now.hideFromSearch !== ''}
        />
        <FormField
          {...common('searchTitle')}
          maxLength={SEO_TITLE_LIMIT}
          placeholder={own.title}
          defaultValue={fields.searchTitle}
          hint="Search results show about 60 characters."
        />
        <TextareaField
          {...common('searchDescription')}
          maxLength={SEO_DESCRIPTION_LIMIT}
          placeholder={derived.description}
          defaultValue={fields.searchDescription}
          hint={`Search results show about 160 characters. Leave blank to use the ${descriptionName}.`}
        />
        {canChangeListing && (
          <>
            <FormField
              {...common('canonicalUrl')}
              inputMode="url"
              spellCheck={false}
              maxLength={SEO_URL_LIMIT}
              placeholder={own.url}
              defaultValue={fields.canonicalUrl}
              hint="If this was first published elsewhere, enter the original URL. Search engines then list the original instead of this page."
            />
            <div className="field field--checkbox">
              <input
                type="checkbox"
                id="hideFromSearch"
                name="hideFromSearch"
                defaultChecked={fields.hideFromSearch !== ''}
                aria-describedby="hideFromSearchHint"
              />
              <label htmlFor="hideFromSearch">{SEO_LABELS.hideFromSearch}</label>
              <p className="field__hint" id="hideFromSearchHint">
                Readers can still open it from lists and links on this site.
              </p>
            </div>
          </>
        )}
        <SocialPreview
          title={now.socialTitle || derived.title}
          description={now.socialDescription || derived.description}
          image={now.socialImage || derived.image}
          host={new URL(site.url).host}
          isShown={isOpen}
        />
        <FormField
          {...common('socialTitle')}
          maxLength={SEO_TITLE_LIMIT}
          placeholder={derived.title}
          defaultValue={fields.socialTitle}
        />
        <TextareaField
          {...common('socialDescription')}
          maxLength={SEO_DESCRIPTION_LIMIT}
          placeholder={derived.description}
          defaultValue={fields.socialDescription}
        />
        {children}
      </div>
    </details>
  );
}

function valueIn(box: HTMLElement, name: SeoField): string | null {
  const field = box.querySelector(`[name="${name}"]`);
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked ? 'on' : '';
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value.trim()
    : null;
}

interface SearchPreviewProps {
  title: string;
  url: string;
  description: string;
  isHidden: boolean;
}

function SearchPreview({ title, url, description, isHidden }: SearchPreviewProps) {
  return (
    <figure className="seo__preview">
      <figcaption className="seo__caption">Search result</figcaption>
      {isHidden ? (
        <p className="field__hint">Hidden from search engines.</p>
      ) : (
        <div className="seo__result">
          <p className="seo__url">{url.replace(/^https?:\/\//, '')}</p>
          <p className="seo__result-title">{title}</p>
          <p className="seo__result-text">{description || 'Generated from the content when you save.'}</p>
        </div>
      )}
    </figure>
  );
}

interface SocialPreviewProps {
  title: string;
  description: string;
  image: string;
  host: string;
  isShown: boolean;
}

function SocialPreview({ title, description, image, host, isShown }: SocialPreviewProps) {
  const preview = <img className="seo__image" src={socialImage(image)} alt="" width={1200} height={630} />;
  return (
    <figure className="seo__preview">
      <figcaption className="seo__caption">Social card</figcaption>
      <div className="seo__card">
        {/* Browsers load even a lazy image of closed details, and the server may have to crop it first. */}
        {isShown ? preview : <noscript>{preview}</noscript>}
        <div className="seo__card-text">
          <p className="seo__url">{host}</p>
          <p className="seo__card-title">{title}</p>
          <p className="seo__result-text">{description}</p>
        </div>
      </div>
    </figure>
  );
}
