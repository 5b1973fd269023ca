// Lines of the audit log in words: what was done, and what changed from what to what.
import { aroundDifferences } from '~/lib/around-differences';

export type Details = Record<string, unknown>;

/** A shown difference; `from` is null where only the new value is known. */
export interface ShownChange {
  label: string;
  from: string | null;
  to: string;
}

/** Names of what changes mention by id, and how a moment is written. */
export interface Lexicon {
  nameOf(id: string): string | undefined;
  moment(date: Date): string;
}

/** Sessions are renewed every hour: nothing that anybody did. */
export const NOISY_EVENT = 'token_refreshed';

type Sentence = (subject: string, details: Details) => string;

const ROLE_WORDS: Record<string, string> = { admin: 'an admin', editor: 'an editor', author: 'an author' };

/** What the pattern noun_verb does not say well. */
const SENTENCES: Record<string, Sentence> = {
  signed_in: () => 'signed in',
  sign_in_failed: (subject) => `failed to sign in as ${subject}`,
  signed_up: (subject) => `signed up as ${subject}`,
  signed_out: (_, { scope, reason }) => {
    if (reason) return 'was signed out: a spent sign-in was used again';
    return scope === 'everywhere' ? 'signed out everywhere' : 'signed out';
  },
  token_refreshed: () => 'stayed signed in',
  password_recovery: () => 'signed in with a recovery link',
  reset_requested: (subject) => `asked for a new password for ${subject}`,
  user_updated: (subject, { what, to }) => {
    if (what === 'name') return 'changed their name';
    if (what === 'password') return 'changed their password';
    if (what === 'email') return 'asked to change their address';
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
  factor_added: (_, { name }) => `set up the second factor ${quoted(String(name || 'without a name'))}`,
  factor_removed: (_, { name }) => `removed the second factor ${quoted(String(name || 'without a name'))}`,
  recovery_codes_made: () => 'made new recovery codes',
  recovery_code_used: () => 'signed in with a recovery code',
  settings_updated: () => 'changed the settings',
  newsletter_settings_updated: () => 'changed the newsletter’s settings',
  issue_sent: (subject) => `sent the newsletter ${quoted(subject)}`,
  unknown_paths_dismissed: () => 'dismissed all unknown paths',
  webhook_secret_shown: () => 'looked at the webhook’s signing secret',
  endpoint_secret_renewed: (subject) => `made a new secret for the endpoint ${quoted(subject)}`,
  article_repair_undone: (subject) => `took back the repair of ${quoted(subject)}`,
  tags_merged: (subject) => `merged tags into ${quoted(subject)}`,
};

const NOUNS: Record<string, string> = { media: 'picture', issue: 'newsletter issue', cta: 'call to action' };
const VERBS: Record<string, string> = { updated: 'changed', swept: 'swept up' };

/** `changed the article “Ten-day billing”`: what follows the name of whoever did it. */
export function describeEvent(event: string, subject: string | null, details: Details): string {
  const own = Object.hasOwn(SENTENCES, event) ? SENTENCES[event] : undefined;
  if (own) return own(subject ?? 'somebody', details);
  const { noun, verb } = split(event);
  if (noun === '') return event;
  const name = subject && subject.toLowerCase() !== noun ? ` ${quoted(subject)}` : '';
  return `${verb} the ${noun}${name}`;
}

/** `Article published`: the event itself, as a choice in a list. */
export function labelEvent(event: string): string {
  const { noun, verb } = split(event);
  const words = noun === '' ? event.replaceAll('_', ' ') : `${noun} ${verb}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
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
  imageUrl: 'Image',
  imageAlt: 'Image description',
  isFeatured: 'Featured',
  isPopular: 'Popular',
  membersOnly: 'Members only',
  imageDailyCap: 'Daily spending cap for images',
  requireSecondFactor: 'Require a second factor for admins and editors',
  memberIdleDays: 'Sign readers out after (days)',
  staffIdleHours: 'Sign staff out after (hours)',
  publishAt: 'Publish at',
  fromPath: 'From',
  toPath: 'To',
  slug: 'Slug',
  alt: 'Image description',
};
/** Beside changes, these facts are shown; ids and sessions never are. */
const FACTS = new Set(['slug', 'to', 'hits', 'merged']);
const SECRET = /password|secret|token|hash|session/i;

/** What a line's details tell of a difference. Whatever smells of a secret is left out. */
export function listShownChanges(event: string, details: Details, lexicon: Lexicon): ShownChange[] {
  // Of a deleted account the log has forgotten how it was called.
  if (event === 'user_updated')
    return details.what === 'name' && 'to' in details ? [changeOf('name', details, lexicon)] : [];
  // Its sentence says it.
  if (event === 'user_invited') return [];
  const changes = Object.entries(isRecord(details.changes) ? details.changes : {})
    .filter(([field, change]) => !SECRET.test(field) && isRecord(change))
    .map(([field, change]) => changeOf(field, change as Details, lexicon));
  const facts = Object.entries(details)
    .filter(([field]) => FACTS.has(field))
    .map(([field, value]) => ({ label: toLabel(field), from: null, to: toText(value, lexicon) }));
  return [...changes, ...facts];
}

/** Shorter texts are shown whole. */
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
  return words.charAt(0).toUpperCase() + words.slice(1);
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
  if (UUID.test(text)) return lexicon.nameOf(text) ?? 'something deleted since';
  return MOMENT.test(text) ? lexicon.moment(new Date(text)) : text;
}

function isRecord(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
