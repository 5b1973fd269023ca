// The tabbed content dashboard: articles, categories and the webhook. It renders the admin shell itself,
// because its URL is outside /admin.
import { type ActionFunctionArgs, data, type LinksFunction } from '@remix-run/cloudflare';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { CATEGORY_FORM, categoriesInOutage, loadCategories } from '~/http/admin/categories-form.server';
import { toShellData, unauthenticatedShell } from '~/http/admin/shell-data.server';
import {
  getWebhookExample,
  toWebhookExample,
  type WebhookExample,
} from '~/http/admin/webhook-example.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readForm } from '~/http/forms/read-form.server';
import type { Visit } from '~/http/public-loader.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { CategoriesTab } from '~/layouts/admin/content/categories-tab';
import { CONTENT_TABS, ContentTabs, tabAddress } from '~/layouts/admin/content/content-tabs';
import { WebhookPart } from '~/layouts/admin/content/webhook-part';
import { PageHead } from '~/layouts/admin/list/page-head';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { AdminShell } from '~/layouts/admin/shell/admin-shell';
import { useMay } from '~/layouts/admin/shell/use-may';
import adminStyles from '~/styles/admin/admin.css?url';
import { revalidateWhenStale } from '~/ui/revalidate';
import { actOnArticles, articlesInOutage, loadArticles, refuseArticleForm } from './articles-form.server';
import { ArticlesTab } from './articles-tab';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta = noIndexMeta('Content Dashboard');

const tabOf = (url: URL) => CONTENT_TABS.find((tab) => tab === url.searchParams.get('tab')) ?? 'articles';

export const loader = adminLoader(
  'content dashboard',
  async (visit) => {
    const [shell, { part, status }] = await Promise.all([toShellData(visit), loadPart(visit)]);
    return data({ shell, part }, { status });
  },
  (visit) => data({ shell: unauthenticatedShell(visit), part: partInOutage(visit) }),
);

async function loadPart(visit: SignedInVisit) {
  const tab = tabOf(visit.url);
  if (tab === 'webhook') return { part: { tab, facts: await getWebhookExample(visit.ctx) }, status: 200 };
  if (tab === 'categories') {
    const { view, status } = await loadCategories(visit);
    return { part: { tab, ...view }, status };
  }
  const { view, status } = await loadArticles(visit);
  return { part: { tab, ...view }, status };
}

function partInOutage({ url, ctx }: Visit) {
  const tab = tabOf(url);
  if (tab === 'articles') return { tab, ...articlesInOutage(url) };
  if (tab === 'categories') return { tab, ...categoriesInOutage(url) };
  return { tab, facts: toWebhookExample(ctx) };
}

const HERE = { capability: 'content dashboard', keepsInput: true } as const;

const categoryAction = adminForm({ ...HERE, next: tabAddress('categories'), ...CATEGORY_FORM });
const articleAction = adminAction(
  'content dashboard',
  (visit) => actOnArticles(visit, tabAddress('articles')),
  async ({ ctx, request }, error) => refuseArticleForm(ctx, error, await readForm(request)),
);

export async function action(args: ActionFunctionArgs) {
  return tabOf(new URL(args.request.url)) === 'categories' ? categoryAction(args) : articleAction(args);
}

export const shouldRevalidate = revalidateWhenStale;

export default function ContentDashboard() {
  const { shell, part } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const common = { at: tabAddress(part.tab), refused };
  return (
    <AdminShell {...shell}>
      <ContentTabs current={part.tab} />
      {part.tab === 'articles' && <ArticlesTab {...part} {...common} />}
      {part.tab === 'categories' && <CategoriesTab {...part} {...common} />}
      {part.tab === 'webhook' && <WebhookTab {...part.facts} />}
    </AdminShell>
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load data" alone />;
}

function WebhookTab(facts: WebhookExample) {
  const may = useMay();
  return (
    <>
      <PageHead title="Zapier Webhook" text="Create articles from your own automations.">
        {may('settings') && (
          <Link className="button button--quiet" to="/admin/settings">
            Manage Keys
          </Link>
        )}
      </PageHead>
      <WebhookPart {...facts} />
    </>
  );
}
