// Building blocks of HTML emails that render in every email client, in light and dark mode.
import { escapeHtml } from '~/lib/html/escape';

/** Email clients ignore external stylesheets: required styles are inline, optional ones in the head. */
export const FONT = "Georgia, 'Times New Roman', serif";
export const SANS = "'Helvetica Neue', Helvetica, Arial, sans-serif";

export interface EmailPart {
  html: string;
  text: string;
}

/** Line breaks stay line breaks. */
export function paragraph(text: string): EmailPart {
  const lines = escapeHtml(text).replace(/\r?\n/g, '<br>');
  return {
    html: `<p class="ink" style="margin:0 0 16px;font:17px/1.6 ${FONT};color:#1a2030">${lines}</p>`,
    text,
  };
}

/** Small print. */
export function smallPrint(text: string): EmailPart {
  return {
    html: `<p class="soft" style="margin:0 0 8px;font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(text)}</p>`,
    text,
  };
}

export function button(label: string, href: string): EmailPart {
  const style = `display:inline-block;padding:13px 26px;background-color:#7a1f2b;border-radius:3px;color:#ffffff;font:bold 16px/1.2 ${SANS};text-decoration:none`;
  return {
    html: `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></p>`,
    text: `${label}:\n${href}`,
  };
}

export function smallLink(label: string, href: string): EmailPart {
  return {
    html: `<p style="margin:0 0 8px;font:13px/1.5 ${SANS}"><a class="soft" href="${escapeHtml(href)}" style="color:#5a6072">${escapeHtml(label)}</a></p>`,
    text: `${label}: ${href}`,
  };
}

/** Dark mode, where supported: each class overrides the inline colors of its elements. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:#14171f!important}.sheet{background-color:#1c202b!important}
.ink{color:#f0ece4!important}.soft{color:#aab0be!important}.accent{color:#e39aa3!important}
.rule{border-color:#3a4050!important}.button{background-color:#9c3442!important;color:#ffffff!important}
}
@media (max-width:480px){.sheet-pad{padding-left:20px!important;padding-right:20px!important}}`;

/**
 * Wraps the parts in a complete HTML document.
 * @param preheader the preview text that an inbox shows next to the subject
 */
export function emailDocument(subject: string, preheader: string, name: string, inner: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#f4f1ea">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background-color:#f4f1ea"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:600px;background-color:#fffdf8;text-align:left"><tr><td class="sheet-pad" style="padding:28px 36px 32px">
<p class="ink rule" style="margin:0 0 24px;padding:0 0 14px;border-bottom:1px solid #d9d3c5;font:bold 19px/1.2 ${FONT};color:#1a2030">${escapeHtml(name)}</p>
${inner}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}
