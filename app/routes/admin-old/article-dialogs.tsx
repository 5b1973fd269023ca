// Deleting an article from the content dashboard.
import { Form } from '@remix-run/react';
import type { NewestArticle } from '~/features/articles/newest-articles';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for one that is gone. */
  article: NewestArticle | null;
}

export function DeleteArticle({ article, refused, closeTo }: DialogProps) {
  if (!article) return <ArticleGone closeTo={closeTo} />;
  return (
    <ModalDialog title="Delete Article" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={article.id} />
        <p>Are you sure you want to delete this article?</p>
        <p className="dialog__note">
          <strong>{article.title}</strong> goes to the Trash, where it waits for 30 days.
        </p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="delete" pending="Deleting…" className="button button--danger">
            Delete Article
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function ArticleGone({ closeTo }: { closeTo: string }) {
  return (
    <ModalDialog title="Article" closeTo={closeTo}>
      <p>There is no such article any more, or it is not among the newest 50.</p>
    </ModalDialog>
  );
}
