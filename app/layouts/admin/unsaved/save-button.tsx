// The save button of an editor, with its progress.

interface SaveButtonProps {
  label: string;
  isSaving: boolean;
  /** For images that are still uploading. */
  isWaiting: boolean;
}

export function SaveButton({ label, isSaving, isWaiting }: SaveButtonProps) {
  return (
    <button className="button" type="submit" disabled={isSaving || isWaiting}>
      {isSaving ? 'Saving...' : isWaiting ? 'Uploading images...' : label}
    </button>
  );
}
