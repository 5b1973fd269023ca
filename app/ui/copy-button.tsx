// Copies a text to the clipboard and confirms it with a toast. Hidden without JavaScript; the text can be
// selected instead.
import { useToast } from './toast';

interface CopyButtonProps {
  text: string;
  label: string;
  /** What the text belongs to, for screen readers. */
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
      // The browser denied access; the text can still be selected.
      toast({
        title: 'Could not copy',
        description: 'Select the text and copy it yourself.',
        destructive: true,
      });
    }
  }
  return (
    <button className={`${className} needs-js`} type="button" onClick={copy}>
      {label}
      {about && <span className="sr-only"> of {about}</span>}
    </button>
  );
}
