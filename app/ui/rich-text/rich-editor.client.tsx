// The rich-text editor: react-quill with this site's blocks, clipboard, toolbar and uploads. Browser only.
import Quill from 'quill';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import ReactQuill from 'react-quill';
import { textPropertyOf } from '~/lib/properties';
import { useToast } from '../toast';
import { registerFormats } from './blots';
import { readHtml } from './dom-tree';
import { actOnBlock, askForAltText, askForLink, findImage } from './edit-links';
import { moveImages } from './move-images';
import { IMAGES_MOVED, type MovedImages } from './moved-images';
import { placeUploads } from './place-upload';
import { readBlocks } from './read-blocks';
import { RichClipboard } from './rich-clipboard';
import { type Question, RichDialog } from './rich-dialog';
import { opsIn } from './rich-op';
import { RichToolbar } from './rich-toolbar';
import type { UploadImage } from './upload-image';
import { writeBlocks } from './write-blocks';

export interface RichEditorProps {
  /** The stored HTML; unchanged parts are written back unchanged. */
  html: string;
  /** The form field. */
  source: HTMLTextAreaElement | null;
  labelId: string;
  describedBy?: string | undefined;
  isInvalid: boolean;
  onChange(html: string): void;
  uploadImage?: UploadImage | undefined;
}

interface Failure {
  file: File;
  title: string;
  message: string;
  /** More about a failure that is not about the file itself; '' for none. */
  detail: string;
}

const FORMATS = registerFormats();
Quill.register('modules/clipboard', RichClipboard, true);
const Delta = Quill.import('delta');

