// Reads and saves the rules for inbound webhook calls.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { selectSettings, upsertSetting } from '~/features/settings/settings-repo.server';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { STRICT_RULES, WebhookRules } from './webhook-request';

const WEBHOOK_KEY = 'webhook';

/**
 * Rules that cannot be read become the strict ones, because the defaults would accept unsigned calls.
 * @throws UnavailableError without a database; other settings fall back to their defaults
 */
export async function getWebhookRules({ db }: Pick<AppContext, 'db'>): Promise<WebhookRules> {
  const rows = await db.read(selectSettings(db.build, {}));
  const stored = WebhookRules.safeParse(rows.find(({ key }) => key === WEBHOOK_KEY)?.value ?? {});
  return stored.data ?? STRICT_RULES;
}

/**
 * @param confirm called before signatures are no longer required; its error aborts the save
 * @throws InvalidError
 */
export async function saveWebhookRules(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string },
  input: unknown,
  confirm: () => Promise<unknown>,
): Promise<void> {
  const rules = parseInput(WebhookRules, input);
  const before = await getWebhookRules(ctx);
  if (before.requireSignature && !rules.requireSignature) await confirm();
  const changes = listChanges(before, rules);
  await ctx.db.write(
    upsertSetting(ctx.db.build, WEBHOOK_KEY, rules),
    auditLine(ctx, {
      event: 'webhook_rules_updated',
      actorId: actor.userId,
      subject: 'webhook rules',
      details: { changes },
    }),
  );
}
