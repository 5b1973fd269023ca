// Separate from the settings' schema, so that browsers do not load it.

/** The networks in the footer, in the order of `SiteSettings.socialLinks`. */
export const SOCIAL_NETWORKS = ['LinkedIn', 'X', 'Facebook', 'YouTube'] as const;
