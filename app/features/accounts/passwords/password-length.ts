/** Specification, section 5. */
export const PASSWORD_MIN = 6;
/** Room for any passphrase; more would only be work for the hash. */
export const PASSWORD_MAX = 256;
