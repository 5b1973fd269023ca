// Codes for whoever lost their second factor: how they look. Pure.

export const RECOVERY_CODES = 10;
/** 32 characters that nobody takes for one another, so each stands for five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** `k7m2p-x4q9a`: 50 bits, made of as many random bytes as it has characters. */
export function toRecoveryCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** However it was typed; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  const isOne = letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return isOne ? `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}` : null;
}
