// The banner of a category: words over its picture, or over its colour where it has none.
import { countLabel } from '~/features/articles/ui/article-list';
import type { CategoryBanner } from '~/features/categories/category-view';
import { pictureSource } from '~/features/media/picture';
import { useCategoryImage } from './use-category-image';

interface CategoryHeadProps {
  category: CategoryBanner;
  description: string;
}

export function CategoryHead({ category, description }: CategoryHeadProps) {
  const imageUrl = useCategoryImage(category);
  const picture = imageUrl ? pictureSource(imageUrl) : null;
  return (
    <header className="category-head band--night">
      {picture && (
        <img
          className="category-head__picture"
          width={1600}
          height={1000}
          alt=""
          loading="eager"
          {...{ fetchpriority: 'high' }}
          sizes={picture.srcSet && '100vw'}
          srcSet={picture.srcSet}
          src={picture.src}
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
