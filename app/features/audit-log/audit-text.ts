// Describes audit log entries in sentences, with the changed values.

import { SEO_LABELS } from '~/features/seo/seo';
import { isRecord } from '~/lib/properties';
import { aroundDifferences, capitalize } from '~/lib/text';

export type Details = Record<string, unknown>;

/** `from` is null if only the new value is known. */
export interface ShownChange {
  label: string;
  from: string | null;
  to: string;
}

/** Looks up the names of ids in changes, and formats times. */
export interface Lexicon {
  nameOf(id: string): string | undefined;
  moment(date: Date): string;
}

/** Sessions refresh every hour, which is not a user action. */
export const NOISY_EVENT = 'token_refreshed';

type Sentence = (subject: string, details: Details) => string;

const ROLE_WORDS: Record<string, string> = {
  admin: 'an admin',
  editor: 'an editor',
  sales: 'a sales manager',
  audience: 'an audience manager',
  author: 'an author',
};

/** Any other reason, or none, is a wrong password. */
const FAILURES: Record<string, string> = {
  suspended: ', whose account is disabled',
  code: ' with a wrong code from an email',
  'second-factor': ' with a wrong second factor',
  confirmation: ' with a wrong password while signed in',
};

/** Events that need their own sentence instead of the pattern noun_verb. */
const SENTENCES: Record<string, Sentence> = {
  signed_in: () => 'signed in',
  sign_in_failed: (subject, { reason }) => `failed to sign in as ${subject}${FAILURES[String(reason)] ?? ''}`,
  signed_up: (subject) => `signed up as ${subject}`,
  signed_out: (_, { scope, reason }) => {
    if (reason) return 'was signed out because a used refresh token was sent again';
    return scope === 'everywhere' ? 'signed out everywhere' : 'signed out';
  },
  token_refreshed: () => 'renewed their session',
  password_recovery: () => 'signed in with a recovery link',
  reset_requested: (subject) => `requested a password reset for ${subject}`,
  user_updated: (subject, { what, to }) => {
    if (what === 'name') return 'changed their name';
    if (what === 'password') return 'changed their password';
    if (what === 'email') return 'asked to change their email address';
    return what === 'role' ? `made ${subject} ${ROLE_WORDS[String(to)] ?? 'a reader'}` : `changed ${subject}`;
  },
  user_email_changed: () => 'changed their email address',
  user_email_restored: () => 'restored their former email address',
  user_invited: (subject, { again, to }) => {
    const role = ROLE_WORDS[String(to)];
    return `invited ${subject}${again ? ' again' : ''}${role ? ` as ${role}` : ''}`;
  },
  user_disabled: (subject) => `disabled the account of ${subject}`,
  user_enabled: (subject) => `enabled the account of ${subject}`,
  user_deleted: (subject, { by }) =>
    by === 'themselves' ? 'deleted their own account' : `deleted the account of ${subject}`,
  user_signed_out: (subject) => `signed ${subject} out everywhere`,
  factor_added: (_, { name }) => `set up the second factor ${name ? quoted(String(name)) : 'without a name'}`,
  factor_removed: (_, { name }) =>
    `removed the second factor ${name ? quoted(String(name)) : 'without a name'}`,
  recovery_codes_made: () => 'created new recovery codes',
  recovery_code_used: () => 'signed in with a recovery code',
  settings_updated: () => 'changed the settings',
  readership_settings_updated: () => 'changed the readership settings',
  newsletter_settings_updated: () => 'changed the newsletter settings',
  issue_sent: (subject) => `sent the newsletter ${quoted(subject)}`,
  unknown_paths_dismissed: () => 'dismissed all unknown paths',
  webhook_secret_shown: () => 'viewed the webhook signing secret',
  endpoint_secret_renewed: (subject) => `created a new secret for the endpoint ${quoted(subject)}`,
  endpoint_tested: (subject) => `sent a test to the endpoint ${quoted(subject)}`,
  webhook_redelivered: (subject) => `resent an event to the endpoint ${quoted(subject)}`,
  article_repair_undone: (subject) => `undid the repair of ${quoted(subject)}`,
  demo_removed: () => 'removed the demo data',
  media_replaced: (subject, { name }) =>
    `replaced the image ${quoted(subject)} ${name ? `with ${quoted(String(name))} ` : ''}everywhere`,
  author_merged: (subject) => `merged an author into ${quoted(subject)}`,
  tags_merged: (subject) => `merged tags into ${quoted(subject)}`,
};

