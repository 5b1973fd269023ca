// The content dashboard: articles, categories and the webhook under one roof. Its address is no part of /admin, so it
// brings the newsroom's shell itself.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Visit } from '~/http/doors.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import adminStyles from '~/styles/admin.css?url';
import { AdminError } from '../admin/admin-error';
import { AdminShell } from '../admin/admin-shell';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { shellForNobody, toShellFacts } from '../admin/shell-facts.server';
import { actOnArticles, articlesInOutage, loadArticles, refuseArticleForm } from './articles-door.server';
import { ArticlesTab } from './articles-tab';
import { CATEGORY_FORM, categoriesInOutage, loadCategories } from './categories-door.server';
import { CategoriesTab } from './categories-tab';
import { CONTENT_TABS, ContentTabs, tabAddress } from './content-tabs';
import { getWebhookFacts, toWebhookFacts } from './webhook-facts.server';
import { WebhookTab } from './webhook-tab';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta: MetaFunction = () => [
  { title: 'Content Dashboard' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const tabOf = (url: URL) => CONTENT_TABS.find((tab) => tab === url.searchParams.get('tab')) ?? 'articles';

export const loader = adminLoader(
  'content dashboard',
  async (visit) => {
    const { part, status } = await loadPart(visit);
    return data({ shell: toShellFacts(visit), part }, { status });
  },
  (visit) => data({ shell: shellForNobody(visit), part: partInOutage(visit) }),
);

async function loadPart(visit: SignedInVisit) {
  const tab = tabOf(visit.url);
  if (tab === 'webhook') return { part: { tab, facts: await getWebhookFacts(visit.ctx) }, status: 200 };
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
  return { tab, facts: toWebhookFacts(ctx) };
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
  return (
    <main className="admin-alone" id="content">
      <AdminError failure="Failed to load data" />
    </main>
  );
}