/** Sending the same file again may succeed. Other failures are about the file itself. */
const UPLOAD_ERROR = 'Upload Error';
const FAILED = 'Failed to upload image';
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** The initial document, and a function that writes HTML and keeps unchanged blocks as they were. */
function open(html: string) {
  const blocks = readBlocks(readHtml(html));
  const sources = new Map<string, string>();
  for (const { ops, source } of blocks) {
    const [written, ...more] = writeBlocks(ops);
    if (written !== undefined && more.length === 0) sources.set(written, source);
  }
  return { ops: blocks.flatMap(({ ops }) => ops), sources };
}

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, isInvalid, source, uploadImage } = props;
  // Read once: afterwards the editor holds the current text.
  const [html] = useState(props.html);
  const id = `rich-${labelId.replace(/\W/g, '')}`;
  const editor = useRef<ReactQuill>(null);
  const picker = useRef<HTMLInputElement>(null);
  const onChange = useRef(props.onChange);
  onChange.current = props.onChange;
  const upload = useRef(uploadImage);
  upload.current = uploadImage;
  /** Quill's version of the initial text; equal text means no change. */
  const untouched = useRef<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const toast = useToast();
  const [failures, setFailures] = useState<Failure[]>([]);
  const [{ ops, sources }] = useState(() => open(html));

  const quillOf = useCallback((): Quill => {
    const quill = editor.current?.getEditor();
    if (!quill) throw new Error('The editor is not mounted');
    return quill;
  }, []);
  const report = useCallback(() => {
    if (untouched.current === null) return;
    const blocks = writeBlocks(opsIn(quillOf()));
    const isUntouched = blocks.join('') === untouched.current;
    onChange.current(isUntouched ? html : blocks.map((block) => sources.get(block) ?? block).join(''));
  }, [html, sources, quillOf]);

  const place = useCallback(
    (index: number, files: readonly File[]) => {
      const { current: uploadImage } = upload;
      if (!uploadImage) return;
      const onFailure = (file: File, error: unknown) => {
        const title = textPropertyOf(error, 'title') || UPLOAD_ERROR;
        const reason = textPropertyOf(error, 'message');
        const [message, detail] = title === UPLOAD_ERROR ? [FAILED, reason] : [reason, ''];
        setFailures((all) => [...all, { file, title, message, detail: detail === FAILED ? '' : detail }]);
        toast({ title, description: message, destructive: true });
      };
      placeUploads(
        index,
        files.map((file) => ({ quill: quillOf(), file, uploadImage, onFailure })),
      );
    },
    [quillOf, toast],
  );

  const ask = useCallback((next: Question | null) => {
    // Open the dialog after the browser has finished the click, which would take the focus.
    if (next) setQuestion(next);
  }, []);

  // react-quill creates the editor again when these change.
  const modules = useMemo(
    () => ({
      toolbar: {
        container: `#${id}-tools`,
        handlers: {
          link: () => ask(askForLink(quillOf())),
          image: () => picker.current?.click(),
          describe: () => {
            const image = findImage(quillOf());
            if (image) ask(askForAltText(quillOf(), image));
          },
        },
      },
      history: { userOnly: true },
      uploader: {
        mimetypes: IMAGES,
        handler: ({ index }: { index: number }, files: File[]) => place(index, files),
      },
      keyboard: {
        bindings: {
          // Tab leaves the editor, as keyboard users expect.
          tab: null,
          indent: null,
          outdent: null,
          'remove tab': null,
          'indent code-block': null,
          'outdent code-block': null,
          deeper: { key: ']', shortKey: true, format: ['list'], handler: () => indent(quillOf(), '+1') },
          higher: { key: '[', shortKey: true, format: ['list'], handler: () => indent(quillOf(), '-1') },
          link: { key: 'k', shortKey: true, handler: () => ask(askForLink(quillOf())) },
          break: { key: 'Enter', shiftKey: true, handler: () => breakLine(quillOf()) },
        },
      },
    }),
    [id, place, ask, quillOf],
  );

  useEffect(() => {
    const quill = quillOf();
    quill.history.clear();
    untouched.current = writeBlocks(opsIn(quill)).join('');
    quill.root.id = `${id}-text`;
    quill.root.classList.add('prose');
    quill.root.setAttribute('role', 'textbox');
    quill.root.setAttribute('aria-multiline', 'true');
    quill.root.setAttribute('aria-labelledby', labelId);
    quill.root.setAttribute('spellcheck', 'true');
    // Quill clears its selects while the cursor is elsewhere.
    const fillChoices = () => {
      if (quill.hasFocus()) return;
      for (const choice of document.querySelectorAll(`#${id}-tools select`))
        if (choice instanceof HTMLSelectElement) choice.selectedIndex = 0;
    };
    fillChoices();
    quill.on('editor-change', fillChoices);
  }, [id, labelId, quillOf]);
  useEffect(() => {
    const { root } = quillOf();
    if (describedBy) root.setAttribute('aria-describedby', describedBy);
    else root.removeAttribute('aria-describedby');
    if (isInvalid) root.setAttribute('aria-invalid', 'true');
    else root.removeAttribute('aria-invalid');
  }, [describedBy, isInvalid, quillOf]);

  useEffect(() => {
    const move = (event: Event) => moveImages(quillOf(), (event as CustomEvent<MovedImages>).detail);
    source?.addEventListener(IMAGES_MOVED, move);
    return () => source?.removeEventListener(IMAGES_MOVED, move);
  }, [source, quillOf]);

  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const action = target.closest<HTMLElement>('[data-block-action]')?.dataset.blockAction;
    const block = target.closest<HTMLElement>('.rich-block');
    if (action && block) actOnBlock(quillOf(), block, action);
    else if (target instanceof HTMLImageElement) ask(askForAltText(quillOf(), target));
  };
  const close = () => {
    setQuestion(null);
    quillOf().focus();
  };
  const retry = ({ file }: Failure, position: number) => {
    setFailures((all) => all.filter((_, index) => index !== position));
    place(quillOf().getSelection(true).index, [file]);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: buttons and tools have keyboard equivalents
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the elements within it
    <div className={isInvalid ? 'rich-editor rich-editor--invalid' : 'rich-editor'} onClick={onClick}>
      <RichToolbar id={`${id}-tools`} controls={`${id}-text`} />
      <ReactQuill
        ref={editor}
        theme="default"
        formats={FORMATS}
        modules={modules}
        defaultValue={new Delta(ops)}
        onChange={report}
      />
      <input
        ref={picker}
        type="file"
        accept={IMAGES.join(',')}
        multiple
        hidden
        aria-label="Choose images"
        onChange={({ target }) => {
          place(quillOf().getSelection(true).index, [...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {failures.map((failure, position) => (
        <p
          className="rich-editor__failure"
          data-upload-failed
          key={`${failure.file.name}${failure.file.lastModified}`}
        >
          <span>
            <strong>
              {failure.title}: {failure.message}
            </strong>{' '}
            {failure.file.name}
            {failure.detail && `: ${failure.detail}`}
          </span>
          {failure.title === UPLOAD_ERROR && (
            <button type="button" className="row-action" onClick={() => retry(failure, position)}>
              Try again
            </button>
          )}
          <button
            type="button"
            className="row-action"
            onClick={() => setFailures((all) => all.filter((other) => other !== failure))}
          >
            Dismiss
          </button>
        </p>
      ))}
      {question && <RichDialog question={question} onClose={close} />}
    </div>
  );
}

function indent(quill: Quill, by: '+1' | '-1'): void {
  quill.format('indent', by, Quill.sources.USER);
}

function breakLine(quill: Quill): boolean {
  const { index, length } = quill.getSelection(true);
  if (quill.getFormat(index)['code-block']) return true;
  if (length > 0) quill.deleteText(index, length, Quill.sources.USER);
  quill.insertEmbed(index, 'softbreak', true, Quill.sources.USER);
  quill.setSelection(index + 1, 0, Quill.sources.SILENT);
  return false;
}