const NOUNS: Record<string, string> = { media: 'image', issue: 'newsletter issue', cta: 'call to action' };
const VERBS: Record<string, string> = { updated: 'changed', swept: 'cleaned up' };

/** `changed the article “Ten-day billing”`: the text after the actor's name. */
export function describeEvent(event: string, subject: string | null, details: Details): string {
  const own = Object.hasOwn(SENTENCES, event) ? SENTENCES[event] : undefined;
  if (own) return own(subject ?? 'someone', details);
  const { noun, verb } = split(event);
  if (noun === '') return event;
  const name = subject && subject.toLowerCase() !== noun ? ` ${quoted(subject)}` : '';
  return `${verb} the ${noun}${name}`;
}

/** `Article published`: the event as a filter option. */
export function labelEvent(event: string): string {
  const { noun, verb } = split(event);
  const words = noun === '' ? event.replaceAll('_', ' ') : `${noun} ${verb}`;
  return capitalize(words);
}

function split(event: string): { noun: string; verb: string } {
  const words = event.split('_');
  const verb = words.pop() ?? '';
  const noun = words.join(' ');
  return { noun: NOUNS[noun] ?? noun, verb: VERBS[verb] ?? verb };
}

const quoted = (text: string) => `“${text}”`;

const LABELS: Record<string, string> = {
  categoryId: 'Category',
  tagIds: 'Tags',
  coauthors: 'Co-authors',
  userId: 'Linked account',
  imageUrl: 'Image',
  imageAlt: 'Image description',
  ...SEO_LABELS,
  isFeatured: 'Featured',
  isPopular: 'Popular',
  membersOnly: 'Members only',
  requireAltText: 'Require alt text to publish',
  imageDailyCap: 'Daily spending cap for images',
  requireSecondFactor: 'Require a second factor for staff',
  memberIdleDays: 'Sign readers out after (days)',
  staffIdleHours: 'Sign staff out after (hours)',
  publishAt: 'Publish at',
  fromPath: 'From',
  toPath: 'To',
  slug: 'Slug',
  alt: 'Image description',
};
/** Facts shown in addition to changes. Ids and sessions are not shown. */
const FACTS = new Set(['slug', 'to', 'hits', 'merged']);
const SECRET = /password|secret|token|hash|session/i;

/** The changes shown for an entry. Fields whose name suggests a secret are left out. */
export function listShownChanges(event: string, details: Details, lexicon: Lexicon): ShownChange[] {
  // The log has removed the former values of deleted accounts.
  if (event === 'user_updated')
    return details.what === 'name' && 'to' in details ? [changeOf('name', details, lexicon)] : [];
  // The sentence contains the role.
  if (event === 'user_invited') return [];
  const changes = Object.entries(isRecord(details.changes) ? details.changes : {}).flatMap(
    ([field, change]) => (!SECRET.test(field) && isRecord(change) ? [changeOf(field, change, lexicon)] : []),
  );
  const facts = Object.entries(details)
    .filter(([field]) => FACTS.has(field))
    .map(([field, value]) => ({ label: toLabel(field), from: null, to: toText(value, lexicon) }));
  return [...changes, ...facts];
}

/** Texts up to this length are shown in full. */
const LONG = 80;
const CONTEXT = 40;

function changeOf(field: string, change: Details, lexicon: Lexicon): ShownChange {
  const label = toLabel(field);
  const [from, to] = [toText(change.from, lexicon), toText(change.to, lexicon)];
  if (from.length <= LONG || to.length <= LONG) return { label, from, to };
  const [shortFrom, shortTo] = aroundDifferences(from, to, CONTEXT);
  return { label, from: shortFrom, to: shortTo };
}

function toLabel(field: string): string {
  const words = LABELS[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return capitalize(words);
}

const NOTHING = 'nothing';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function toText(value: unknown, lexicon: Lexicon): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => toText(item, lexicon)).join(', ') || NOTHING;
  if (isRecord(value)) return typeof value.name === 'string' ? value.name : JSON.stringify(value);
  const text = String(value);
  if (UUID.test(text)) return lexicon.nameOf(text) ?? 'a deleted item';
  return MOMENT.test(text) ? lexicon.moment(new Date(text)) : text;
}
