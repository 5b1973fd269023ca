// Apart from the settings' schema, which browsers need not load.

/** The footer's four networks, in the order of `SiteSettings.socialLinks`. */
export const SOCIAL_NETWORKS = ['LinkedIn', 'X', 'Facebook', 'YouTube'] as const;
