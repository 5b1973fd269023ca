// Saves a signed-in reader's theme so that it applies on all their devices. Called by the theme switch
// script.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { saveReadingPreferences } from '~/features/accounts/profile/save-reading-preferences.server';
import { readForm } from '~/http/forms/read-form.server';
import { toVisit } from '~/http/public-loader.server';
import { findSessionViewer, setReadingCookie } from '~/http/session/session.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

const HEADERS = { 'cache-control': 'no-store' };

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  try {
    const viewer = await findSessionViewer(visit);
    if (!viewer) throw new UnauthorizedError('You’re not signed in.');
    const { text } = await readForm(visit.request);
    const reading = await saveReadingPreferences(visit.ctx, viewer, { theme: text('theme') });
    setReadingCookie(visit, reading);
    return Response.json({ theme: reading.theme }, { headers: HEADERS });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers: HEADERS });
  }
}
