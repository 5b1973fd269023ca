// The OpenAPI 3.1 document of the public API.
import { getSiteSettings } from '~/features/settings/settings.server';
import { buildApiDocument } from '~/http/api/document.server';
import { publicLoader } from '~/http/public-loader.server';

export const loader = publicLoader(async ({ ctx }) => {
  const { name } = await getSiteSettings(ctx);
  return Response.json(buildApiDocument(ctx.config.siteUrl, name), {
    headers: { 'cache-control': 'public, max-age=300' },
  });
});
