// Deleting an article from the content dashboard.
import type { NewestArticle } from '~/features/articles/newest-articles';
import type { RefusedForm } from '~/http/form-answer.server';
import { DeleteDialog, GoneDialog } from '../admin/delete-dialog';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for one that is gone. */
  article: NewestArticle | null;
}

export function DeleteArticle({ article, refused, closeTo }: DialogProps) {
  if (!article) return <ArticleGone closeTo={closeTo} />;
  return (
    <DeleteDialog noun="article" id={article.id} refused={refused} closeTo={closeTo}>
      <p className="dialog__note">
        <strong>{article.title}</strong> goes to the Trash, where it waits for 30 days.
      </p>
    </DeleteDialog>
  );
}

export function ArticleGone({ closeTo }: { closeTo: string }) {
  const text = 'There is no such article any more, or it is not among the newest 50.';
  return <GoneDialog title="Article" text={text} closeTo={closeTo} />;
}
