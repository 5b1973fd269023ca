// The "Generate image" button. The generated image fills the image field and is stored with the article on
// save; Undo restores the previous one.
import { useRef, useState } from 'react';
import type { ImageTools } from '~/features/media/ui/image-field';
import { useToast } from '~/ui/toast';

const STORED_LATER = 'It will be stored when you save.';
/** Another image was chosen in the meantime, or the form is gone. */
const UNUSED = 'You chose another image in the meantime. The generated one is in the library.';

type Image = ReturnType<ImageTools['read']>;

export function GenerateImage({ tools }: { tools: ImageTools }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isGenerating, setGenerating] = useState(false);
  const [generated, setGenerated] = useState<{ url: string; before: Image } | null>(null);
  const toast = useToast();

  const generate = async () => {
    const form = button.current?.form;
    if (!form) return;
    setGenerating(true);
    const isLatest = tools.begin();
    try {
      const image = await draw(form);
      const isWanted = form.isConnected && isLatest();
      if (isWanted) {
        setGenerated({ url: image.url, before: tools.read() });
        tools.set(image);
      }
      const description = isWanted ? STORED_LATER : UNUSED;
      toast({ title: 'Generated image for the article', description });
    } catch (error) {
      const message = `Failed to generate image: ${error instanceof Error ? error.message : error}`;
      toast({ title: message, destructive: true });
      if (isLatest()) tools.fail(message);
    } finally {
      setGenerating(false);
    }
  };
  const undo = (before: Image) => {
    tools.set(before);
    setGenerated(null);
    button.current?.focus();
  };
  const isGenerated = generated !== null && generated.url === tools.url;
  return (
    <>
      <button
        className="button button--quiet"
        type="button"
        ref={button}
        disabled={isGenerating}
        onClick={generate}
      >
        {isGenerating ? 'Generating...' : isGenerated ? 'Regenerate Image' : 'Generate Image'}
      </button>
      {/* Saving waits for it, so that the image is part of the save. */}
      {isGenerating && <progress aria-label="Generating the image" data-uploading />}
      {isGenerated && (
        <button className="button button--text" type="button" onClick={() => undo(generated.before)}>
          Undo
        </button>
      )}
    </>
  );
}

/** The server retries and gives up before this. */
const TIMEOUT_MS = 180_000;
const NO_ANSWER = 'We couldn’t reach the server. Please try again in a moment.';

/** @throws Error with a message for the editor */
async function draw(form: HTMLFormElement): Promise<Image> {
  const fields = new FormData(form);
  const body = new URLSearchParams();
  for (const name of ['title', 'summary', 'categoryId']) body.set(name, String(fields.get(name) ?? ''));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const pending = fetch('/admin/images/draw', { method: 'POST', body, redirect: 'manual', signal });
  const response = await pending.catch(() => null);
  const result = await response?.json<Partial<Image> & { error?: string }>().catch(() => null);
  if (!response?.ok || !result?.url) throw new Error(result?.error ?? NO_ANSWER);
  return { url: result.url, alt: result.alt ?? '' };
}
