// Loads the search dialog's style sheet together with the dialog. For browsers only.
import searchDialogStyles from '~/styles/site/search-dialog.css?url';
import { SearchDialog } from './search-dialog';

/** Resolves when the sheet applies. If it can't be loaded, the dialog still works. */
function loadSheet(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = () => resolve();
    document.head.appendChild(link);
  });
}

export const styledSearchDialog = loadSheet(searchDialogStyles).then(() => SearchDialog);
