import '@remix-run/server-runtime';
import type { AppContext } from './platform/context';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    app: AppContext;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
