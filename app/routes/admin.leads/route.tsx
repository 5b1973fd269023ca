// The Leads screen: counts, search, CSV import and export, and deletion.
import { data, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { may } from '~/features/accounts/capabilities';
import {
  fromLeadFilter,
  LEAD_STATUSES,
  LEADS_PER_PAGE,
  labelSource,
  originKey,
  toLeadFilter,
  wonBy,
} from '~/features/newsletter/subscribers/lead-view';
import {
  deleteLead,
  findLead,
  importLeads,
  type LeadImportReport,
  listLeads,
  MAX_CSV_BYTES,
} from '~/features/newsletter/subscribers/manage-leads.server';
import { labelVisitSource } from '~/features/readership/source-label';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { InvalidError } from '~/lib/errors';
import { pageNumber, withQuery } from '~/lib/query-string';
import { countOf } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import { LeadsPage } from './leads-page';

export const meta = noIndexMeta('Leads');

export const loader = adminLoader('leads', async ({ ctx, url, viewer }) => {
  const open = readDialog(url, { import: 'without id', delete: 'with id' });
  const filter = toLeadFilter(url.searchParams);
  const page = pageOf(url);
  const seesAll = may(viewer, 'all articles');
  const [{ timeZone }, { rows, found, counts, sources }, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listLeads(ctx, { ...filter, seesAll }, page),
    open?.id ? findLead(ctx, open.id) : null,
  ]);
  const pageCount = Math.ceil(found / LEADS_PER_PAGE);
  // The only lead on the last page may have been deleted. A redirect would close an open form.
  if (!open && found > 0 && page > pageCount) throw redirect(listAddress(url, pageCount));
  const { source } = filter;
  const isListed = sources.some((one) => source && originKey(one) === originKey(source));
  const view = {
    filter: { text: filter.text, article: filter.article, source: source ? originKey(source) : '' },
    exportTo: withQuery('/admin/leads/export', fromLeadFilter(filter)),
    sources: [...sources, ...(source && !isListed ? [source] : [])].map((one) => ({
      key: originKey(one),
      label: labelVisitSource(one.kind, one.name),
    })),
    counts,
    found,
    page,
    pageCount,
    leads: rows.map((lead) => ({
      id: lead.id,
      email: lead.email,
      status: lead.status,
      source: labelSource(lead.source),
      at: lead.createdAt.toISOString(),
      when: formatMoment(lead.createdAt, timeZone),
      won: { ...wonBy(lead, seesAll), slug: lead.articleSlug },
    })),
    dialog: open && { kind: open.kind, email: chosen?.email ?? null, id: open.id },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
});

const pageOf = (url: URL) => pageNumber(url.searchParams.get('page'));

/** The list URL with its filter. */
function listAddress(url: URL, page: number): string {
  const filter = fromLeadFilter(toLeadFilter(url.searchParams));
  return withQuery('/admin/leads', { ...filter, ...(page > 1 && { page: String(page) }) });
}

/** Returned when an import skipped rows; a complete import redirects instead. */
export interface Imported {
  report: LeadImportReport;
}

export const action = adminForm({
  capability: 'leads',
  fields: ({ text }) => ({ status: text('status') }),
  next: '/admin/leads',
  intents: {
    delete: {
      failure: 'Failed to delete lead',
      async run({ ctx, viewer, id, url }) {
        await deleteLead(ctx, viewer, id);
        return { title: 'Lead deleted successfully', to: listAddress(url, pageOf(url)) };
      },
    },
    import: {
      failure: 'Failed to import leads',
      async run({ ctx, viewer, form, fields }) {
        const file = form.file('file');
        if (!file) throw InvalidError.at('file', 'Choose a CSV file.');
        if (file.size > MAX_CSV_BYTES)
          throw InvalidError.at('file', 'This file is larger than 16 MB. Split it into smaller files.');
        const status = LEAD_STATUSES.find((known) => known === fields.status) ?? 'pending';
        const { timeZone } = await getSiteSettings(ctx);
        const bytes = await file.arrayBuffer();
        const report = await importLeads(ctx, viewer, { bytes, fileName: file.name, status, timeZone });
        if (report.skipped > 0) return { answer: { report } satisfies Imported };
        return `${report.imported === 0 ? 'No leads' : countOf(report.imported, 'lead')} imported`;
      },
    },
  },
});

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
