// The editor's toolbar. One tab stop; the arrow keys move between the tools.
import type { KeyboardEvent, ReactNode } from 'react';

const STROKES = {
  ordered: 'M10 6h11M10 12h11M10 18h11M4 4.5l1.5-.7v4.4M3.5 14.2c.3-.9 2.6-1 2.5.4 0 1-2.5 2-2.5 3h2.7',
  bullet: 'M9 6h12M9 12h12M9 18h12M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  quote: 'M4 5v14M8.5 7H20M8.5 12H20M8.5 17H16',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  link: 'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1',
  image: 'M3.5 5h17v14h-17V5Zm0 11 5-5 4 4 3-3 5 5M15.5 9.2h.01',
  describe: 'M4 5h16v11h-7l-4 4v-4H4V5Zm4 4h8M8 12.5h5',
  insert: 'M12 5v14M5 12h14',
  find: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20 20',
  clean: 'M6 5h13M12 5l-3 14M14.5 14.5l5 5m0-5-5 5',
} as const;

function Tool({
  name,
  label,
  value,
  command,
  children,
}: {
  name: string;
  label: string;
  value?: string | undefined;
  /** Its label in the command palette. */
  command?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`rich-tool ql-${name}`}
      value={value}
      aria-label={label}
      title={label}
      data-command={command}
    >
      {children}
    </button>
  );
}

function ToolbarIcon({ drawing }: { drawing: keyof typeof STROKES }) {
  return (
    <svg
      className="rich-tool__drawing"
      viewBox="0 0 24 24"
      width="19"
      height="19"
      aria-hidden="true"
      focusable="false"
    >
      <path d={STROKES[drawing]} />
    </svg>
  );
}

/** Quill selects the option with this attribute if no other option applies. */
function Choice({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: [value: string, label: string][];
}) {
  const markFirst = (select: HTMLSelectElement | null) => select?.options[0]?.setAttribute('selected', '');
  return (
    <select
      className={`rich-tool rich-tool--choice ql-${name}`}
      aria-label={label}
      title={label}
      ref={markFirst}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

const STYLES: [string, string][] = [
  ['', 'Paragraph'],
  ['1', 'Heading 1'],
  ['2', 'Heading 2'],
  ['3', 'Heading 3'],
];
const ALIGNMENTS: [string, string][] = [
  ['', 'Align left'],
  ['center', 'Align center'],
  ['right', 'Align right'],
  ['justify', 'Justify'],
];

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves between the tools of a toolbar by arrow keys. */
export function walkTools(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('.rich-tool')];
  const at = tools.indexOf(event.target as HTMLElement);
  const step = STEPS[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? tools.length - 1 : step ? at + step : -1;
  const next = tools[step ? (to + tools.length) % tools.length : to];
  if (!next || at < 0) return;
  event.preventDefault();
  for (const tool of tools) tool.tabIndex = tool === next ? 0 : -1;
  next.focus();
}

/** Makes the first tool the only tab stop of its toolbar. Defined once, so that React does not call it again. */
export function startTools(toolbar: HTMLElement | null): void {
  const tools = toolbar?.querySelectorAll<HTMLElement>('.rich-tool') ?? [];
  for (const [index, tool] of tools.entries()) tool.tabIndex = index === 0 ? 0 : -1;
}

/** Quill finds the tools by their classes and marks the active ones. */
export function RichToolbar({ id }: { id: string }) {
  return (
    <div
      className="rich-toolbar"
      id={id}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={walkTools}
      ref={startTools}
    >
      <Choice name="header" label="Text style" options={STYLES} />
      <span className="rich-toolbar__group">
        <Tool name="bold" label="Bold">
          <b>B</b>
        </Tool>
        <Tool name="italic" label="Italic">
          <i>I</i>
        </Tool>
        <Tool name="underline" label="Underline">
          <u>U</u>
        </Tool>
        <Tool name="strike" label="Strikethrough">
          <s>S</s>
        </Tool>
      </span>
      <span className="rich-toolbar__group">
        <Tool name="list" value="ordered" label="Numbered list">
          <ToolbarIcon drawing="ordered" />
        </Tool>
        <Tool name="list" value="bullet" label="Bullet list">
          <ToolbarIcon drawing="bullet" />
        </Tool>
        <Tool name="blockquote" label="Quotation">
          <ToolbarIcon drawing="quote" />
        </Tool>
        <Tool name="code-block" label="Code block">
          <ToolbarIcon drawing="code" />
        </Tool>
      </span>
      <span className="rich-toolbar__group">
        <Tool name="link" label="Link">
          <ToolbarIcon drawing="link" />
        </Tool>
        <Tool name="image" label="Image">
          <ToolbarIcon drawing="image" />
        </Tool>
        <Tool name="describe" label="Describe image">
          <ToolbarIcon drawing="describe" />
        </Tool>
      </span>
      <Tool name="insert" label="Insert block">
        <ToolbarIcon drawing="insert" />
      </Tool>
      <Tool name="find" label="Find and replace" command="Find and Replace">
        <ToolbarIcon drawing="find" />
      </Tool>
      <Choice name="align" label="Alignment" options={ALIGNMENTS} />
      <Tool name="clean" label="Remove formatting">
        <ToolbarIcon drawing="clean" />
      </Tool>
    </div>
  );
}
