// The article editor: the article in the middle, what belongs to it at the side, one form around both.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { EditorView } from '~/features/articles/article-editor';
import { FormRefusal } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import { ContentPart } from './content-part';
import type { RefusedArticle } from './editor-form.server';
import { MediaPart } from './media-part';
import { SettingsPart } from './settings-part';

interface EditorPageProps {
  view: EditorView;
  refused: RefusedArticle | null;
}

export function EditorPage({ view, refused }: EditorPageProps) {
  const saving = useNavigation().formMethod === 'POST';
  const { id, version, fields } = refused ?? view;
  const issues = refused?.issues ?? {};
  return (
    <Form className="editor" method="post" encType="multipart/form-data" noValidate>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <header className="editor__head">
        <Link className="editor__back" to="/admin/articles">
          <Icon name="arrow-left" size={18} />
          Back to Articles
        </Link>
        <h1 className="editor__title">{version === 0 ? 'Create Article' : 'Edit Article'}</h1>
        <div className="editor__actions">
          {view.slug && (
            <a className="button button--quiet" href={`/article/${view.slug}`} target="_blank" rel="noopener">
              Preview
            </a>
          )}
          <button className="button" type="submit" disabled={saving}>
            {saving ? 'Saving...' : 'Save Article'}
          </button>
        </div>
      </header>
      <FormRefusal refused={refused} />
      <div className="editor__parts">
        <ContentPart fields={fields} issues={issues} />
        <div className="editor__side">
          <SettingsPart view={view} fields={fields} issues={issues} />
          <MediaPart fields={fields} issues={issues} />
        </div>
      </div>
    </Form>
  );
}
