// The rich-text editor: react-quill with this site's blocks, clipboard, toolbar and uploads. Browser only.
import Quill from 'quill';
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import ReactQuill from 'react-quill';
import { textPropertyOf } from '~/lib/properties';
import { useToast } from '../toast';
import { registerFormats } from './blocks/blots';
import type { FootnotePlace } from './blocks/edit-footnote';
import { formatsAt } from './blocks/insert-block';
import { readSlash, startsFootnote, startsWithSlash } from './blocks/slash';
import type { TableToolsProps } from './blocks/table-tools';
import { type FindTargets, useTargetDialog } from './blocks/use-target-dialog';
import { actOnBlock, askForAltText } from './edit-links';
import { editorModules, IMAGES } from './editor-modules';
import { readHtml } from './html/dom-tree';
import { keepSources } from './html/kept-source';
import { opsIn } from './html/rich-op';
import { writeBlocks } from './html/write-blocks';
import { moveImages } from './media/move-images';
import { IMAGES_MOVED, type MovedImages } from './media/moved-images';
import { placeUploads } from './media/place-upload';
import { UPLOAD_ERROR, type UploadFailure, UploadFailures } from './media/upload-failures';
import type { FocusPicker, ImagePicker, UploadImage } from './media/upload-image';
import { useMediaDialog } from './media/use-media-dialog';
import { RichClipboard } from './paste/rich-clipboard';
import { type Question, RichDialog } from './rich-dialog';
import { RichToolbar } from './rich-toolbar';
import { endsWithBracket, type FindLinks, readTypedLink } from './tools/typed-link';
import { useFind } from './tools/use-find';
import { useMenus } from './use-menus';

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
  ImagePicker?: ImagePicker | undefined;
  FocusPicker?: FocusPicker | undefined;
  /** Without it, "[[" is only text. */
  findLinks?: FindLinks | undefined;
  findTargets?: FindTargets;
}

const FORMATS = registerFormats();
Quill.register('modules/clipboard', RichClipboard, true);
const Delta = Quill.import('delta');

