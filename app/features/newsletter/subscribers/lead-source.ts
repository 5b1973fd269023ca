// Lead sources and the success messages of subscribe forms. Separate from the Zod schema, to keep that out of
// browser bundles.

/** Counted separately on the leads screen. */
export const LEAD_SOURCES = ['newsletter', 'footer', 'newsletter-page'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** Query parameter naming the form a subscriber without JavaScript used; valid on any public page. */
export const SUBSCRIBED_PARAM = 'subscribed';

export const SUBSCRIBE_FAILED = 'Failed to subscribe. Please try again.';

/** The success message (specification, section 8). */
export function subscribedToast(source: LeadSource): { title: string; description: string } {
  return source === 'newsletter-page'
    ? {
        title: 'Welcome to the Academy!',
        description: "You've successfully joined our newsletter. Check your email for confirmation.",
      }
    : { title: 'Success!', description: "You've been subscribed to our newsletter." };
}
