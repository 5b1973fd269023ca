// The last lines of a start: the address and the demo accounts.
import type { StartSettings } from './settings';

export function welcome(
  { port, environment }: StartSettings,
  hasDemo: boolean,
  milliseconds: number,
): string {
  const lines = [
    '',
    `Law Firm Academy is at http://localhost:${port}  (after ${(milliseconds / 1000).toFixed(1)} s)`,
    '',
  ];
  if (hasDemo) {
    lines.push(
      '  Administrator  admin@example.com     demo-admin-password',
      '  Editor         editor@example.com    demo-editor-password',
      '  Author         author@example.com    demo-author-password',
      '  Sales          sales@example.com     demo-sales-password',
      '  Audience       audience@example.com  demo-audience-password',
      '  Reader         reader@example.com    demo-reader-password',
    );
  }
  if (environment !== 'production') lines.push(`  Mail           http://localhost:${port}/dev/outbox`);
  lines.push('Ctrl-C stops it.', '');
  return lines.join('\n');
}
