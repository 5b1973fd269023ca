// Shares an article with the device's share dialog, or copies its link if there is none.
import { reading } from '~/features/readership/tracking/reading-signals';
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
      if (navigator.share) {
        await navigator.share({ title, url });
        return reading.report('share');
      }
      await navigator.clipboard.writeText(url);
      reading.report('share');
      toast({ title: 'Link copied', description: 'The link to this article is on your clipboard.' });
    } catch (error) {
      // The reader closed the share dialog, or it is still open.
      if (error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)) return;
      toast({
        title: 'Error',
        description: `Couldn’t copy the link. Copy it from here: ${url}`,
        destructive: true,
      });
    }
  }

  return (
    <button className={`${className} needs-js`} type="button" onClick={share}>
      <Icon name="share" size={18} />
      {label}
    </button>
  );
}
