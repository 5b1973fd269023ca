// `npm run text`: prints the text that people read on screen, in emails and in errors, in the order of the files.
// Reading it from top to bottom shows sentences that do not fit docs/interface-text.md.

import { listInterfaceText } from './check/interface-text';
import { projectRoot } from './startup/settings';

let heading = '';
for (const { file, line, text } of listInterfaceText(projectRoot)) {
  if (file !== heading) console.log(`\n${file}`);
  heading = file;
  console.log(`${String(line).padStart(4)}  ${text}`);
}
