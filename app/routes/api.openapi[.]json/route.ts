// What programs may ask of the magazine, for programs: OpenAPI 3.1.
import { getSiteSettings } from '~/features/settings/settings.server';
import { buildApiDocument } from '~/http/api/document.server';
import { publicLoader } from '~/http/doors.server';

export const loader = publicLoader(async ({ ctx }) => {
  const { name } = await getSiteSettings(ctx);
  return Response.json(buildApiDocument(ctx.config.siteUrl, name), {
    headers: { 'cache-control': 'public, max-age=300' },
  });
});
