// Copies of pictures through the Images binding.
import type { ImageResizer } from './context';

export function createImageResizer(images: ImagesBinding): ImageResizer {
  return {
    async resize(source, to) {
      const transform: ImageTransform =
        to === 'og' ? { width: 1200, height: 630, fit: 'cover' } : { width: to.width, fit: 'scale-down' };
      const output = await images
        .input(source)
        .transform(transform)
        .output(to === 'og' ? { format: 'image/jpeg', quality: 80 } : { format: 'image/webp', quality: 78 });
      return { body: output.image(), contentType: output.contentType() };
    },
  };
}
