// Leads: counts, search, a CSV out and in, and deletion on request.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LEAD_STATUSES, LEADS_PER_PAGE, labelSource } from '~/features/newsletter/lead-view';
import {
  deleteLead,
  findLead,
  type ImportReport,
  importLeads,
  listLeads,
  MOST_BYTES,
} from '~/features/newsletter/manage-leads.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { type RefusedForm, refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { countOf } from '~/lib/count-of';
import { formatMoment } from '~/lib/dates';
import { InvalidError } from '~/lib/errors';
import { pageNumber } from '~/lib/page-number';
import { toSearchText } from '~/lib/search-text';
import { withQuery } from '~/lib/with-query';
import { AdminError } from '../admin/admin-error';
import { LeadsPage } from './leads-page';

export const meta: MetaFunction = () => [{ title: 'Leads' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('leads', async ({ ctx, url }) => {
  const open = readDialog(url, { import: 'of none', delete: 'of one' });
  const query = toSearchText(url.searchParams.get('q'));
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, { rows, found, counts }, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listLeads(ctx, query, page),
    open?.id ? findLead(ctx, open.id) : null,
  ]);
  const view = {
    query,
    counts,
    found,
    page,
    pageCount: Math.ceil(found / LEADS_PER_PAGE),
    leads: rows.map(({ createdAt, source, ...lead }) => ({
      ...lead,
      source: labelSource(source),
      at: createdAt.toISOString(),
      when: formatMoment(createdAt, timeZone),
    })),
    dialog: open && { kind: open.kind, email: chosen?.email ?? null, id: open.id },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
});

/** A file was taken, but not every row of it. */
export interface Imported {
  report: ImportReport;
}

export const action = adminAction('leads', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    return intent === 'delete' ? await remove(visit, form) : await bringIn(visit, form);
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: intent === 'delete' ? 'Failed to delete lead' : 'Failed to import leads',
      typed: { id: form.text('id'), status: form.text('status') },
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof data<RefusedForm | Imported>>>;

async function remove({ ctx, viewer, url }: SignedInVisit, form: PostedForm) {
  await deleteLead(ctx, viewer, idOf(form));
  const query = url.searchParams.get('q');
  return acceptForm(ctx, withQuery('/admin/leads', query ? { q: query } : {}), {
    title: 'Lead deleted successfully',
  });
}

async function bringIn({ ctx, viewer }: SignedInVisit, form: PostedForm) {
  const file = form.file('file');
  if (!file) throw refuseFile('Please choose a CSV file');
  if (file.size > MOST_BYTES) throw refuseFile('This file is larger than 16 MB. Divide it into several.');
  const status = LEAD_STATUSES.find((known) => known === form.text('status')) ?? 'pending';
  const { timeZone } = await getSiteSettings(ctx);
  const bytes = await file.arrayBuffer();
  const report = await importLeads(ctx, viewer, { bytes, fileName: file.name, status, timeZone });
  const title = `${report.imported === 0 ? 'No leads' : countOf(report.imported, 'lead')} imported`;
  return report.skipped === 0 ? acceptForm(ctx, '/admin/leads', { title }) : data({ report });
}

function refuseFile(message: string): InvalidError {
  return InvalidError.at('file', message);
}

export default function Leads() {
  const answer = useActionData<typeof action>() ?? null;
  const isReport = answer !== null && 'report' in answer;
  return (
    <LeadsPage
      view={useLoaderData<typeof loader>()}
      refused={isReport ? null : answer}
      report={isReport ? answer.report : null}
    />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load leads" />;
}
