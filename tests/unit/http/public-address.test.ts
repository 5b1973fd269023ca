// Which URLs the worker fetches on a person's behalf.
import { describe, expect, it } from 'vitest';
import { toFetchableAddress } from '~/features/media/public-address';

describe('public URL that is fetched', () => {
  it.each([
    'https://cdn.publisher.com/a/photo.jpg',
    'http://publisher.co.uk/p?id=1#x',
    'https://xn--bcher-kva.com/a.png',
    'https://bücher.com/a.png',
    'https://8.8.8.8/a.png',
    'https://100.63.255.255/a.png',
    'https://172.15.0.1/a.png',
    'https://172.32.0.1/a.png',
    'https://[2606:4700:4700::1111]/a.png',
    'https://publisher.com:443/a.png',
    'https://localhost.publisher.com/a.png',
  ])('%s', (address) => {
    expect(toFetchableAddress(address)).not.toBeNull();
  });
});

describe('URL that is not fetched', () => {
  it.each([
    // not HTTP
    '',
    'photo.jpg',
    '//publisher.com/a.png',
    'ftp://publisher.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'gopher://publisher.com/',
    `https://publisher.com/${'a'.repeat(2000)}`,
    // credentials and ports
    'https://user:secret@publisher.com/a.png',
    'https://user@publisher.com/a.png',
    'https://publisher.com:8443/a.png',
    'http://publisher.com:22/',
    'http://publisher.com:443/a.png',
    // local host names
    'http://localhost/a.png',
    'http://LOCALHOST/a.png',
    'http://localhost./a.png',
    'http://app.localhost/a.png',
    'http://printer.local/a.png',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://intranet/a.png',
    'http://db/a.png',
    'http://router.lan/',
    'http://nas.home.arpa/',
    'http://server.corp/',
    // IPv4 in every notation
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://0.0.0.0/',
    'http://0/',
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    // IPv6
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[3fff::1]/',
  ])('%s', (address) => {
    expect(toFetchableAddress(address)).toBeNull();
  });

  it('rejects a redirect to one', () => {
    const base = new URL('https://publisher.com/a/b.png');
    expect(toFetchableAddress('../c.png', base)?.href).toBe('https://publisher.com/c.png');
    expect(toFetchableAddress('//other.com/c.png', base)?.href).toBe('https://other.com/c.png');
    for (const location of [
      '//127.0.0.1/',
      'http://localhost/',
      '//user@publisher.com/',
      'ftp://publisher.com/',
    ])
      expect(toFetchableAddress(location, base), location).toBeNull();
  });
});
