// Where a lead came from, and what its form answers. Apart from the schema, which browsers need not load.

/** As the lead screens count them. */
export const LEAD_SOURCES = ['newsletter', 'footer', 'newsletter-page'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** Says in an address which form a subscriber without JavaScript came from; any public page may carry it. */
export const SUBSCRIBED_PARAM = 'subscribed';

export const SUBSCRIBE_FAILED = 'Failed to subscribe. Please try again.';

/** What a successful subscriber is told (specification, section 8). */
export function subscribedToast(source: LeadSource): { title: string; description: string } {
  return source === 'newsletter-page'
    ? {
        title: 'Welcome to the Academy!',
        description: "You've successfully joined our newsletter. Check your email for confirmation.",
      }
    : { title: 'Success!', description: "You've been subscribed to our newsletter." };
}
