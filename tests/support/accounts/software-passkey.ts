// A software authenticator with one passkey (ES256, attestation "none") that answers like
// `navigator.credentials`.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** The subset of CBOR (RFC 8949) that an attestation needs. */
function toCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) => {
    if (size < 24) return Buffer.from([(kind << 5) | size]);
    if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
    return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([name, part]) => [toCbor(name), toCbor(part as number)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toBuffer = (source: BufferSource) =>
  ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** What `navigator.credentials` returns. Clients check the class with `instanceof`. */
export class SoftwareCredential {
  readonly type = 'public-key';
  readonly authenticatorAttachment = 'cross-platform';
  constructor(
    readonly id: string,
    readonly rawId: ArrayBuffer,
    readonly response: Record<string, unknown>,
  ) {}
  getClientExtensionResults = () => ({});
}

const encode = (value: unknown) => Buffer.from(value as ArrayBuffer).toString('base64url');

/** Signs the options of `/auth/passkey` as the page's script does. Returns the answer to post. */
export async function answerTo(
  passkey: SoftwarePasskey,
  { rpId, challenge }: { rpId: string; challenge: string },
): Promise<string> {
  const { id, rawId, type, response } = await passkey.get({
    publicKey: { rpId, challenge: Buffer.from(challenge, 'base64url') },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return JSON.stringify({
    id,
    rawId: encode(rawId),
    type,
    response: {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
      userHandle: encode(userHandle),
    },
    clientExtensionResults: {},
  });
}

export class SoftwarePasskey {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly rawId = randomBytes(32);
  private counter = 0;
  private userHandle = new ArrayBuffer(0);
  /** Options of the last call. */
  asked: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions | null = null;

  /** @param origin of the page that calls it */
  constructor(public origin: string) {}

  create = async (options: {
    publicKey: PublicKeyCredentialCreationOptions;
  }): Promise<SoftwareCredential> => {
    const { publicKey } = options;
    this.asked = publicKey;
    this.userHandle = toArrayBuffer(toBuffer(publicKey.user.id));
    const clientData = this.clientData('webauthn.create', publicKey.challenge);
    const size = Buffer.from([0, this.rawId.length]);
    const about = Buffer.concat([Buffer.alloc(16), size, this.rawId, this.coseKey()]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.authenticatorData(publicKey.rp.id ?? '', HAS_CREDENTIAL, about)],
    ]);
    return this.answer({
      clientDataJSON: toArrayBuffer(clientData),
      attestationObject: toArrayBuffer(toCbor(attestation)),
      getTransports: () => ['usb'],
    });
  };

  get = async (options: { publicKey: PublicKeyCredentialRequestOptions }): Promise<SoftwareCredential> => {
    const { publicKey } = options;
    this.asked = publicKey;
    const clientData = this.clientData('webauthn.get', publicKey.challenge);
    const authenticatorData = this.authenticatorData(publicKey.rpId ?? '');
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.keys.privateKey,
    );
    return this.answer({
      clientDataJSON: toArrayBuffer(clientData),
      authenticatorData: toArrayBuffer(authenticatorData),
      signature: toArrayBuffer(signature),
      userHandle: this.userHandle,
    });
  };

  private answer(response: Record<string, unknown>): SoftwareCredential {
    return new SoftwareCredential(this.rawId.toString('base64url'), toArrayBuffer(this.rawId), response);
  }

  private clientData(type: string, challenge: BufferSource): Buffer {
    const clientData = { type, challenge: toBuffer(challenge).toString('base64url'), origin: this.origin };
    return Buffer.from(JSON.stringify({ ...clientData, crossOrigin: false }));
  }

  private authenticatorData(host: string, flags = 0, about = Buffer.alloc(0)): Buffer {
    this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const shown = Buffer.from([USER_PRESENT | USER_VERIFIED | flags]);
    return Buffer.concat([sha256(host), shown, counter, about]);
  }

  /** The public key in COSE form (RFC 9052): EC2, ES256, P-256, x, y. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const part = (text: string) => Buffer.from(text, 'base64url');
    return toCbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(x)],
        [-3, part(y)],
      ]),
    );
  }
}
