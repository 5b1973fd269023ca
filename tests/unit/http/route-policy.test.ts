// The policies that the worker applies by path.
import { describe, expect, it } from 'vitest';
import { policyOf, type RoutePolicy } from '~/http/route-policy';

const DEFAULT: RoutePolicy = {
  cachedBy: null,
  isPrivate: false,
  maxBodyBytes: 65_536,
  isCrossSite: false,
  needsOrigin: false,
  isApi: false,
  hasDraft: false,
  isAuthApi: false,
  emitsEvents: true,
};
const API = { isCrossSite: true, isAuthApi: true, maxBodyBytes: null };

describe('the policy of a path', () => {
  it.each<[string, Partial<RoutePolicy>]>([
    ['/', { cachedBy: [] }],
    ['/article/a-title', { cachedBy: [], hasDraft: true }],
    ['/page/privacy', { cachedBy: [] }],
    ['/category/operations', { cachedBy: ['page'] }],
    ['/search', { cachedBy: ['q', 'page', 'sort', 'category', 'author', 'year', 'exact'] }],
    ['/api/search', { isApi: true, cachedBy: ['q', 'view', 'page', 'typing'] }],
    ['/opensearch.xml', { cachedBy: [] }],
    ['/newsletter', { cachedBy: [] }],
    ['/newsletter/archive/2026-11-24', { cachedBy: [] }],
    ['/newsletter/preferences', {}],
    ['/newsletter/unsubscribe', { isCrossSite: true }],
    ['/newsletter/unsubscribe.data', { isCrossSite: true }],
    ['/subscribe', {}],
    ['/articles', {}],
    ['/api/me', { isApi: true, isPrivate: true }],
    ['/admin/articles/broken-links', { isPrivate: true, emitsEvents: false, maxBodyBytes: 131_072 }],
    ['/api/viewed', { isApi: true, emitsEvents: false }],
    ['/api/search-events', { isApi: true, emitsEvents: false, maxBodyBytes: 2_048 }],
    ['/api/mail-events', { isApi: true, maxBodyBytes: 262_144 }],
    ['/api/zapier-webhook', { isApi: true, isCrossSite: true, maxBodyBytes: null }],
    ['/api/unknown', { isApi: true }],
    ['/auth', { isPrivate: true }],
    ['/auth/session', { isPrivate: true, needsOrigin: true }],
    ['/auth/v1/token', { ...API, isPrivate: true }],
    ['/auth/v1/.well-known/jwks.json', API],
    ['/auth/v10', { isPrivate: true }],
    ['/account.data', { isPrivate: true }],
    ['/admin-old', { isPrivate: true, maxBodyBytes: 25_165_824 }],
    ['/administrators', {}],
  ])('of %s', (path, policy) => {
    expect(policyOf(path)).toEqual({ ...DEFAULT, ...policy });
  });
});
