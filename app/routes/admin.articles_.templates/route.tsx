// The Article Templates screen: a table, and dialogs to save an article as a template, rename and delete.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { TemplateRow } from '~/features/articles/templates/template';
import {
  deleteTemplate,
  listTemplates,
  mayChangeTemplate,
  renameTemplate,
  saveAsTemplate,
  suggestTemplateName,
} from '~/features/articles/templates/templates.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { rowIntents } from '~/http/forms/row-intents.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { formatDate } from '~/lib/time/dates';
import { revalidateWhenStale } from '~/ui/revalidate';
import { TemplatesPage } from './templates-page';

export const meta = noIndexMeta('Article Templates');
export const shouldRevalidate = revalidateWhenStale;

const PATH = '/admin/articles/templates';
/** `?from=ARTICLE` saves an article as a template. */
const DIALOGS = { from: 'with id', edit: 'with id', delete: 'with id' } as const;

async function load({ ctx, url, viewer }: SignedInVisit) {
  const open = readDialog(url, DIALOGS);
  const [{ timeZone }, rows, suggested] = await Promise.all([
    getSiteSettings(ctx),
    listTemplates(ctx),
    open?.kind === 'from' && open.id ? suggestTemplateName(ctx, viewer, open.id) : '',
  ]);
  const shown = ({ id, name, madeBy, version, ...row }: TemplateRow) => ({
    id,
    name,
    madeBy,
    version,
    createdAt: formatDate(row.createdAt, timeZone),
    mayChange: mayChangeTemplate(viewer, row),
  });
  const templates = rows.map(shown);
  const template = templates.find(({ id, mayChange }) => id === open?.id && mayChange) ?? null;
  const isMissing = open !== null && open.kind !== 'from' && !template;
  return data(
    { templates, dialog: open && { ...open, template, suggested } },
    { status: isMissing ? 404 : 200 },
  );
}

/** Empty data for the page around a returned form while the database is unavailable. */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, DIALOGS);
  return data({ templates: [], dialog: open && { ...open, template: null, suggested: '' } });
}

export const loader = adminLoader('own articles', load, ({ url }) => inOutage(url));

export const action = adminForm({
  capability: 'own articles',
  keepsInput: true,
  fields: ({ text }) => ({ name: text('name'), from: text('from') }),
  next: PATH,
  intents: rowIntents<{ name: string; from: string }>(
    'template',
    {
      create: (ctx, actor, fields) => saveAsTemplate(ctx, actor, idParam({ id: fields.from }), fields),
      save: renameTemplate,
      delete: deleteTemplate,
    },
    ({ from }) => (from ? `/admin/articles/${idParam({ id: from })}/edit` : PATH),
  ),
});

export default function Templates() {
  return (
    <TemplatesPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load templates" />;
}
