// A banner without a picture asks for one once its page has come to life; until then, and when that fails, it shows its
// colour.
import { useEffect, useState } from 'react';
import type { CategoryBanner } from '~/features/categories/category-view';

export function useCategoryImage({ name, description, imageUrl }: CategoryBanner): string | null {
  const [found, setFound] = useState({ name, url: '' });
  useEffect(() => {
    if (imageUrl) return;
    const body = JSON.stringify({ categoryName: name, categoryDescription: description });
    fetch('/api/generate-category-image', { method: 'POST', body })
      .then(async (answer) => {
        if (answer.ok) setFound({ name, url: (await answer.json<{ imageUrl: string }>()).imageUrl });
      })
      .catch(() => {}); // the server has logged why
  }, [name, description, imageUrl]);
  // Going on to another category keeps this component.
  return imageUrl || (found.name === name && found.url) || null;
}
