// The editor's part with the article's featured image, and how search engines and social networks show it.
import { useContext } from 'react';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { ImageField } from '~/features/media/ui/image-field';
import { SearchAndSocial } from '~/features/seo/ui/search-and-social';
import { SocialImageField } from '~/features/seo/ui/social-image-field';
import { toSlug } from '~/lib/slug';
import { SiteContext, useMay } from '../shell/use-may';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';
import { GenerateImage } from './generate-image';

/** @param now the fields as typed, for the previews */
export function MediaPart({ fields, issues, hiddenUnless, now }: PartProps & { now: EditorFields }) {
  const may = useMay();
  const site = useContext(SiteContext);
  return (
    <EditorPart part="media" open={hiddenUnless}>
      <ImageField
        label="Featured Image"
        url={fields.imageUrl}
        alt={fields.imageAlt}
        hasFocus
        hint="Without one, the first image that you add to the text is used."
        errors={{ file: issues.file, url: issues.imageUrl, alt: issues.imageAlt }}
      >
        {(tools) => may('generate images') && <GenerateImage tools={tools} />}
      </ImageField>
      <SearchAndSocial
        fields={fields}
        derived={{
          title: now.title,
          description: now.summary,
          path: `/article/${toSlug(now.slug || now.title)}`,
          image: now.imageUrl,
        }}
        site={site}
        issues={issues}
        canChangeListing={may('all articles')}
      >
        <SocialImageField
          url={fields.socialImage}
          error={issues.socialImage}
          fallback="the article’s image"
        />
      </SearchAndSocial>
    </EditorPart>
  );
}
