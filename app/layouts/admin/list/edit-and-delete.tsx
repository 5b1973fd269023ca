// The Edit and Delete links of a table row.
import { RowLink } from '~/ui/row-link';

interface EditAndDeleteProps {
  /** The page's URL with a dialog open. */
  here: (open: Record<string, string>) => string;
  id: string;
  /** The row's name, for screen readers. */
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
