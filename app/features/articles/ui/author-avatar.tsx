// An author's portrait, or initials in its place.
import { thumbnailSource, withoutCopy } from '~/features/media/image-source';
import { focusClass } from '~/lib/focal-point';

interface AuthorAvatarProps {
  name: string;
  /** Site-relative; null for none. */
  image?: string | null | undefined;
  large?: boolean | undefined;
}

/** Decorative: the name is beside it. `AuthorPortrait` has an alt text. */
export function AuthorAvatar({ name, image = null, large = false }: AuthorAvatarProps) {
  const className = large ? 'avatar avatar--large' : 'avatar';
  if (image)
    return (
      <img
        className={`${className} ${focusClass(image)}`.trim()}
        src={thumbnailSource(image)}
        width={44}
        height={44}
        alt=""
      />
    );
  return (
    <span className={className} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The portrait where an author is introduced. */
export function AuthorPortrait({ name, image, large = false }: AuthorAvatarProps) {
  if (!image) return <AuthorAvatar name={name} large={large} />;
  const file = withoutCopy(image);
  return (
    <img
      className={`${large ? 'avatar avatar--portrait' : 'avatar'} ${focusClass(image)}`.trim()}
      src={`${file}?w=400`}
      srcSet={`${file}?w=160 160w, ${file}?w=400 400w`}
      sizes={large ? '8rem' : '2.75rem'}
      width={large ? 128 : 44}
      height={large ? 128 : 44}
      alt={name}
    />
  );
}

/** First and last initial: `Mary Ann de Vries` is `MV`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const initials = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return initials.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
