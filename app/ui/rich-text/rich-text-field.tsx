// A rich-text field: a textarea with HTML until the editor has loaded, and permanently without JavaScript.
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { FieldNote } from '../form-field';
import type { FindTargets } from './blocks/use-target-dialog';
import type { FocusPicker, ImagePicker, UploadImage } from './media/upload-image';
import type { RichEditorProps } from './rich-editor.client';
import type { FindLinks } from './tools/typed-link';

interface RichTextFieldProps {
  name: string;
  label: string;
  /** HTML. Submitted unchanged if it is not edited. */
  defaultValue?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  rows?: number | undefined;
  onChange?(html: string): void;
  /** Without it, image files cannot be inserted. */
  uploadImage?: UploadImage | undefined;
  /** Without it, images of the library cannot be chosen. */
  ImagePicker?: ImagePicker | undefined;
  /** Without it, images of galleries are cropped around their centers. */
  FocusPicker?: FocusPicker | undefined;
  /** Finds articles to link to. */
  findLinks?: FindLinks | undefined;
  /** Without it, there are no blocks that show articles, calls to action or a sign-up form. */
  findTargets?: FindTargets;
}

type Editor = ComponentType<RichEditorProps>;

let LoadedEditor: Editor | undefined;

/** The editor; null if its script fails to load, so that the text area remains. */
async function loadEditor(): Promise<Editor | null> {
  try {
    LoadedEditor = (await import('./rich-editor.client')).RichEditor;
    return LoadedEditor;
  } catch {
    return null;
  }
}

// With the page's other scripts, so that the editor is there when hydration ends.
if (!import.meta.env.SSR) loadEditor();

export function RichTextField(props: RichTextFieldProps) {
  const {
    name,
    label,
    defaultValue = '',
    error,
    hint,
    rows = 16,
    onChange,
    uploadImage,
    ImagePicker,
    FocusPicker,
    findLinks,
    findTargets,
  } = props;
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<Editor | 'loading' | null>(null);
  /** Whether the text area has the focus. It stays until the editor has loaded, which then takes the focus. */
  const [isTyping, setTyping] = useState(false);

  useEffect(() => {
    let isHere = true;
    const show = (next: Editor | 'loading' | null) => {
      if (!isHere) return;
      setTyping(document.activeElement === textarea.current);
      setEditor(() => next);
    };
    show(LoadedEditor ?? 'loading');
    if (!LoadedEditor) loadEditor().then(show);
    return () => {
      isHere = false;
    };
  }, []);

  const Ready = typeof editor === 'function' ? editor : null;
  useEffect(() => {
    const text = textarea.current?.parentElement?.querySelector<HTMLElement>('[role="textbox"]');
    if (!Ready || !isTyping || !text) return;
    text.focus();
    const selection = getSelection();
    selection?.selectAllChildren(text);
    selection?.collapseToEnd();
  }, [Ready, isTyping]);
  const describedBy = (error && `${id}error`) || (hint && `${id}hint`) || undefined;
  const take = (html: string) => {
    if (textarea.current) {
      textarea.current.value = html;
      // Tells listeners for unsaved changes.
      textarea.current.dispatchEvent(new Event('input', { bubbles: true }));
    }
    onChange?.(html);
  };
  return (
    <div className="field rich-text">
      {Ready ? (
        // The editor is not a form control, so a click on its label must focus it.
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
        hidden={editor === 'loading' ? !isTyping : Ready !== null}
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
          ImagePicker={ImagePicker}
          FocusPicker={FocusPicker}
          findLinks={findLinks}
          findTargets={findTargets}
        />
      )}
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
}
