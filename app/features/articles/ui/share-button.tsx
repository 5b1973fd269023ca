// Hands an article on: by the device's own dialog where there is one, else its address goes to the clipboard.
import { Icon } from '~/ui/icon';
import { useToast } from '~/ui/toast';

interface ShareButtonProps {
  label: string;
  title: string;
  /** The article's path on this site. */
  path: string;
  className?: string;
}

export function ShareButton({ label, title, path, className = 'button button--quiet' }: ShareButtonProps) {
  const toast = useToast();

  async function share() {
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied', description: 'The address of this article is on your clipboard.' });
    } catch (error) {
      // Whoever closes the device's dialog has decided; that is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: 'Error', description: `The link could not be copied: ${url}`, destructive: true });
    }
  }

  return (
    <button className={`${className} needs-js`} type="button" onClick={share}>
      <Icon name="share" size={18} />
      {label}
    </button>
  );
}
