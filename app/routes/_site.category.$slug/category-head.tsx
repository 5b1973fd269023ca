// The category banner: text over the category's image, or over its color if it has none.

import { useEffect, useState } from 'react';
import { countLabel } from '~/features/articles/ui/article-list';
import type { CategoryBanner } from '~/features/categories/category-view';
import { imageSource } from '~/features/media/image-source';
import { focusClass } from '~/lib/focal-point';

interface CategoryHeadProps {
  category: CategoryBanner;
  description: string;
}

export function CategoryHead({ category, description }: CategoryHeadProps) {
  const imageUrl = useCategoryImage(category);
  const image = imageUrl ? imageSource(imageUrl) : null;
  return (
    <header className="category-head band--night">
      {image && (
        <img
          className={`category-head__image ${focusClass(imageUrl ?? '')}`.trim()}
          width={1600}
          height={1000}
          alt=""
          loading="eager"
          {...{ fetchpriority: 'high' }}
          sizes={image.srcSet && '100vw'}
          srcSet={image.srcSet}
          src={image.src}
        />
      )}
      <div className="category-head__inner container">
        <h1 className="headline headline--poster">{category.name}</h1>
        <p className="standfirst">{description}</p>
        <p className="category-head__facts">
          <span>{countLabel(category.articleCount)}</span> <span>Updated regularly</span>
        </p>
      </div>
    </header>
  );
}

function useCategoryImage({ name, description, imageUrl, withoutImage }: CategoryBanner): string | null {
  const [found, setFound] = useState({ name, url: '' });
  useEffect(() => {
    if (imageUrl || withoutImage) return;
    const body = JSON.stringify({ categoryName: name, categoryDescription: description });
    fetch('/api/generate-category-image', { method: 'POST', body })
      .then(async (answer) => {
        if (answer.ok) setFound({ name, url: (await answer.json<{ imageUrl: string }>()).imageUrl });
      })
      .catch(() => {}); // the server logs the error
  }, [name, description, imageUrl, withoutImage]);
  // The component survives navigation to another category, so ignore the previous category's image.
  return imageUrl || (found.name === name && found.url) || null;
}
