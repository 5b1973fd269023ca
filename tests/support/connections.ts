// Configures `fetch` for the tests. The worker closes connections after five idle seconds, and a request on a closing
// connection fails. Therefore each request has its own.
import { Agent, setGlobalDispatcher } from 'undici';

setGlobalDispatcher(new Agent({ pipelining: 0 }));
