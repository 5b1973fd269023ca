// The editor's part with the article's featured image.
import { ImageField } from '~/features/media/ui/image-field';
import { useMay } from '../shell/use-may';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';
import { GenerateImage } from './generate-image';

export function MediaPart({ fields, issues, hiddenUnless }: PartProps) {
  const mayGenerate = useMay()('generate images');
  return (
    <EditorPart part="media" open={hiddenUnless}>
      <ImageField
        label="Featured Image"
        url={fields.imageUrl}
        alt={fields.imageAlt}
        errors={{ file: issues.file, url: issues.imageUrl, alt: issues.imageAlt }}
      >
        {(tools) => mayGenerate && <GenerateImage tools={tools} />}
      </ImageField>
    </EditorPart>
  );
}
