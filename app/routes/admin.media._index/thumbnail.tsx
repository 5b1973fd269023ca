// A picture in a row, 80x60 (specification, section 9).
import { thumbnailSource } from '~/features/media/picture';

export function Thumbnail({ url }: { url: string }) {
  return (
    <img
      className="thumbnail"
      src={thumbnailSource(url)}
      alt=""
      width={80}
      height={60}
      loading="lazy"
      decoding="async"
    />
  );
}
