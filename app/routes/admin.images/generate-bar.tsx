// The selected count and the bulk Generate button. The checkboxes of the list belong to this form.
import { Form, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';
import type { ImageCosts } from '~/features/image-generation/images-view';
import { formatDollars } from '~/features/image-generation/images-view';
import { BULK_FORM, type Selection } from '~/layouts/admin/list/use-selection';
import { useToast } from '~/ui/toast';

interface GenerateBarProps {
  selection: Selection;
  /** Across all pages. */
  total: number;
  hasMorePages: boolean;
  costs: ImageCosts;
  /** A job is running, so another one would be refused. */
  isGenerating: boolean;
  action: string;
}

export const NO_SELECTION = {
  title: 'No Selection',
  description: 'Please select articles to generate images for',
};

export function GenerateBar({
  selection,
  total,
  hasMorePages,
  costs,
  isGenerating,
  action,
}: GenerateBarProps) {
  const toast = useToast();
  const isUnderWay = useNavigation().formData?.get('intent') === 'bulk';
  const [wantsAll, setWantsAll] = useState(false);
  const isEvery = wantsAll && selection.isAll && hasMorePages;
  useEffect(() => {
    // Deselecting an article also ends "select all pages".
    if (!selection.isAll) setWantsAll(false);
  }, [selection.isAll]);
  const chosen = isEvery ? total : selection.ids.length;
  const submit = (event: FormEvent) => {
    if (chosen > 0) return;
    event.preventDefault();
    toast({ ...NO_SELECTION, destructive: true });
  };
  const count = chosen.toLocaleString('en-US');
  return (
    <Form className="generate-bar" id={BULK_FORM} method="post" action={action} onSubmit={submit}>
      <input type="hidden" name="intent" value="bulk" />
      {isEvery && <input type="hidden" name="scope" value="all" />}
      <div className="generate-bar__choice">
        <button
          className="button button--quiet needs-js"
          type="button"
          onClick={() => !selection.isAll && selection.toggleAll()}
        >
          Select All
        </button>
        <button
          className="button button--quiet"
          type="reset"
          onClick={() => {
            setWantsAll(false);
            selection.clear();
          }}
        >
          Clear Selection
        </button>
        <p className="generate-bar__count needs-js" role="status">
          {count} selected
          {chosen > 0 && costs.price > 0 && (
            <span className="generate-bar__price">, about {formatDollars(chosen * costs.price)}</span>
          )}
        </p>
        {hasMorePages && selection.isAll && !isEvery && (
          <button className="button button--text" type="button" onClick={() => setWantsAll(true)}>
            Select All {total.toLocaleString('en-US')} Articles
          </button>
        )}
      </div>
      <div className="generate-bar__go">
        {isGenerating && (
          <p className="generate-bar__hint" id="generate-hint">
            Available when the current job has finished.
          </p>
        )}
        {hasMorePages && (
          <button
            className="button button--quiet needs-no-js"
            type="submit"
            name="scope"
            value="all"
            disabled={isGenerating}
          >
            Generate All {total.toLocaleString('en-US')}
          </button>
        )}
        <button
          className="button"
          type="submit"
          disabled={isUnderWay || isGenerating}
          aria-describedby={isGenerating ? 'generate-hint' : undefined}
        >
          {isUnderWay ? (
            'Starting...'
          ) : (
            <span>
              Generate <span className="needs-js">{count} </span>Images
            </span>
          )}
        </button>
      </div>
    </Form>
  );
}
