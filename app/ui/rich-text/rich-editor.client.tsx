// The rich-text editor: react-quill with this site's blocks, clipboard, toolbar and uploads. Browser only.
import Quill from 'quill';
import {
  type ComponentType,
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
import type { BlockMenuProps } from './block-menu';
import { registerFormats } from './blots';
import { readHtml } from './dom-tree';
import { actOnBlock, askForAltText } from './edit-links';
import { editorModules, IMAGES } from './editor-modules';
import { formatsAt } from './insert-block';
import { keepSources } from './kept-source';
import { moveImages } from './move-images';
import { IMAGES_MOVED, type MovedImages } from './moved-images';
import { placeUploads } from './place-upload';
import { RichClipboard } from './rich-clipboard';
import { type Question, RichDialog } from './rich-dialog';
import { opsIn } from './rich-op';
import { RichToolbar } from './rich-toolbar';
import { readSlash, startsWithSlash } from './slash';
import type { TableToolsProps } from './table-tools';
import type { LinkMenuProps } from './tools/link-menu';
import { endsWithBracket, type FindLinks, readTypedLink } from './tools/typed-link';
import { useFind } from './tools/use-find';
import { UPLOAD_ERROR, type UploadFailure, UploadFailures } from './upload-failures';
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
  /** Without it, "[[" is only text. */
  findLinks?: FindLinks | undefined;
}

interface Opened extends Pick<BlockMenuProps, 'isTyped' | 'left' | 'top'> {
  /** Undefined until it is loaded. */
  Menu?: ComponentType<BlockMenuProps>;
  Links?: ComponentType<LinkMenuProps>;
}

const FORMATS = registerFormats();
Quill.register('modules/clipboard', RichClipboard, true);
const Delta = Quill.import('delta');

const FAILED = 'Failed to upload image';
/** In pixels, as in the style sheet. */
const MENU_WIDTH = 320;
const MENU_GAP = 4;

export function RichEditor(props: RichEditorProps) {
  const { labelId, describedBy, isInvalid, source, uploadImage, findLinks } = props;
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

  const [menu, setMenu] = useState<Opened | null>(null);
  const openMenu = useCallback(
    (isTyped: boolean, isLink = false) => {
      const quill = quillOf();
      const { left, bottom } = quill.getBounds(quill.getSelection(true).index) ?? { left: 0, bottom: 0 };
      const { offsetTop, clientWidth } = quill.container;
      const top = offsetTop + bottom + MENU_GAP;
      setMenu({ isTyped, left: Math.max(0, Math.min(left, clientWidth - MENU_WIDTH)), top });
      const loaded: Promise<Partial<Opened>> = isLink
        ? import('./tools/link-menu').then(({ LinkMenu }) => ({ Links: LinkMenu }))
        : import('./block-menu').then(({ BlockMenu }) => ({ Menu: BlockMenu }));
      loaded.then(
        (menus) => setMenu((opened) => opened && { ...opened, ...menus }),
        // The toolbar and shortcuts remain.
        () => setMenu(null),
      );
    },
    [quillOf],
  );

  const [isInTable, setIsInTable] = useState(false);
  const [tableTools, setTableTools] = useState<{ Tools: ComponentType<TableToolsProps> } | null>(null);
  const Tools = isInTable ? tableTools?.Tools : undefined;
  useEffect(() => {
    if (!isInTable) return;
    import('./table-tools').then(
      ({ TableTools }) => setTableTools({ Tools: TableTools }),
      // Keys and the toolbar remain.
      () => {},
    );
  }, [isInTable]);

  const { open: openFind, bar: findBar } = useFind(quillOf);
  // react-quill creates the editor again when these change.
  const modules = useMemo(
    () =>
      editorModules(`#${id}-tools`, {
        quillOf,
        ask,
        place,
        pickImage: () => picker.current?.click(),
        openMenu: () => openMenu(false),
        openFind,
      }),
    [id, place, ask, quillOf, openMenu, openFind],
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
    quill.on('editor-change', () => {
      const selection = quill.getSelection();
      // Without a selection, the focus may be on the table's tools.
      if (selection) setIsInTable(Boolean(formatsAt(quill, selection.index).table));
    });
    quill.on('text-change', (delta, _before, source) => {
      // Browsers move the cursor after they report what was typed.
      if (source === Quill.sources.USER && startsWithSlash(quill, delta))
        setTimeout(() => readSlash(quill) !== null && openMenu(true));
      if (source === Quill.sources.USER && links.current && endsWithBracket(delta))
        setTimeout(() => readTypedLink(quill) !== null && openMenu(true, true));
    });
  }, [id, labelId, quillOf, openMenu]);
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
      {findBar}
      {Tools && <Tools quill={quillOf()} />}
      <UploadFailures
        failures={failures}
        onRetry={retry}
        onDismiss={(failure) => setFailures((all) => all.filter((other) => other !== failure))}
      />
      {menu?.Menu && (
        <menu.Menu
          quill={quillOf()}
          ask={ask}
          pickImage={uploadImage && (() => picker.current?.click())}
          isTyped={menu.isTyped}
          left={menu.left}
          top={menu.top}
          onClose={() => setMenu(null)}
        />
      )}
      {menu?.Links && findLinks && (
        <menu.Links
          quill={quillOf()}
          findLinks={findLinks}
          left={menu.left}
          top={menu.top}
          onClose={() => setMenu(null)}
        />
      )}
      {question && <RichDialog question={question} onClose={close} />}
    </div>
  );
}
