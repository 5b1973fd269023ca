// Marks our own inline scripts while a page renders; empty in the browser, where nothing reads it.
import { createContext, useContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
