// A field for rich text: a text area with the HTML until the editor stands in its place, and without JavaScript for good.
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { RichEditorProps } from './rich-editor.client';
import type { UploadImage } from './upload-image';

interface RichTextFieldProps {
  name: string;
  label: string;
  /** HTML. Posted as it is when nobody changes it. */
  defaultValue?: string;
  error?: string;
  hint?: string;
  rows?: number;
  onChange?(html: string): void;
  /** Without it the editor takes no pictures from files. */
  uploadImage?: UploadImage;
}

type Editor = ComponentType<RichEditorProps>;

export function RichTextField(props: RichTextFieldProps) {
  const { name, label, defaultValue = '', error, hint, rows = 16, onChange, uploadImage } = props;
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<Editor | 'loading' | null>(null);

  useEffect(() => {
    let isHere = true;
    setEditor('loading');
    import('./rich-editor.client').then(
      ({ RichEditor }) => isHere && setEditor(() => RichEditor),
      // Without its code there is still the text area.
      () => isHere && setEditor(null),
    );
    return () => {
      isHere = false;
    };
  }, []);

  const Ready = typeof editor === 'function' ? editor : null;
  const describedBy = (error && `${id}error`) || (hint && `${id}hint`) || undefined;
  const take = (html: string) => {
    if (textarea.current) {
      textarea.current.value = html;
      // For whoever watches the form for something unsaved.
      textarea.current.dispatchEvent(new Event('input', { bubbles: true }));
    }
    onChange?.(html);
  };
  return (
    <div className="field rich-text">
      {Ready ? (
        // The label of what is no form control: a click leads there all the same.
        // biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the mouse
        // biome-ignore lint/a11y/useKeyWithClickEvents: the Tab key leads to the editor
        <span
          className="field__label"
          id={`${id}label`}
          onClick={({ currentTarget }) =>
            currentTarget.parentElement?.querySelector<HTMLElement>('[role="textbox"]')?.focus()
          }
        >
          {label}
        </span>
      ) : (
        <label className="field__label" id={`${id}label`} htmlFor={id}>
          {label}
        </label>
      )}
      {editor === 'loading' && (
        <p className="rich-text__loading" role="status">
          Loading editor...
        </p>
      )}
      <textarea
        ref={textarea}
        className="field__input rich-text__source"
        id={id}
        name={name}
        rows={rows}
        defaultValue={defaultValue}
        hidden={editor !== null}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {Ready && (
        <Ready
          html={textarea.current?.value ?? defaultValue}
          source={textarea.current}
          labelId={`${id}label`}
          describedBy={describedBy}
          isInvalid={Boolean(error)}
          onChange={take}
          uploadImage={uploadImage}
        />
      )}
      {hint && !error && (
        <p className="field__hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}error`}>
          {error}
        </p>
      )}
    </div>
  );
}
