// The two dialogs that most rows of the newsroom open.
import { RowLink } from '~/ui/row-link';

interface EditAndDeleteProps {
  /** The page's address with a dialog open. */
  here: (open: Record<string, string>) => string;
  id: string;
  /** Which row, for whoever does not see it. */
  about: string;
}

export function EditAndDelete({ here, id, about }: EditAndDeleteProps) {
  return (
    <>
      <RowLink to={here({ edit: id })} about={about} preventScrollReset>
        Edit
      </RowLink>
      <RowLink to={here({ delete: id })} about={about} danger preventScrollReset>
        Delete
      </RowLink>
    </>
  );
}
