// The main button of an editor: what it is doing, while it does it.

interface SaveButtonProps {
  words: string;
  isSaving: boolean;
  /** For pictures that are still on their way. */
  isWaiting: boolean;
}

export function SaveButton({ words, isSaving, isWaiting }: SaveButtonProps) {
  return (
    <button className="button" type="submit" disabled={isSaving || isWaiting}>
      {isSaving ? 'Saving...' : isWaiting ? 'Uploading pictures...' : words}
    </button>
  );
}
