// The picture that stands for the article.
import { ImageField } from '~/features/media/ui/image-field';
import type { PartProps } from './content-part';

export function MediaPart({ fields, issues }: PartProps) {
  return (
    <section className="editor__part" aria-labelledby="editor-media">
      <h2 className="editor__part-title" id="editor-media">
        SEO &amp; Media
      </h2>
      <ImageField
        label="Featured Image"
        url={fields.imageUrl}
        alt={fields.imageAlt}
        errors={{ file: issues.file, url: issues.imageUrl, alt: issues.imageAlt }}
      />
    </section>
  );
}
