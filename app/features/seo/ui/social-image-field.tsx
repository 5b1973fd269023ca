// The field of the image that social networks show: upload, library or URL.
import { ImageField } from '~/features/media/ui/image-field';
import { SEO_LABELS, SOCIAL_IMAGE_FILE } from '../seo';

interface SocialImageFieldProps {
  url: string;
  error: string | undefined;
  /** The image that is used if there is none here. */
  fallback: string;
}

export function SocialImageField({ url, error, fallback }: SocialImageFieldProps) {
  return (
    <ImageField
      label={SEO_LABELS.socialImage}
      urlLabel="Social image URL"
      names={{ file: SOCIAL_IMAGE_FILE, url: 'socialImage', alt: null }}
      url={url}
      hint={`1200 × 630 pixels. Leave blank to use ${fallback}.`}
      errors={{ url: error }}
    />
  );
}
