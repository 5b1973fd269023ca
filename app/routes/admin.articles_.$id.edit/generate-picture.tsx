// Has a picture drawn for what stands in the form now. It comes into the field and is the article's when that is saved; until
// then the one before is a press away.
import { useRef, useState } from 'react';
import type { ImageTools } from '~/features/media/ui/image-field';
import { useToast } from '~/ui/toast';

const STORED_LATER = 'It is stored when you save.';
/** Another picture was chosen meanwhile, or the form is not there any more. */
const UNWANTED = 'You went on meanwhile: it is in the library.';

type Image = ReturnType<ImageTools['read']>;

export function GeneratePicture({ tools }: { tools: ImageTools }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const [drawn, setDrawn] = useState<{ url: string; before: Image } | null>(null);
  const toast = useToast();

  const generate = async () => {
    const form = button.current?.form;
    if (!form) return;
    setUnderWay(true);
    const isLatest = tools.begin();
    try {
      const image = await draw(form);
      const isWanted = form.isConnected && isLatest();
      if (isWanted) {
        setDrawn({ url: image.url, before: tools.read() });
        tools.set(image);
      }
      const description = isWanted ? STORED_LATER : UNWANTED;
      toast({ title: 'Generated image for the article', description });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      toast({ title: `Failed to generate image: ${message}`, destructive: true });
    } finally {
      setUnderWay(false);
    }
  };
  const undo = (before: Image) => {
    tools.set(before);
    setDrawn(null);
    button.current?.focus();
  };
  return (
    <>
      <button
        className="button button--quiet"
        type="button"
        ref={button}
        disabled={isUnderWay}
        onClick={generate}
      >
        {isUnderWay ? 'Generating...' : tools.url ? 'Regenerate image' : 'Generate image'}
      </button>
      {/* Saving waits for it: whoever saves means the picture, too. */}
      {isUnderWay && <progress aria-label="Generating the image" />}
      {drawn && drawn.url === tools.url && (
        <button className="button button--text" type="button" onClick={() => undo(drawn.before)}>
          Undo
        </button>
      )}
    </>
  );
}

/** The server tries several times, and gives up sooner. */
const PATIENCE_MS = 180_000;
const NO_ANSWER = 'The magazine does not answer. Please try again in a moment.';

/** @throws Error with a sentence for the editor */
async function draw(form: HTMLFormElement): Promise<Image> {
  const fields = new FormData(form);
  const body = new URLSearchParams();
  for (const name of ['title', 'summary', 'categoryId']) body.set(name, String(fields.get(name) ?? ''));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = fetch('/admin/images/draw', { method: 'POST', body, redirect: 'manual', signal });
  const answer = await asked.catch(() => null);
  const told = await answer?.json<Partial<Image> & { error?: string }>().catch(() => null);
  if (!answer?.ok || !told?.url) throw new Error(told?.error ?? NO_ANSWER);
  return { url: told.url, alt: told.alt ?? '' };
}
