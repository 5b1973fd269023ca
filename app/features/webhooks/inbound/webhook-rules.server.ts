// Reads and saves the rules for inbound webhook calls.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { refuseStale } from '~/features/settings/save-settings.server';
import { readVersion, selectSettings, upsertSetting } from '~/features/settings/settings-repo.server';
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

/** The rules and their version for the form; '' if they were never saved. */
export async function getEditedWebhookRules(ctx: Pick<AppContext, 'db'>) {
  const [rules, version] = await Promise.all([getWebhookRules(ctx), readVersion(ctx, WEBHOOK_KEY)]);
  return { rules, version };
}

/**
 * @param version the version that was edited; null overwrites any version
 * @param confirm called before signatures are no longer required; its error aborts the save
 * @throws InvalidError; ConflictError if another user saved in the meantime
 */
export async function saveWebhookRules(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string },
  input: unknown,
  version: string | null,
  confirm: () => Promise<unknown>,
): Promise<void> {
  const rules = parseInput(WebhookRules, input);
  const before = await getWebhookRules(ctx);
  if (before.requireSignature && !rules.requireSignature) await confirm();
  const changes = listChanges(before, rules);
  const event = {
    event: 'webhook_rules_updated',
    actorId: actor.userId,
    subject: 'webhook rules',
    details: { changes },
  };
  await refuseStale(
    ctx.db.write(upsertSetting(ctx.db.build, WEBHOOK_KEY, rules, version), auditLine(ctx, event)),
  );
}
