// Puts a text on the clipboard and says so. Without JavaScript it is not there: the text can be marked by hand.
import { useToast } from './toast';

interface CopyButtonProps {
  text: string;
  /** What the button says. */
  label: string;
  /** What the text belongs to, for those who hear one button among many. */
  about?: string;
  className?: string;
}

export function CopyButton({ text, label, about, className = 'button button--quiet' }: CopyButtonProps) {
  const toast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied' });
    } catch {
      // The browser may forbid it; the text is there to be marked.
      toast({ title: 'Could not copy', description: 'Please mark the text and copy it.', destructive: true });
    }
  }
  return (
    <button className={`${className} needs-js`} type="button" onClick={copy}>
      {label}
      {about && <span className="sr-only"> of {about}</span>}
    </button>
  );
}
