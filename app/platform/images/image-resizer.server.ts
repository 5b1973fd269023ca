// Image copies through the Images binding.
import type { ImageResizer } from '../context';

const TYPES = { webp: 'image/webp', avif: 'image/avif' } as const;
/** AVIF uses a different scale: the same number gives a better image. */
const QUALITY = { webp: 78, avif: 60 } as const;

export function createImageResizer(images: ImagesBinding): ImageResizer {
  return {
    async resize(source, to) {
      const transform: ImageTransform =
        'around' in to
          ? {
              width: 1200,
              height: 630,
              fit: 'cover',
              // Percentages as in CSS's object-position.
              gravity: { x: to.around.x / 100, y: to.around.y / 100, mode: 'remainder' },
            }
          : { width: to.width, fit: 'scale-down' };
      const output = await images
        .input(source)
        .transform(transform)
        .output(
          'around' in to
            ? { format: 'image/jpeg', quality: 80 }
            : { format: TYPES[to.format], quality: QUALITY[to.format] },
        );
      return { body: output.image(), contentType: output.contentType() };
    },
    async turn(jpeg, degrees) {
      const output = await images
        .input(new Blob([jpeg.slice()]).stream())
        .transform({ rotate: degrees })
        .output({ format: 'image/jpeg', quality: 90 });
      return new Uint8Array(await output.response().arrayBuffer());
    },
  };
}
