// The picture that stands for the article.
import { ImageField } from '~/features/media/ui/image-field';
import { useMay } from '../admin/use-may';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';
import { GeneratePicture } from './generate-picture';

export function MediaPart({ fields, issues, hiddenUnless }: PartProps) {
  const mayGenerate = useMay()('generate pictures');
  return (
    <EditorPart part="media" open={hiddenUnless}>
      <ImageField
        label="Featured Image"
        url={fields.imageUrl}
        alt={fields.imageAlt}
        errors={{ file: issues.file, url: issues.imageUrl, alt: issues.imageAlt }}
      >
        {(tools) => mayGenerate && <GeneratePicture tools={tools} />}
      </ImageField>
    </EditorPart>
  );
}
