// The theme switch of whoever is signed in: their choice goes with them to every device. For scripts.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { saveReading } from '~/features/accounts/reading.server';
import { toVisit } from '~/http/doors.server';
import { readForm } from '~/http/read-form.server';
import { findSessionViewer, tellReading } from '~/http/session.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

const HEADERS = { 'cache-control': 'no-store' };

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  try {
    const viewer = await findSessionViewer(visit);
    if (!viewer) throw new UnauthorizedError('You are not signed in.');
    const { text } = await readForm(visit.request);
    const reading = await saveReading(visit.ctx, viewer, { theme: text('theme') });
    tellReading(visit, reading);
    return Response.json({ theme: reading.theme }, { headers: HEADERS });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers: HEADERS });
  }
}
