/** Specification, section 5. Apart from the list of refused ones, which browsers need not load. */
export const PASSWORD_MIN = 6;
