// The browser's passkeys, by its own calls. In browsers only.

/** Old browsers have passkeys, yet not the calls that take and give JSON. Without https there are none. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  );
}

/** A new passkey, as JSON. Rejects when the person or the authenticator says no. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}

/** The answer of a passkey that is there, as JSON. Rejects likewise. */
export async function showPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}
