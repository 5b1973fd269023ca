// The picture that stands for the article.
import { ACCEPTED_IMAGES } from '~/features/media/image-rules';
import { FormField } from '~/ui/form-field';
import type { PartProps } from './content-part';

export function MediaPart({ fields, issues }: PartProps) {
  return (
    <section className="editor__part" aria-labelledby="editor-media">
      <h2 className="editor__part-title" id="editor-media">
        SEO &amp; Media
      </h2>
      <FormField
        label="Featured Image"
        name="imageFile"
        type="file"
        accept={ACCEPTED_IMAGES}
        hint="JPEG, PNG, GIF, WebP or AVIF, up to 5MB. Uploaded when the article is saved."
        error={issues.file}
      />
      <FormField
        label="Image URL"
        name="imageUrl"
        type="text"
        inputMode="url"
        spellCheck={false}
        defaultValue={fields.imageUrl}
        error={issues.imageUrl}
      />
      <FormField
        label="Image description"
        name="imageAlt"
        hint="Said to people who cannot see the picture."
        defaultValue={fields.imageAlt}
        error={issues.imageAlt}
      />
    </section>
  );
}
