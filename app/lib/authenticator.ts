// Creates and uses passkeys in the browser (WebAuthn).

/** False in browsers without the JSON methods of WebAuthn, and over plain HTTP. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  );
}

/** Creates a passkey and returns it as JSON. Rejects when the person or the authenticator declines. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}

/** Signs with an existing passkey and returns the result as JSON. Rejects like `createPasskey`. */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}