const FAILED = 'Failed to upload image';

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, isInvalid, source, uploadImage, findLinks, findTargets } = props;
  // Read once: afterwards the editor holds the current text.
  const [html] = useState(props.html);
  const id = `rich-${labelId.replace(/\W/g, '')}`;
  const editor = useRef<ReactQuill>(null);
  const picker = useRef<HTMLInputElement>(null);
  const onChange = useRef(props.onChange);
  onChange.current = props.onChange;
  const links = useRef(findLinks);
  links.current = findLinks;
  const upload = useRef(uploadImage);
  upload.current = uploadImage;
  /** Quill's version of the initial text; equal text means no change. */
  const untouched = useRef<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const toast = useToast();
  const [failures, setFailures] = useState<UploadFailure[]>([]);
  const [{ ops, join }] = useState(() => keepSources(readHtml(html)));

  const quillOf = useCallback((): Quill => {
    const quill = editor.current?.getEditor();
    if (!quill) throw new Error('The editor is not mounted');
    return quill;
  }, []);
  const report = useCallback(() => {
    if (untouched.current === null) return;
    const blocks = writeBlocks(opsIn(quillOf()));
    const isUntouched = blocks.join('') === untouched.current;
    onChange.current(isUntouched ? html : join(blocks));
  }, [html, join, quillOf]);

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

  const editFootnote = useCallback(
    (place?: FootnotePlace) => {
      import('./blocks/edit-footnote').then(
        ({ askForFootnote }) => ask(askForFootnote(quillOf(), place)),
        // The text stays as it is.
        () => {},
      );
    },
    [ask, quillOf],
  );
  const { openMedia, mediaDialog } = useMediaDialog(quillOf, {
    uploadImage,
    ImagePicker: props.ImagePicker,
    FocusPicker: props.FocusPicker,
  });

  const { openTargets, targetDialog } = useTargetDialog(quillOf, findTargets);

  const { openMenu, menus } = useMenus(quillOf, {
    ask,
    openMedia,
    pickImage: uploadImage && (() => picker.current?.click()),
    findLinks,
    openTargets,
  });

  const [isInTable, setIsInTable] = useState(false);
  const [tableTools, setTableTools] = useState<{ Tools: ComponentType<TableToolsProps> } | null>(null);
  const Tools = isInTable ? tableTools?.Tools : undefined;
  useEffect(() => {
    if (!isInTable) return;
    import('./blocks/table-tools').then(
      ({ TableTools }) => setTableTools({ Tools: TableTools }),
      // Keys and the toolbar remain.
      () => {},
    );
  }, [isInTable]);

  const { open: openFind, bar: findBar } = useFind(quillOf);
  const canUpload = uploadImage !== undefined;
  // react-quill creates the editor again when these change.
  const modules = useMemo(
    () =>
      editorModules(`#${id}-tools`, {
        quillOf,
        ask,
        place,
        pickImage: canUpload ? () => picker.current?.click() : undefined,
        openMenu: () => openMenu(false),
        editFootnote: () => editFootnote(),
        openMedia,
        openFind,
        openTargets,
      }),
    [id, place, ask, quillOf, canUpload, openMenu, editFootnote, openMedia, openFind, openTargets],
  );

  useEffect(() => {
    const quill = quillOf();
    quill.history.clear();
    untouched.current = writeBlocks(opsIn(quill)).join('');
    quill.root.id = `${id}-text`;
    document.getElementById(`${id}-tools`)?.setAttribute('aria-controls', quill.root.id);
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
    quill.on('editor-change', () => {
      const selection = quill.getSelection();
      // Without a selection, the focus may be on the table's tools.
      if (selection) setIsInTable(Boolean(formatsAt(quill, selection.index).table));
    });
    quill.on('text-change', (delta, _before, source) => {
      // Browsers move the cursor after they report the typed text.
      if (source === Quill.sources.USER && startsWithSlash(quill, delta))
        setTimeout(() => readSlash(quill) !== null && openMenu(true));
      if (source === Quill.sources.USER && startsFootnote(quill, delta))
        setTimeout(() => editFootnote({ isTyped: true }));
      if (source === Quill.sources.USER && links.current && endsWithBracket(delta))
        setTimeout(() => readTypedLink(quill) !== null && openMenu(true, true));
    });
  }, [id, labelId, quillOf, openMenu, editFootnote]);
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
    const footnote = Quill.find(target.closest('.rich-footnote') ?? target);
    if (action === 'edit' && block) openMedia({ block });
    else if (action && block) actOnBlock(quillOf(), block, action);
    else if (footnote && !(footnote instanceof Quill) && target.closest('.rich-footnote'))
      editFootnote({ index: quillOf().getIndex(footnote) });
    else if (target instanceof HTMLImageElement)
      ask(askForAltText(quillOf(), target, (image) => openMedia({ image })));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches('.rich-block')) return;
    event.preventDefault();
    event.stopPropagation();
    openMedia({ block: target });
  };
  const close = () => {
    setQuestion(null);
    // The closed dialog has returned the focus, but not the selection. Quill restores it only with the focus.
    const quill = quillOf();
    quill.blur();
    quill.focus();
  };
  const retry = (failure: UploadFailure) => {
    setFailures((all) => all.filter((other) => other !== failure));
    place(quillOf().getSelection(true).index, [failure.file]);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: buttons and tools have keyboard equivalents
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the elements within it
    <div
      className={isInvalid ? 'rich-editor rich-editor--invalid' : 'rich-editor'}
      onClick={onClick}
      onKeyDownCapture={onKeyDown}
    >
      <RichToolbar id={`${id}-tools`} />
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
      {findBar}
      {Tools && <Tools quill={quillOf()} />}
      <UploadFailures
        failures={failures}
        onRetry={retry}
        onDismiss={(failure) => setFailures((all) => all.filter((other) => other !== failure))}
      />
      {menus}
      {question && <RichDialog question={question} onClose={close} />}
      {mediaDialog}
      {targetDialog}
    </div>
  );
}
