// Article repair: dry run, repair, undo, and a content check for problems that repair cannot fix.

import { useActionData, useLoaderData } from '@remix-run/react';
import { countUnrelated, recomputeRelated } from '~/features/articles/related/related.server';
import {
  FAULTY_PER_PAGE,
  findContentCheck,
  listFaulty,
  startContentCheck,
} from '~/features/maintenance/content-check/content-check.server';
import { FAULT_KINDS } from '~/features/maintenance/content-check/fault';
import { listPreviews, PREVIEWS_PER_PAGE } from '~/features/maintenance/repair/preview.server';
import {
  countToUndo,
  findRuns,
  startPreview,
  startRepair,
  startUndo,
} from '~/features/maintenance/repair/repair.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { RepairPage } from './repair-page';

export const meta = noIndexMeta('Article Repair');

const PATH = '/admin/repair';

export const loader = adminLoader('repair', async ({ ctx, url }) => {
  const page = pageNumber(url.searchParams.get('changes'));
  const faultsPage = pageNumber(url.searchParams.get('faults'));
  const requestedFault = url.searchParams.get('fault');
  const fault = FAULT_KINDS.find((kind) => kind === requestedFault) ?? null;
  const [runs, check, unrelated] = await Promise.all([
    findRuns(ctx),
    findContentCheck(ctx),
    countUnrelated(ctx),
  ]);
  const { repair, undo, preview } = runs;
  // A dry run's result is outdated once a repair or undo started after it.
  const changedAt = [repair?.startedAt ?? '', undo?.startedAt ?? ''].sort().at(-1) ?? '';
  const isPreviewValid = preview !== null && preview.startedAt > changedAt;
  const isChanging = repair?.status === 'running' || undo?.status === 'running';
  const [toUndo, previews, faulty] = await Promise.all([
    repair && !isChanging ? countToUndo(ctx, repair.id) : 0,
    preview && isPreviewValid && preview.status !== 'running' ? listPreviews(ctx, preview.id, page) : [],
    check && check.status !== 'running' ? listFaulty(ctx, check.id, fault, faultsPage) : null,
  ]);
  return {
    live: { ...runs, check },
    toUndo,
    isPreviewValid,
    previews,
    page,
    pageCount: Math.ceil((preview?.found ?? 0) / PREVIEWS_PER_PAGE),
    faulty,
    fault,
    faultsPage,
    faultsPageCount: Math.ceil((faulty?.totals[fault ?? 'any'] ?? 0) / FAULTY_PER_PAGE),
    unrelated,
    dialog: readDialog(url, { undo: 'with id' }),
  };
});

const fallback = 'An error occurred while repairing articles.';

export const action = adminForm({
  capability: 'repair',
  next: PATH,
  runningAt: () => PATH,
  intents: {
    repair: {
      failure: 'Repair Failed',
      fallback,
      async run({ ctx, viewer }) {
        await startRepair(ctx, viewer);
        return 'Repair started';
      },
    },
    preview: {
      failure: 'Dry Run Failed',
      fallback,
      async run({ ctx, viewer }) {
        await startPreview(ctx, viewer);
        return 'Dry run started';
      },
    },
    undo: {
      failure: 'Undo Failed',
      fallback,
      async run({ ctx, viewer, id }) {
        await startUndo(ctx, viewer, id);
        return 'Undo started';
      },
    },
    check: {
      failure: 'Check Failed',
      fallback,
      async run({ ctx, viewer }) {
        await startContentCheck(ctx, viewer);
        return 'Content check started';
      },
    },
    relate: {
      failure: 'Failed to recompute related articles',
      async run({ ctx, viewer }) {
        await recomputeRelated(ctx, viewer);
        return 'Recomputing related articles';
      },
    },
  },
});

export default function Repair() {
  return (
    <RepairPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article repair" />;
}
